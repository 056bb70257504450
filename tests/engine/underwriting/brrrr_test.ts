import assert from "node:assert/strict";
import { brrrrOf } from "../../../core/engine/underwriting/brrrr.ts";
import { deals, TWO_FLAT } from "./deals.ts";
import fc from "../../fast_check.ts";

Deno.test("brrrrOf() refinances at 75% of the after-repair value when the rent carries it", () => {
  const brrrr = brrrrOf({ ...TWO_FLAT, rent: 4_000 })!;
  assert.equal(brrrr.refinance.loan, 210_000);
  assert.equal(brrrr.refinance.limitedBy, "ltv");
  assert.equal(brrrr.equity, 70_000);
});

Deno.test("brrrrOf() lends no more than NOI covers 1.2 times", () => {
  const brrrr = brrrrOf({ ...TWO_FLAT, rent: 2_200 })!;
  assert.equal(brrrr.refinance.limitedBy, "dscr");
  assert.ok(brrrr.refinance.loan < 210_000);
  assert.ok(Math.abs(brrrr.dscr! - 1.2) < 1e-12);
});

Deno.test("brrrrOf() conserves cash through the refinance", () => {
  fc.assert(
    fc.property(deals, (deal) => {
      const { refinance, cashIn, cashLeft, purchase, carry } = brrrrOf(deal)!;
      const close = (a: number, b: number) =>
        assert.ok(
          Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), deal.price),
        );
      close(
        refinance.loan,
        refinance.payoff + refinance.costs + refinance.cashOut,
      );
      close(cashLeft + refinance.cashOut, cashIn);
      close(purchase.loan, refinance.payoff + carry.principal);
    }),
  );
});

Deno.test("brrrrOf() calls a paying house with no cash left an infinite return, not a number", () => {
  const deal = { ...TWO_FLAT, price: 80_000, rehab: 0, rent: 4_000 };
  const brrrr = brrrrOf(deal)!;
  assert.ok(brrrr.cashLeft <= 0);
  assert.equal(brrrr.cashOnCash, null);
  assert.equal(brrrr.infiniteReturn, true);
});

Deno.test("brrrrOf() never calls a house that does not pay an infinite return", () => {
  fc.assert(
    fc.property(deals, (deal) => {
      const { cashLeft, cashFlow, cashOnCash, infiniteReturn } = brrrrOf(deal)!;
      assert.equal(infiniteReturn, cashLeft <= 0 && cashFlow > 0);
      assert.equal(cashOnCash === null, cashLeft <= 0);
    }),
  );
});
