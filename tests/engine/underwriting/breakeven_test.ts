import assert from "node:assert/strict";
import {
  type Breakeven,
  breakevensOf,
} from "../../../core/engine/underwriting/breakeven.ts";
import {
  type Deal,
  withLongTermRate,
} from "../../../core/engine/underwriting/deal.ts";
import { flipOf } from "../../../core/engine/underwriting/flip.ts";
import { returnsOf } from "../../../core/engine/underwriting/returns.ts";
import { targetPrice } from "../../../core/engine/underwriting/targets.ts";
import { deals, longTerms, TWO_FLAT } from "./deals.ts";
import fc from "../../fast_check.ts";

/** Puts an answer back into the deal; an answer may be missing, then there is a reason. */
function substituted(
  { value, reason }: Breakeven,
  check: (value: number) => void,
) {
  if (value === null) assert.ok(reason && reason.length > 0);
  else check(value);
}

Deno.test("break-even answers hold when put back into the deal", () => {
  fc.assert(
    fc.property(deals, longTerms, (deal, purchase) => {
      const base: Deal = { ...deal, purchase };
      const found = breakevensOf(base);
      const cashIs = (at: Deal) =>
        assert.ok(Math.abs(returnsOf(at)!.cashFlow) < 1e-4);
      // Transfer stamps go in steps of $500 of price: the crossing may be a step.
      const profitIs = (at: Deal) =>
        assert.ok(Math.abs(flipOf(at)!.netProfit) < 4);
      const dscr = (at: Deal) => returnsOf(at)!.dscr!;
      const dscrIs = (at: Deal) => assert.ok(Math.abs(dscr(at) - 1.2) < 1e-6);
      substituted(found.priceAtTargetDscr, (price) => {
        const covered = (at: Deal) => {
          const { noi, debtService } = returnsOf(at)!;
          return noi - 1.2 * debtService;
        };
        assert.ok(covered({ ...base, price }) >= 0);
        assert.ok(covered({ ...base, price: price + 1 }) < 0);
        assert.equal(price, targetPrice("dscr", base, "hold"));
      });
      substituted(found.rentAtTargetDscr, (rent) => dscrIs({ ...base, rent }));
      substituted(found.rentAtBreakeven, (rent) => cashIs({ ...base, rent }));
      substituted(
        found.rateAtTargetDscr,
        (rate) => dscrIs(withLongTermRate(base, rate)),
      );
      substituted(
        found.rateAtBreakeven,
        (rate) => cashIs(withLongTermRate(base, rate)),
      );
      substituted(
        found.vacancyAtBreakeven,
        (vacancy) => cashIs({ ...base, vacancy }),
      );
      substituted(
        found.arvAtFlipBreakeven,
        (arv) => profitIs({ ...base, arv }),
      );
      substituted(found.priceAtFlipBreakeven, (price) => {
        assert.ok(flipOf({ ...base, price })!.netProfit >= 0);
        assert.ok(flipOf({ ...base, price: price + 1 })!.netProfit < 0);
        assert.equal(price, targetPrice("break_even", base, "flip"));
      });
    }),
    { numRuns: 60 },
  );
});

Deno.test("breakevensOf() answers every question of a deal that works", () => {
  for (const [name, { reason }] of Object.entries(breakevensOf(TWO_FLAT))) {
    assert.equal(reason, null, name);
  }
});

Deno.test("breakevensOf() says why there is no answer", () => {
  const cash = { ...TWO_FLAT.purchase, down_pct: 1, rate: 0 };
  const found = breakevensOf({ ...TWO_FLAT, purchase: cash, arv: null });
  assert.equal(found.priceAtTargetDscr.reason, "there is no loan");
  assert.equal(
    found.priceAtFlipBreakeven.reason,
    "there is no after-repair value",
  );
  assert.equal(found.rentAtBreakeven.reason, null);
  const blank = breakevensOf({ ...TWO_FLAT, rent: null, tax: null });
  assert.equal(
    blank.priceAtTargetDscr.reason,
    "the property tax is unknown",
  );
  assert.equal(
    breakevensOf({ ...TWO_FLAT, rent: null }).vacancyAtBreakeven.reason,
    "the rent is unknown",
  );
  assert.equal(
    breakevensOf({ ...TWO_FLAT, rent: 300 }).priceAtTargetDscr.reason,
    "the rent does not cover the operating expenses at any price",
  );
});
