import assert from "node:assert/strict";
import fc from "fast-check";
import { Strategy } from "../../../contracts/envelope.ts";
import { brrrrOf } from "../../../core/engine/underwriting/brrrr.ts";
import {
  offersOf,
  suggestedOffer,
} from "../../../core/engine/underwriting/offers.ts";
import { returnsOf } from "../../../core/engine/underwriting/returns.ts";
import { deals, TWO_FLAT } from "./deals.ts";

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

Deno.test("an offer below the analyzed price meets its rule, a dollar more does not", () => {
  fc.assert(
    fc.property(deals, (deal) => {
      const [target, coverage] = offersOf(deal, "hold");
      const surplus = (price: number) => {
        const { cashFlow, cashInvested } = returnsOf({ ...deal, price })!;
        return cashFlow - 0.08 * cashInvested;
      };
      if (target.price !== null && !target.capped) {
        assert.ok(surplus(target.price) >= -1e-6);
        assert.ok(surplus(target.price + 1) < 1e-6);
      }
      const purchase = deal.purchase.down_pct === 1
        ? deal.takeout
        : deal.purchase;
      const dscr = (price: number) =>
        returnsOf({ ...deal, purchase, price })!.dscr!;
      if (coverage.price !== null && !coverage.capped) {
        assert.ok(dscr(coverage.price) >= 1.2 - 1e-9);
        assert.ok(dscr(coverage.price + 1) < 1.2 + 1e-9);
      }
    }),
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
