import assert from "node:assert/strict";
import {
  scorecardMarkdown,
  scorecardText,
} from "../../cli/render/scorecard.ts";
import { scorecard } from "../../core/modeling/scorecard.ts";
import { FROM, inMemory, VILLAGE } from "./county.ts";

const PRICES = new Map(
  VILLAGE.sales.map((sale) => [
    `${sale.property_id} ${sale.sale_date}`,
    Number(sale.sale_price),
  ]),
);

const rows = await scorecard(inMemory(VILLAGE), {
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
  const houses = rows.filter(({ propType }) => propType === "sfh");
  assert.deepEqual(houses.map(({ method }) => method), [
    "Twoflat",
    "rule comps",
    "area median",
    "oracle",
  ]);
  const [ours, rule, area, oracle] = houses.map(({ figures }) => figures);
  assert.ok(ours.sales > 20);
  assert.equal(oracle.sales, ours.sales);
  assert.equal(oracle.ratios!.median_error, 0);
  assert.ok(rule.sales > 0 && rule.sales <= ours.sales);
  assert.ok(area.ratios!.median_error > ours.ratios!.median_error);
  assert.ok(houses[0].hasInterval && !houses[1].hasInterval);
});

Deno.test("a scorecard is a table for the terminal and for a document", () => {
  assert.match(scorecardText(rows), /village +sfh +Twoflat/);
  const lines = scorecardMarkdown(rows).trimEnd().split("\n");
  assert.equal(lines.length, rows.length + 2);
  const cells = lines.map((line) => line.split("|").length);
  assert.deepEqual(new Set(cells), new Set([cells[0]]));
});
