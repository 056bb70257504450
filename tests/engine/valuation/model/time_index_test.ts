import { MODEL_CONFIG } from "../../../../core/engine/model_config.ts";
import assert from "node:assert/strict";
import { monthOf, monthStart } from "../../../../core/engine/calendar.ts";
import {
  fitTimeIndex,
  smoothWalk,
  timeIndexOf,
} from "../../../../core/engine/valuation/model/time_index.ts";
import { dayOf } from "../../../../core/engine/snapshot.ts";
import { seeded } from "../county.ts";
import fc from "../../../fast_check.ts";

Deno.test("monthOf() agrees with Date for any day from 1900 to 2100", () => {
  fc.assert(fc.property(fc.integer({ min: -25_567, max: 47_847 }), (day) => {
    const date = new Date(day * 86_400_000);
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
    assert.equal(monthOf(day), month);
    assert.ok(monthStart(month) <= day && day < monthStart(month + 1));
  }));
});

/**
 * Sales over two years: the market rises 0.8% a month, segment 1 a further 0.5%, homes e times as
 * expensive a further `faster`.
 */
function market(count: number, faster = 0) {
  const random = seeded(5);
  const first = dayOf("2020-01-01");
  const sales = Array.from({ length: count }, () => ({
    day: first + Math.floor(730 * random()),
    segment: random() < 0.5 ? 0 : 1,
    tier: random() - 0.5,
    noise: 0.3 * (random() + random() - 1),
  })).sort((a, b) => a.day - b.day);
  return {
    day: sales.map((sale) => sale.day),
    segment: sales.map((sale) => sale.segment),
    tier: sales.map((sale) => sale.tier),
    residual: sales.map((sale) =>
      12 + (0.008 + faster * sale.tier) * (sale.day - first) / 30.4 +
      (sale.segment === 1 ? 0.005 * (sale.day - first) / 30.4 : 0) + sale.noise
    ),
  };
}

const fitted = (...sample: Parameters<typeof fitTimeIndex>) =>
  timeIndexOf(fitTimeIndex(...sample));

Deno.test("fitTimeIndex() finds the market's path and a segment's own", () => {
  const asOf = dayOf("2021-12-31");
  const index = fitted(market(20_000), 3, asOf, MODEL_CONFIG.timeIndex);
  const start = dayOf("2020-01-16");
  const months = (dayOf("2021-12-16") - start) / 30.4;
  assert.ok(Math.abs(index.logAt(0, start) + 0.008 * months) < 0.02);
  assert.ok(Math.abs(index.logAt(1, start) + 0.013 * months) < 0.02);
  // A segment without sales moves with the market.
  assert.ok(Math.abs(index.logAt(2, start) - index.marketAt(start)) < 1e-12);
});

Deno.test("fitTimeIndex() finds how much slower expensive homes rose", () => {
  const start = dayOf("2020-01-15"), asOf = dayOf("2021-12-31");
  const months = (asOf - start) / 30.4;
  const index = fitted(
    market(20_000, -0.01),
    3,
    asOf,
    MODEL_CONFIG.timeIndex,
  );
  const gap = (tier: number) =>
    index.logAt(0, start, tier) - index.logAt(0, start);
  assert.ok(Math.abs(gap(0.5) - 0.005 * months) < 0.03, `${gap(0.5)}`);
  assert.ok(Math.abs(gap(0.5) + gap(-0.5)) < 1e-12);
  assert.equal(index.logAt(0, asOf, 0.5), 0);
  const flat = fitted(market(20_000), 3, asOf, MODEL_CONFIG.timeIndex);
  const none = flat.logAt(0, start, 0.5) - flat.logAt(0, start);
  assert.ok(Math.abs(none) < 0.02, `${none}`);
});

Deno.test("fitTimeIndex() leans a thin segment on the market", () => {
  const { day, segment, residual, tier } = market(4_000);
  const thin = segment.map((each, i) => each === 1 && i % 200 !== 0 ? 0 : each);
  const asOf = dayOf("2021-12-31");
  const start = dayOf("2020-01-16");
  const index = fitted(
    { day, segment: thin, residual, tier },
    2,
    asOf,
    MODEL_CONFIG.timeIndex,
  );
  const gap = Math.abs(index.logAt(1, start) - index.marketAt(start));
  assert.ok(gap < 0.06, `${gap}`);
});

Deno.test("fitTimeIndex() is 0 on the as-of day and never jumps", () => {
  const asOf = dayOf("2021-12-20");
  const index = fitted(market(500), 2, asOf, MODEL_CONFIG.timeIndex);
  assert.equal(index.logAt(1, asOf), 0);
  assert.equal(index.marketAt(asOf), 0);
  for (let day = dayOf("2019-11-01"); day < dayOf("2022-03-01"); day++) {
    assert.ok(Math.abs(index.logAt(1, day + 1) - index.logAt(1, day)) < 0.004);
  }
});

Deno.test("smoothWalk() solves the system it says it solves", () => {
  fc.assert(fc.property(
    fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 5 }),
        fc.double({ min: -1, max: 1, noNaN: true }),
      ),
      { minLength: 1, maxLength: 12 },
    ),
    fc.double({ min: 0.1, max: 50, noNaN: true }),
    fc.double({ min: -0.1, max: 0.1, noNaN: true }),
    (months, penalty, drift) => {
      const counts = Float64Array.from(months, ([count]) => count);
      const sums = Float64Array.from(months, ([count, mean]) => count * mean);
      fc.pre(counts.some((count) => count > 0));
      const path = smoothWalk(sums, counts, penalty, drift);
      // At the minimum the gradient of every month is zero.
      for (let m = 0; m < path.length; m++) {
        const gradient = counts[m] * path[m] - sums[m] +
          (m > 0 ? penalty * (path[m] - path[m - 1] - drift) : 0) -
          (m < path.length - 1 ? penalty * (path[m + 1] - path[m] - drift) : 0);
        assert.ok(Math.abs(gradient) < 1e-7, `${gradient}`);
      }
    },
  ));
});
