import assert from "node:assert/strict";
import { RENDERERS } from "../../cli/renderers.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { getComps } from "../../core/operations/property/get_comps.ts";
import { propertyHistory } from "../../core/operations/property/property_history.ts";
import { getProperty } from "../../core/operations/property/get_property.ts";
import { searchInvestmentInventory } from "../../core/operations/inventory/search_investment_inventory.ts";
import type { Operation } from "../../core/service/operation.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import { askCore } from "../../harness/interfaces.ts";

const snapshot = await demoSnapshot();

/** What a person reads of an answer in 80 columns. */
async function readOf(operation: Operation, input: unknown): Promise<string> {
  const outcome = await askCore(operation, snapshot, dayOf(DEMO_DAY), input);
  assert("answer" in outcome, JSON.stringify(outcome));
  Deno.env.set("COLUMNS", "80");
  try {
    return RENDERERS[operation.contract.name]!.render(
      operation.contract.output.parse(outcome.answer),
    );
  } finally {
    Deno.env.delete("COLUMNS");
  }
}

const SUBJECT = { property_id: "19139003510000" };

Deno.test("a search in 80 columns keeps the PIN", async () => {
  const text = await readOf(searchInvestmentInventory, { limit: 3 });
  assert.match(text, /^\S.*\d{2}-\d{2}-\d{3}-\d{3}-\d{4}/m);
  assert(text.split("\n").every((line) => line.length <= 80));
});

Deno.test("a search explains the columns that it shows, and shows those that were asked for", async () => {
  const narrow = await readOf(searchInvestmentInventory, { limit: 3 });
  assert.match(narrow, /^Value: conservative/m);
  assert.doesNotMatch(narrow, /Cash flow/);
  const few = await readOf(searchInvestmentInventory, {
    limit: 3,
    fields: ["address", "list_price", "percentile", "verdict"],
  });
  assert.match(few, /^Address +Asked +Pctl +Read$/m);
  assert.match(few, /^Pctl: .*Read: verdict/ms);
  assert.doesNotMatch(few, /Value:|Score:/);
});

Deno.test("a timeline has a line for each event", async () => {
  const text = await readOf(propertyHistory, {
    property_id: "19139008270000",
  });
  assert.match(text, /^Date +What +Amount +Note$/m);
  assert.match(text, /^\d{4}-\d{2}-\d{2} +Sold +\$[\d,]+ +\S/m);
  assert.match(text, /data to \d{4}-\d{2}-\d{2}$/);
});

Deno.test("comps with a corrected fact name it and the value before", async () => {
  const text = await readOf(getComps, {
    ...SUBJECT,
    what_if: { bldg_sqft: 2400 },
  });
  assert.match(
    text,
    /With bldg sqft 2400 instead of \d+;\s+before:\s+\$[\d,]+ \(/,
  );
});

Deno.test("comps tell in words why sales were not used", async () => {
  const text = await readOf(getComps, { ...SUBJECT, detail: "full" });
  const [, unused] = text.split("Not used");
  assert.match(unused, /\d+ of another type/);
  const [sales] = unused.split("\n! ");
  assert.doesNotMatch(sales, /[a-z]_[a-z]/);
});

Deno.test("an adjustment for condition, quality and site is told in the assessor's words", async () => {
  const outcome = await askCore(getComps, snapshot, dayOf(DEMO_DAY), {
    property_id: "13219001850000",
    detail: "full",
  });
  assert("answer" in outcome);
  const { comps } = getComps.contract.output.parse(outcome.answer);
  const told = comps.flatMap(({ adjustments = [] }) =>
    adjustments.filter(({ label }) => label === "Condition and quality")
  );
  assert(told.length > 0);
  for (const { comp } of told) {
    assert.match(
      String(comp),
      /^condition (below |above )?average, quality (poor|average|deluxe)(, (beneficial|detracting) site)?$/,
    );
  }
});

Deno.test("advice to a person names options and miles", async () => {
  const noArea = await readOf(getComps, { property_id: "10139001050000" });
  assert.match(
    noArea,
    /what would change it: --bldg-sqft with the living area/,
  );
  const cheap = await readOf(searchInvestmentInventory, { max_price: 20_000 });
  assert.match(
    cheap,
    /because of --max-price\.\s+What\s+would\s+change\s+it:\s+raise\s+--max-price/,
  );
  const outcome = await askCore(getComps, snapshot, dayOf(DEMO_DAY), SUBJECT);
  assert("answer" in outcome);
  const text = getComps.summary!(
    getComps.contract.output.parse(outcome.answer),
  );
  assert.match(text, /comps within [\d.]+ miles? and \d+ months/);
  assert.doesNotMatch(text, /\d m\b/);
});

Deno.test("a property is told line by line, its range before its verdict", async () => {
  const text = await readOf(getProperty, SUBJECT);
  const parts = [
    "PIN 19-13",
    "For sale at",
    " to $",
    "Read for",
    "Bought at",
    "Risk",
    "Place",
  ];
  const at = parts.map((part) => text.indexOf(part));
  assert.deepEqual(at, at.toSorted((a, b) => a - b));
  assert(at[0] > 0, text);
  assert(text.split("\n").every((line) => line.length <= 80), text);
});
