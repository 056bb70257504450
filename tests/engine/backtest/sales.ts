import type { TestSale } from "../../../core/engine/backtest/backtest_sale.ts";
import { seeded } from "../valuation/county.ts";

/** A test sale valued at 10% more than its price, unless said otherwise. */
export function testSale(change: Partial<TestSale> = {}): TestSale {
  const price = change.price ?? 200_000;
  return {
    sale: 0,
    propertyId: "1",
    day: 19_000,
    price,
    propType: "sfh",
    township: "70",
    area: "17031000100",
    segment: "70|sfh",
    state: "range-only",
    refusal: null,
    value: {
      conservative: Math.round(0.95 * price),
      base: Math.round(1.1 * price),
      aggressive: Math.round(1.3 * price),
    },
    shown: true,
    confidence: 80,
    comps: 12,
    ...change,
  };
}

/** Seeded test sales whose values lie within 20% of the prices, evenly. */
export function testSales(count: number, seed = 1): TestSale[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, sale) => {
    const price = Math.round(100_000 + 500_000 * random());
    const base = Math.round(price * (0.8 + 0.4 * random()));
    return testSale({
      sale,
      price,
      day: 19_000 + sale,
      area: `1703100${String(sale % 5).padStart(4, "0")}`,
      confidence: Math.round(1000 * random()) / 10,
      value: {
        conservative: Math.round(0.84 * base),
        base,
        aggressive: Math.round(1.2 * base),
      },
    });
  });
}
