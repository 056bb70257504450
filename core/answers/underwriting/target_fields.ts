import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import type { Target } from "../../../contracts/underwriting.ts";
import { percent } from "../../engine/figures.ts";
import { roundTo } from "../../engine/rounding.ts";
import {
  dealAt,
  type Lean,
  leaning,
} from "../../engine/underwriting/deal_at.ts";
import {
  type TargetName,
  targetPrice,
  targetsFor,
} from "../../engine/underwriting/targets.ts";
import type { Underwriting } from "../../engine/underwriting/underwrite.ts";

const { dscr_target, target_cash_on_cash, target_flip_margin, offer_reach } =
  UNDERWRITING;

const LABELS: Readonly<Record<TargetName, string>> = {
  dscr: `DSCR ${dscr_target}`,
  cash_on_cash: `${percent(target_cash_on_cash)} cash-on-cash`,
  flip_margin: `flip margin of ${percent(target_flip_margin)}`,
  break_even: "break-even",
};

/** Returns the price at which each target is met, with the discount from the price asked. */
export function targetFields(
  { inputs, strategy, deal, isExact }: Underwriting,
): Target[] {
  if (deal === null) return [];
  const leans: readonly Lean[] = isExact
    ? ["expected"]
    : ["cautious", "favorable"];
  const deals = leans.flatMap((lean) =>
    dealAt(inputs, strategy, leaning(lean))?.deal ?? []
  );
  return targetsFor(strategy, deal.deal).flatMap((target): Target[] => {
    const prices = deals.map((each) => targetPrice(target, each, strategy));
    if (prices.some((price) => price === null)) return [];
    const [low, high] = [
      Math.min(...prices as number[]),
      Math.max(...prices as number[]),
    ];
    return [targetOf(target, deal.deal.price, low, high)];
  });
}

function targetOf(
  target: TargetName,
  price: number,
  low: number,
  high: number,
): Target {
  const label = LABELS[target];
  if (high < 1) {
    return {
      target,
      label,
      price: null,
      discount: null,
      reach: "none",
      note: "no price meets it",
    };
  }
  const bounded = (value: number) => Number.isFinite(value) ? value : null;
  const discount = (at: number) => roundTo(1 - at / price, 4);
  const reach = low >= price
    ? "met"
    : high < (1 - offer_reach) * price
    ? "out_of_reach"
    : "within_reach";
  return {
    target,
    label,
    price: { low: low < 1 ? null : bounded(low), high: bounded(high) },
    discount: {
      low: Number.isFinite(high) ? discount(high) : null,
      high: low < 1 || !Number.isFinite(low) ? null : discount(low),
    },
    reach,
    note: {
      met: "met at the price",
      within_reach: low === high
        ? `${percent(discount(low), 0)} under the price`
        : high >= price
        ? "met at the favorable end only"
        : `${percent(discount(high), 0)} under the price at best`,
      out_of_reach: `out of reach, more than ${
        percent(offer_reach, 0)
      } under the price`,
    }[reach],
  };
}
