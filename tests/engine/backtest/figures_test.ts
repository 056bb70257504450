import assert from "node:assert/strict";
import { fairnessOf } from "../../../core/engine/backtest/fairness.ts";
import { figuresOf } from "../../../core/engine/backtest/figures.ts";
import {
  findFlips,
  FLIP_DAYS,
  flipFigures,
} from "../../../core/engine/backtest/flips.ts";
import {
  backtestFigures,
  bandOf,
} from "../../../core/engine/backtest/groups.ts";
import { worstSales } from "../../../core/engine/backtest/misses.ts";
import { testSale, testSales } from "./sales.ts";
import fc from "../../fast_check.ts";

Deno.test("figuresOf() counts sales without a value against the hit rate, and nowhere else", () => {
  const sales = [
    testSale(),
    testSale({ price: 400_000, shown: false }),
    testSale({ value: null, shown: false, confidence: null }),
    testSale({
      value: { conservative: 90_000, base: 100_000, aggressive: 120_000 },
    }),
  ];
  const { ratios, width, ...figures } = figuresOf(sales);
  assert.deepEqual(figures, {
    sales: 4,
    hit_rate: 0.75,
    shown: 0.5,
    coverage: 2 / 3,
    bounds: {},
  });
  assert(Math.abs(width! - 0.35 / 1.1) < 1e-12);
  assert.equal(ratios!.n, 3);
  assert(Math.abs(ratios!.median_error - 0.1) < 1e-12);
  assert.equal(ratios!.within_20, 2 / 3);
});

Deno.test("figuresOf() of sales without any value has no figures to show", () => {
  const { ratios, coverage, hit_rate } = figuresOf([testSale({ value: null })]);
  assert.deepEqual([ratios, coverage, hit_rate], [null, null, 0]);
});

Deno.test("figuresOf() bounds each figure, the same every time, closer with more sales", () => {
  const few = figuresOf(testSales(60)), many = figuresOf(testSales(1500));
  assert.deepEqual(few, figuresOf(testSales(60)));
  for (
    const name of [
      "median_error",
      "within_10",
      "cod",
      "prb",
      "coverage",
    ] as const
  ) {
    const wide = few.bounds[name]!, close = many.bounds[name]!;
    assert(wide.low <= wide.high);
    assert(close.high - close.low < wide.high - wide.low, name);
  }
  const { low, high } = many.bounds.median_error!;
  assert(low <= many.ratios!.median_error && many.ratios!.median_error <= high);
});

Deno.test("backtestFigures() puts every sale into one group of each grouping", () => {
  const sales = testSales(300, 4);
  const { by } = backtestFigures(sales);
  for (const [name, groups] of Object.entries(by)) {
    const counted = groups.reduce((sum, group) => sum + group.sales, 0);
    assert.equal(counted, sales.length, name);
  }
  assert.deepEqual(by.price_third.map(({ sales }) => sales), [100, 100, 100]);
});

Deno.test("bandOf() names the band a confidence lies in", () => {
  assert.equal(bandOf(0), "00-55");
  assert.equal(bandOf(54.9), "00-55");
  assert.equal(bandOf(55), "55-65");
  assert.equal(bandOf(100), "95-100");
  fc.assert(
    fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (confidence) => {
      const [from, to] = bandOf(confidence).split("-").map(Number);
      assert(from <= confidence && (confidence < to || to === 100));
    }),
  );
});

Deno.test("findFlips() pairs a purchase with the next sale of its parcel within the days of a flip", () => {
  const purchase = testSale({ propertyId: "7", day: 1_000 });
  const at = (days: number, price = 260_000) => ({
    propertyId: "7",
    day: 1_000 + days,
    price,
  });
  const sold = (...resales: ReturnType<typeof at>[]) =>
    findFlips([purchase], resales).map(({ sold }) => sold - 1_000);
  const { min, max } = FLIP_DAYS;
  assert.deepEqual(sold(at(0), at(min)), [min]);
  assert.deepEqual(sold(at(max)), [max]);
  assert.deepEqual(sold(at(min - 1)), []);
  assert.deepEqual(sold(at(max + 1)), []);
  // The next sale is the one that counts, also where it is too soon.
  assert.deepEqual(sold(at(10), at(100)), []);
  assert.deepEqual(sold({ ...at(100), propertyId: "8" }), []);
});

Deno.test("flipFigures() hold the value on the day of purchase against the resale price", () => {
  const flips = findFlips(
    [testSale({ propertyId: "7", day: 1_000 })],
    [{ propertyId: "7", day: 1_100, price: 275_000 }],
  );
  const figures = flipFigures(flips);
  assert.equal(figures.flips, 1);
  assert(Math.abs(figures.bias! - (220_000 / 275_000 - 1)) < 1e-12);
  assert(Math.abs(figures.median_gain! - 0.375) < 1e-12);
  assert.equal(figures.coverage, 0);
  assert.equal(flipFigures([]).median_error, null);
});

Deno.test("fairnessOf() finds values that favor cheap homes, and areas that are off", () => {
  const even = fairnessOf(testSales(600));
  for (const { figures } of even.byLevel) {
    assert(Math.abs(figures.ratios!.median_ratio - 1) < 0.06);
  }
  assert.equal(even.areas.length, 5);
  assert.equal(even.evenAreas, 1);
  const regressive = testSales(600).map((sale) => {
    const base = Math.round(0.5 * sale.value!.base + 0.5 * 350_000);
    const area = sale.area.endsWith("3") ? "off" : sale.area;
    const off = area === "off" ? 1.4 : 1;
    return {
      ...sale,
      area,
      value: { ...sale.value!, base: Math.round(base * off) },
    };
  });
  const { byLevel, areas, evenAreas } = fairnessOf(regressive);
  const [low, , high] = byLevel.map(({ figures }) =>
    figures.ratios!.median_ratio
  );
  assert(low > high + 0.2, `${low} ${high}`);
  assert.equal(areas.at(-1)!.area, "off");
  assert(evenAreas < 1);
});

Deno.test("worstSales() counts half and double the price as equally wrong", () => {
  const valuedAt = (sale: number, base: number) =>
    testSale({
      sale,
      value: { conservative: base, base, aggressive: base },
    });
  const sales = [
    valuedAt(1, 210_000),
    valuedAt(2, 100_000),
    valuedAt(3, 500_000),
    valuedAt(4, 400_000),
    testSale({ sale: 5, value: null }),
  ];
  assert.deepEqual(
    worstSales(sales, 3).map(({ sale }) => sale),
    [3, 2, 4],
  );
  assert.equal(worstSales(sales, 9).length, 4);
});

Deno.test("the thirds of the figures and of the fairness are the same sales, equal prices together", () => {
  const sales = testSales(301, 4).map((sale, i) => ({
    ...sale,
    price: i % 5 === 0 ? 200_000 : sale.price,
  }));
  const { by } = backtestFigures(sales);
  const { byPrice } = fairnessOf(sales);
  assert.deepEqual(
    byPrice.map(({ third, figures }) => [third, figures.sales]),
    by.price_third.map(({ group, sales }) => [group.slice(2), sales]),
  );
  byPrice.slice(1).forEach(({ from }, i) => assert(byPrice[i].to < from));
});
