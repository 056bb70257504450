import assert from "node:assert/strict";
import { TRANSFER_TAX } from "../../../contracts/constants/underwriting.ts";
import { Strategy } from "../../../contracts/envelope.ts";
import { brrrrOf } from "../../../core/engine/underwriting/brrrr.ts";
import type { Deal } from "../../../core/engine/underwriting/deal.ts";
import {
  offersOf,
  suggestedOffer,
} from "../../../core/engine/underwriting/offers.ts";
import { returnsOf } from "../../../core/engine/underwriting/returns.ts";
import { targetPrice } from "../../../core/engine/underwriting/targets.ts";
import { deals, TWO_FLAT } from "./deals.ts";
import fc from "../../fast_check.ts";

const strategies = fc.constantFrom(...Strategy.options);

Deno.test("no offer exceeds the analyzed price", () => {
  fc.assert(
    fc.property(deals, strategies, (deal, strategy) => {
      const offers = offersOf(deal, strategy);
      const suggested = suggestedOffer(offers, strategy);
      for (const price of [...offers.map(({ price }) => price), suggested]) {
        if (price !== null) {
          assert.ok(price > 0 && price <= deal.price, String(price));
        }
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("suggestedOffer() satisfies both rules of a rental, and a flip's own", () => {
  fc.assert(
    fc.property(deals, strategies, (deal, strategy) => {
      const offers = offersOf(deal, strategy);
      const prices = offers.map(({ price }) => price);
      const lower = prices.includes(null)
        ? null
        : Math.min(...prices as number[]);
      assert.equal(
        suggestedOffer(offers, strategy),
        strategy === "flip" ? prices[0] : lower,
      );
    }),
    { numRuns: 60 },
  );
});

/** What a price leaves above the return rule of a strategy, dollars a year. */
const RETURN_SURPLUS = {
  hold: (deal: Deal) => {
    const { cashFlow, cashInvested } = returnsOf(deal)!;
    return cashFlow - 0.08 * cashInvested;
  },
  brrrr: (deal: Deal) => {
    const { cashFlow, cashLeft } = brrrrOf(deal)!;
    return cashFlow - 0.08 * Math.max(0, cashLeft);
  },
};

Deno.test("an offer below the analyzed price meets its rule, a dollar more does not", () => {
  fc.assert(
    fc.property(deals, fc.constantFrom("hold", "brrrr"), (deal, strategy) => {
      const [target, coverage] = offersOf(deal, strategy);
      const surplus = RETURN_SURPLUS[strategy];
      if (target.price !== null && !target.capped) {
        const { price } = target;
        assert.ok(surplus({ ...deal, price }) >= 0);
        assert.ok(
          price + 1 > deal.price || surplus({ ...deal, price: price + 1 }) < 0,
        );
      }
      const purchase = deal.purchase.down_pct === 1
        ? deal.takeout
        : deal.purchase;
      const covered = (price: number) => {
        const { noi, debtService } = returnsOf({ ...deal, purchase, price })!;
        return noi - 1.2 * debtService;
      };
      if (coverage.price !== null && !coverage.capped) {
        assert.ok(covered(coverage.price) >= 0);
        assert.ok(
          coverage.price + 1 > deal.price || covered(coverage.price + 1) < 0,
        );
      }
    }),
    { numRuns: 300 },
  );
});

Deno.test("an offer that the next transfer stamp would fail is the whole price before it", () => {
  fc.assert(
    fc.property(
      deals,
      fc.integer({ min: 80, max: 1_000 }),
      fc.double({ min: 0, max: 0.9, noNaN: true }),
      (any, parts, part) => {
        const price = 500 * parts;
        const deal = { ...any, price, inChicago: true };
        const stamp = 0.08 * TRANSFER_TAX.chicago_buyer;
        // Utilities such that this price meets the target, by less than one stamp.
        const ownerUtilities = deal.ownerUtilities +
          RETURN_SURPLUS.hold(deal) - part * stamp;
        const meets = { ...deal, ownerUtilities };
        fc.pre(RETURN_SURPLUS.hold(meets) >= 0);
        const analyzed = { ...meets, price: price + 1_000 };
        assert.equal(offersOf(analyzed, "hold")[0].price, price);
        assert.equal(targetPrice("cash_on_cash", meets, "hold"), price);
      },
    ),
    { numRuns: 200 },
  );
});

Deno.test("offersOf() for a BRRRR returns 8% on the cash left", () => {
  const deal = { ...TWO_FLAT, price: 240_000 };
  const [target] = offersOf(deal, "brrrr");
  assert.equal(target.capped, false);
  const { cashFlow, cashLeft } = brrrrOf({ ...deal, price: target.price! })!;
  assert.ok(Math.abs(cashFlow / cashLeft - 0.08) < 1e-3);
});

Deno.test("offersOf() for a flip follows the 70% rule", () => {
  assert.deepEqual(offersOf(TWO_FLAT, "flip")[0], {
    rule: "seventy_percent",
    price: 0.7 * 280_000 - 20_000,
    capped: false,
    reason: null,
  });
});

Deno.test("offersOf() says why a rule has no price", () => {
  const [target, coverage] = offersOf({ ...TWO_FLAT, rent: 200 }, "hold");
  assert.equal(target.price, null);
  assert.equal(coverage.reason, "no price meets it at this rent");
  assert.equal(suggestedOffer([target, coverage], "hold"), null);
});
