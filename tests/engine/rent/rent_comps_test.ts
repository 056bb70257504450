import assert from "node:assert/strict";
import {
  marketRent,
  type RentEstimate,
} from "../../../core/engine/rent/market_rent.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import {
  type MemoryRows,
  memorySnapshot,
} from "../../../core/snapshot/memory.ts";
import fc from "../../fast_check.ts";

const TODAY = dayOf("2026-11-20");
const HERE = { lat: 41.8, lon: -87.7 };
const LADDER = { br0: 1_000, br1: 1_200, br2: 1_400, br3: 1_800, br4: 2_000 };

type Rent = NonNullable<MemoryRows["rents"]>[number];

/** A two-bedroom lease of today next door, with changes. */
const lease = (changes: Partial<Rent> = {}): Rent => ({
  ...HERE,
  date: TODAY,
  kind: "lease",
  rent: 1_500,
  bedrooms: 2,
  ...changes,
});

/** Degrees of latitude for meters. */
const north = (meters: number) => HERE.lat + meters / 111_195;

function estimate(
  rents: readonly Rent[],
  subject: { units?: number; bedrooms?: number; sqft?: number } = {},
): RentEstimate {
  const found = marketRent(
    memorySnapshot({
      safmr: [{ fiscal_year: 2027, zip: "60608", ...LADDER }],
      rents,
    }),
    {
      ...HERE,
      tract: "",
      zip: "60608",
      units: 1,
      bedrooms: 2,
      sqft: NaN,
      usualBedrooms: 2,
      today: TODAY,
      ...subject,
    },
  );
  assert.ok(!("reason" in found));
  return found;
}

const close = (actual: number, expected: number, share = 0.005) =>
  assert.ok(
    Math.abs(actual / expected - 1) <= share,
    `${actual} is not within ${share * 100}% of ${expected}`,
  );

Deno.test("without imported rents the range is the model's own width", () => {
  const wide = estimate([]);
  assert.deepEqual(wide.comps, []);
  assert.equal(wide.range.low / wide.market, 0.7);
  close(wide.range.high / wide.market, 1.3);
});

Deno.test("equal leases next door are the rent, in a narrower range", () => {
  const found = estimate(Array.from({ length: 6 }, () => lease()));
  assert.equal(found.market, 1_500);
  assert.ok(found.range.low > 0.85 * 1_500 && found.range.low < 1_500);
  assert.ok(found.range.high < 1.15 * 1_500 && found.range.high > 1_500);
});

Deno.test("each difference is adjusted for: bedrooms by HUD's ladder, age by rent growth, area by its elasticity", () => {
  const [{ accepted }] = estimate([
    lease({ bedrooms: 3 }),
    lease({ date: TODAY - 365 }),
    lease({ sqft: 1_900 }),
    lease(),
    lease(),
  ], { sqft: 950 }).comps;
  const of = (row: number) => accepted.find((comp) => comp.row === row)!;
  close(of(0).adjusted, 1_500 * 1_400 / 1_800);
  close(of(1).adjusted, 1_500 * 1.02);
  close(of(2).adjusted, 1_500 * 0.5 ** 0.3);
  assert.equal(of(3).adjusted, 1_500);
  assert.ok(of(0).weight < of(3).weight);
  close(accepted.reduce((sum, { weight }) => sum + weight, 0), 1);
});

Deno.test("a rent that is no comp is counted by its reason", () => {
  const [{ rejected, accepted }] = estimate([
    ...Array.from({ length: 5 }, () => lease()),
    lease({ lat: north(2_000) }),
    lease({ date: TODAY - 500 }),
    lease({ bedrooms: 5 }),
    lease({ bedrooms: NaN }),
    lease({ rent: 6_000 }),
  ]).comps;
  assert.equal(accepted.length, 5);
  assert.deepEqual(rejected, {
    too_far: 1,
    too_old: 1,
    other_bedrooms: 1,
    bedrooms_unknown: 1,
    outlier: 1,
  });
});

Deno.test("the search widens until there are enough", () => {
  const far = estimate(
    Array.from({ length: 6 }, () => lease({ lat: north(1_200) })),
  ).comps[0];
  assert.deepEqual([far.radius, far.months], [1_600, 12]);
  const farther = estimate(
    Array.from({ length: 3 }, () => lease({ lat: north(3_000) })),
  ).comps[0];
  assert.deepEqual([farther.radius, farther.accepted.length], [3_200, 3]);
});

Deno.test("too few rents, or rents that disagree, are refused with what would change it, and the model's range stands", () => {
  const few = estimate([lease(), lease()]);
  assert.equal(few.comps[0].refusal?.code, "too_few_rents");
  assert.match(few.comps[0].refusal!.fix, /import/);
  assert.equal(few.market, 1_400);
  assert.equal(few.range.low / few.market, 0.7);
  const apart = estimate(
    [1_000, 1_000, 1_050, 1_900, 2_000, 1_950].map((rent) => lease({ rent })),
  );
  assert.equal(apart.comps[0].refusal?.code, "dispersion");
  assert.equal(apart.market, 1_400);
});

Deno.test("a building's units each have their comps; a unit without keeps the model's width", () => {
  const found = estimate(Array.from({ length: 6 }, () => lease()), {
    units: 2,
    bedrooms: 6,
  });
  // Two three-bedroom units, from two-bedroom leases.
  assert.equal(found.comps.length, 1);
  close(found.market, 2 * 1_500 * 1_800 / 1_400);
  const mixed = estimate(Array.from({ length: 6 }, () => lease()), {
    units: 2,
    bedrooms: 9,
  });
  assert.deepEqual(
    mixed.comps.map(({ bedrooms, range }) => [bedrooms, range !== null]),
    [[5, false], [4, false]],
  );
});

Deno.test("a comp never moves the estimate away from itself, and the range holds the estimate", () => {
  const rents = fc.array(fc.integer({ min: 1_200, max: 1_800 }), {
    minLength: 5,
    maxLength: 12,
  });
  fc.assert(
    fc.property(rents, fc.integer({ min: 0, max: 4 }), (amounts, at) => {
      const base = (list: readonly number[]) =>
        estimate(list.map((rent) => lease({ rent })));
      const before = base(amounts);
      const after = base(
        amounts.map((rent, i) => i === at ? rent + 50 : rent),
      );
      assert.ok(after.market >= before.market);
      for (const { range, market } of [before, after]) {
        assert.ok(range.low < market && market < range.high);
      }
    }),
    { numRuns: 40 },
  );
});
