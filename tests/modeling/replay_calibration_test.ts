import assert from "node:assert/strict";
import type { ValuedSale } from "../../core/modeling/value_period.ts";
import { replayCalibration } from "../../core/modeling/replay_calibration.ts";
import { monthOf, monthStart } from "../../core/engine/calendar.ts";
import { seeded } from "../engine/valuation/county.ts";

/** Valued sales of a segment, 60 a month from a month's start, off by up to 30%. */
function valued(months: number): ValuedSale[] {
  const random = seeded(5);
  const first = monthStart(monthOf(19_000));
  return Array.from({ length: 60 * months }, (_, sale) => {
    const day = first + Math.floor(sale / 2);
    const base = 250_000;
    return {
      sale,
      day,
      price: Math.round(base * (0.7 + 0.6 * random())),
      segment: "70|sfh",
      propType: "sfh",
      rawEstimate: {
        segment: "70|sfh",
        subjectRefusal: null,
        compsRefusal: null,
        comps: {
          conservative: 200_000,
          base,
          aggressive: 300_000,
          iqrShare: 0.1,
          uncalibrated: 80,
        },
        priceModel: { conservative: 190_000, base, aggressive: 310_000 },
        scale: 0.1,
        areaKnown: true,
      },
      comps: 20,
      asOf: day - 1,
    };
  });
}

Deno.test("replayCalibration() learns each month from the months before it", () => {
  const all = valued(8);
  const { sales } = replayCalibration(all);
  assert.equal(sales.length, all.length);
  const sources = sales.map(({ publication }) =>
    publication.value?.intervalSource
  );
  // 100 sales are needed: the first two months teach the third.
  assert.equal(sources[0], "comp_dispersion");
  assert.equal(sources.at(-1), "conformal");
  const upTo = sales[300].day;
  const month = monthStart(monthOf(upTo));
  const doubled = all.map((sale) =>
    sale.day < month ? sale : { ...sale, price: 2 * sale.price }
  );
  const { sales: again } = replayCalibration(doubled);
  for (let i = 0; i < sales.length; i++) {
    if (monthOf(sales[i].day) > monthOf(upTo)) break;
    assert.deepEqual(again[i].publication, sales[i].publication);
  }
});

Deno.test("replayCalibration() with a lag learns a month's lessons only when they are known", () => {
  const all = valued(8);
  const prompt = replayCalibration(all).sales;
  const late = replayCalibration(all, { lag: 90 }).sales;
  const learnedAt = (sales: typeof prompt) =>
    sales.find(({ publication }) =>
      publication.value?.intervalSource === "conformal"
    )!.day;
  assert(learnedAt(late) - learnedAt(prompt) >= 85);
});
