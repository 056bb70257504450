import assert from "node:assert/strict";
import { FINANCING_PRESETS } from "../../../contracts/financing.ts";
import {
  flipOf,
  seventyPercentOffer,
} from "../../../core/engine/underwriting/flip.ts";
import { deals, TWO_FLAT } from "./deals.ts";
import fc from "../../fast_check.ts";

Deno.test("flipOf() takes every cost of a cash flip in Chicago off the sale", () => {
  const flip = flipOf({ ...TWO_FLAT, purchase: FINANCING_PRESETS.cash })!;
  const carry = 3_600 / 2 + 2_000 / 2 + 6 * 250;
  const bought = 200_000 + 2_000 + 1_500;
  const selling = 0.06 * 280_000 + 560 * 2.25;
  assert.equal(flip.carry.cost, carry);
  assert.equal(flip.netProfit, 280_000 - bought - 22_000 - carry - selling);
  assert.equal(flip.cashInvested, bought + 22_000 + carry);
  assert.equal(flip.roi, flip.netProfit / flip.cashInvested);
});

Deno.test("flipOf() charges points and interest of a hard-money loan", () => {
  const deal = { ...TWO_FLAT, purchase: FINANCING_PRESETS.hard_money };
  const flip = flipOf(deal)!;
  assert.equal(flip.purchase.loan, 170_000);
  assert.ok(Math.abs(flip.purchase.points - 3_400) < 1e-9);
  assert.ok(Math.abs(flip.carry.interest - 170_000 * 0.115 / 2) < 1e-6);
  assert.equal(flip.carry.payoff, 170_000);
});

Deno.test("flipOf() conserves cash: what is left after the sale is what went in plus the profit", () => {
  fc.assert(
    fc.property(deals, (deal) => {
      const flip = flipOf(deal)!;
      const proceeds = flip.salePrice - flip.commission - flip.sellerClosing -
        flip.sellerStamps - flip.carry.payoff;
      const left = proceeds - flip.cashInvested;
      assert.ok(Math.abs(left - flip.netProfit) < 1e-9 * flip.salePrice + 1e-6);
    }),
  );
});

Deno.test("flipOf() earns more on a higher sale and less on a longer hold", () => {
  fc.assert(
    fc.property(deals, (deal) => {
      const profit = flipOf(deal)!.netProfit;
      assert.ok(flipOf({ ...deal, arv: deal.arv! * 1.1 })!.netProfit > profit);
      assert.ok(
        flipOf({ ...deal, holdMonths: deal.holdMonths + 1 })!.netProfit <
          profit,
      );
    }),
  );
});

Deno.test("flipOf() is null without an after-repair value or tax", () => {
  assert.equal(flipOf({ ...TWO_FLAT, arv: null }), null);
  assert.equal(flipOf({ ...TWO_FLAT, tax: null }), null);
});

Deno.test("seventyPercentOffer() is 70% of the after-repair value less repairs", () => {
  assert.equal(seventyPercentOffer(300_000, 40_000), 170_000);
});
