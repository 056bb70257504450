import assert from "node:assert/strict";
import { z } from "zod";
import { Strategy } from "../../../contracts/envelope.ts";
import { Fault } from "../../../contracts/errors.ts";
import {
  ASSUMPTION_NAMES,
  type AssumptionName,
  ASSUMPTIONS,
  CustomAssumptions,
} from "../../../contracts/assumptions.ts";
import { FinancingType } from "../../../contracts/financing.ts";
import {
  type Line,
  underwritingFields,
} from "../../../contracts/underwriting.ts";
import { ValuationState } from "../../../contracts/valuation.ts";
import {
  asking,
  CONDO_PIN,
  HOUSE_PIN,
  shown,
  SNAPSHOT,
  TWO_FLAT_PIN,
  valuationIn,
} from "./subjects.ts";
import fc from "../../fast_check.ts";

const double = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true });

/** Everything the contract accepts, its corners included. */
const assumptions = fc.record({
  ...Object.fromEntries(
    ASSUMPTION_NAMES.map((name) => {
      const { unit, min, max } = ASSUMPTIONS[name];
      return [
        name,
        unit === "months" || unit === "count"
          ? fc.integer({ min, max })
          : double(min, max),
      ];
    }),
  ) as Record<AssumptionName, fc.Arbitrary<number>>,
  financing_type: fc.constantFrom(...FinancingType.options),
}, { requiredKeys: [] })
  .filter((each) => CustomAssumptions.safeParse(each).success);

const cases = fc.record({
  custom: assumptions,
  strategy: fc.constantFrom(...Strategy.options),
  state: fc.constantFrom(...ValuationState.options),
  pin: fc.constantFrom(TWO_FLAT_PIN, HOUSE_PIN, CONDO_PIN),
  base: double(10_000, 5_000_000).map(Math.round),
});

Deno.test("underwrite() answers every accepted input within its contract", () => {
  const answers = z.object(underwritingFields).strict();
  fc.assert(
    fc.property(cases, ({ custom, strategy, state, pin, base }) => {
      let answer;
      try {
        answer = shown(
          SNAPSHOT,
          valuationIn(state, pin, base),
          asking(custom, { strategy }),
        ).answer;
      } catch (error) {
        // An owner's terms do not fit a house or a condo: the only thing an accepted input can get wrong.
        assert.ok(error instanceof Fault && error.code === "invalid_params");
        assert.match(custom.financing_type!, /owner_2_4$/);
        return;
      }
      answers.parse(answer);
      assert.ok(JSON.stringify(answer).length < 60_000);
      const price = answer.assumptions.purchase_price.value;
      for (const offer of answer.offers ?? []) {
        assert.ok(offer.price === null || offer.price <= price!);
      }
      assert.ok((answer.suggested_offer ?? 0) <= (price ?? 0));
      addsUp(answer.pro_forma, 2);
      addsUp(answer.financing?.lines, 0);
      addsUp(answer.flip?.lines, 0);
      addsUp(answer.brrrr?.lines, 0);
      for (const range of Object.values(answer.ranges ?? {})) {
        const { low, high } = range ?? { low: null, high: null };
        assert.ok(low === null || high === null || low <= high);
      }
      assert.ok(answer.metrics === null || answer.ranges === null);
    }),
    { numRuns: 400 },
  );
});

/** Every total is the sum of the lines above it, in whole steps. */
function addsUp(lines: readonly Line[] | null | undefined, decimals: number) {
  let sum = 0;
  for (const { total, amount, key } of lines ?? []) {
    const steps = Math.round(amount * 10 ** decimals);
    if (total) assert.equal(steps, sum, key);
    else sum += steps;
  }
}
