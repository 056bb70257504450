import assert from "node:assert/strict";
import { join } from "node:path";
import {
  scorecardMarkdown,
  scorecardText,
} from "../../cli/render/scorecard.ts";
import { isoOf } from "../../core/engine/snapshot.ts";
import { disclosureOfSnapshot } from "../../core/engine/valuation/decision/disclosure.ts";
import { fitSnapshot } from "../../core/modeling/fit.ts";
import {
  MeasuredElsewhereFile,
  withMeasuredElsewhere,
} from "../../core/modeling/measured_elsewhere.ts";
import { scorecard } from "../../core/modeling/scorecard.ts";
import { coverage } from "../../core/operations/place/coverage.ts";
import { memorySnapshot } from "../../core/snapshot/memory.ts";
import { FROM, inMemory, VILLAGE, writeVillage } from "./county.ts";

const PRICES = new Map(
  VILLAGE.sales.map((sale) => [
    `${sale.property_id} ${sale.sale_date}`,
    Number(sale.sale_price),
  ]),
);

const home = await Deno.makeTempDir({ prefix: "twoflat-scorecard-" });
addEventListener("unload", () => Deno.removeSync(home, { recursive: true }));
const dir = join(home, "village.snapshot");
await writeVillage(dir, VILLAGE);
const { snapshot } = await fitSnapshot(dir, {
  workers: 0,
  priceModel: "linear",
});

const rows = await scorecard(snapshot, {
  market: "village",
  from: FROM,
  workers: 0,
  priceModel: "linear",
  others: [
    // An estimate that knows the price cannot err; one that knows nothing is left out.
    { method: "oracle", of: (id, day) => PRICES.get(`${id} ${day}`) },
    { method: "silent", of: () => undefined },
  ],
});

Deno.test("scorecard() sets methods side by side on the sales that Twoflat values", () => {
  const houses = rows.filter(({ prop_type }) => prop_type === "sfh");
  assert.deepEqual(houses.map(({ method }) => method), [
    "Twoflat",
    "rule comps",
    "area median",
    "oracle",
  ]);
  const [ours, rule, area, oracle] = houses.map(({ figures }) => figures);
  assert.ok(ours.sales > 20);
  assert.equal(oracle.sales, ours.sales);
  assert.equal(oracle.median_error, 0);
  assert.ok(rule.sales > 0 && rule.sales <= ours.sales);
  assert.ok(area.median_error > ours.median_error);
  assert.ok(ours.coverage !== null && rule.coverage === null);
  assert.equal(houses[0].from, isoOf(FROM));
});

Deno.test("the scorecard, the coverage page and disclosures quote the same published figures", async () => {
  const { method, figures, source, from, to } = rows.at(-1)!;
  assert.equal(method, "Twoflat, as published");
  assert.equal(source, "the snapshot");
  const answer = await coverage.run({ snapshot, today: FROM + 100 }, {});
  const { overall, ...period } = answer.calibration!;
  assert.deepEqual([period.from, period.to], [from, to]);
  const { sales, median_error, within_20, median_ratio, coverage: holds } =
    figures;
  const rounded = (share: number) => Math.round(share * 1e4) / 1e4;
  assert.deepEqual(
    [sales, median_error, within_20, median_ratio!, holds!].map(rounded),
    [
      overall!.test_sales,
      overall!.median_error,
      overall!.within_20,
      overall!.median_ratio,
      overall!.coverage,
    ],
  );
  const sentence = `On ${
    sales.toLocaleString("en-US")
  } later sales its median error was ${(100 * median_error).toFixed(1)}%, ${
    (100 * within_20).toFixed(0)
  }% were within 20%`;
  assert.ok(answer.disclosure.includes(sentence), answer.disclosure);
  assert.equal(answer.disclosure, disclosureOfSnapshot(snapshot));
});

Deno.test("the county's own values stand beside ours, under the year they are of", async () => {
  const assessed = memorySnapshot({
    ...VILLAGE,
    assessments: VILLAGE.sales.map(({ property_id, sale_price }) => ({
      property_id,
      tax_year: 2024,
      certified: 0.1 * Number(sale_price),
    })),
  });
  const { tables } = inMemory(VILLAGE);
  const withCounty = await scorecard({
    ...inMemory(VILLAGE),
    tables: { ...tables, assessments: assessed.tables.assessments },
  }, { market: "village", from: FROM, workers: 0, priceModel: "linear" });
  const county = withCounty.find(({ method }) =>
    method === "county, tax year 2024"
  )!;
  assert.ok(county.figures.sales > 20);
  assert.equal(county.source, "this run, on values set after the sales");
  assert.ok(county.figures.within_20 > 0.9, "a tenth of the price is assessed");
});

const [ours] = rows;
const elsewhere = {
  market: "village",
  prop_type: "sfh",
  method: "LightGBM",
  from: ours.from,
  to: ours.to,
  sales: 30,
  median_error: 0.2,
  within_20: 0.5,
  measured_by: "a script",
  measured_on: "2026-11-22",
};

Deno.test("figures measured elsewhere stand after the rows of the same market, type and days, with their source", () => {
  const all = withMeasuredElsewhere(rows, [
    elsewhere,
    { ...elsewhere, method: "of other days", from: "2001-01-01" },
    { ...elsewhere, method: "of another market", market: "town" },
  ]);
  assert.equal(all.length, rows.length + 1);
  const at = all.findIndex(({ method }) => method === "LightGBM");
  assert.equal(all[at - 1].method, "oracle");
  assert.equal(all[at].source, "a script, 2026-11-22");
  assert.equal(all[at].figures.coverage, null);
});

Deno.test("the committed figures of other methods can be read, and name their program and day", async () => {
  const text = await Deno.readTextFile("bench/other_methods.json");
  const entries = MeasuredElsewhereFile.parse(JSON.parse(text));
  const markets = new Set(entries.map(({ market }) => market));
  assert.deepEqual(markets, new Set(["cook", "king", "milwaukee"]));
  for (const { measured_by } of entries) assert.match(measured_by, /bench\//);
});

Deno.test("a scorecard is a table for the terminal and for a document", () => {
  assert.match(scorecardText(rows), /village +sfh +Twoflat/);
  const lines = scorecardMarkdown(rows).trimEnd().split("\n");
  assert.equal(lines.length, rows.length + 2);
  const cells = lines.map((line) => line.split("|").length);
  assert.deepEqual(new Set(cells), new Set([cells[0]]));
  assert.match(lines[2], /this run/);
  assert.match(lines.at(-1)!, /the snapshot/);
});
