import type { Underwriting as Fields } from "../../../contracts/underwriting.ts";
import { brrrrOf } from "../../engine/underwriting/brrrr.ts";
import type { Carry } from "../../engine/underwriting/carry.ts";
import { type Deal, rehabCost } from "../../engine/underwriting/deal.ts";
import {
  dealAt,
  type Lean,
  leaning,
} from "../../engine/underwriting/deal_at.ts";
import { flipOf } from "../../engine/underwriting/flip.ts";
import { purchaseOf } from "../../engine/underwriting/purchase.ts";
import { spanOf } from "../../engine/underwriting/ranges.ts";
import type { Underwriting } from "../../engine/underwriting/underwrite.ts";
import { spanFields } from "./metric_fields.ts";

/** One month: cash of the owner, negative when paid. */
interface Month {
  readonly month: number;
  readonly event: string;
  readonly cash: number;
  readonly cashIn: number;
}

/** Returns the months from purchase to sale or refinance; null for the other strategies and where it cannot be computed. */
export function timelineFields(
  { inputs, strategy, isExact }: Underwriting,
): Fields["timeline"] {
  if (strategy !== "flip" && strategy !== "brrrr") return null;
  const leans: readonly Lean[] = isExact
    ? ["expected"]
    : ["cautious", "expected", "favorable"];
  const all = leans.flatMap((lean) => {
    const deal = dealAt(inputs, strategy, leaning(lean))?.deal;
    const months = deal && monthsOf(deal, strategy);
    return months ? [months] : [];
  });
  if (all.length === 0) return null;
  return all[0].map(({ month, event }, i) => ({
    month,
    event,
    cash: spanFields(spanOf(all.map((months) => months[i].cash))!, 0),
    cash_in: spanFields(spanOf(all.map((months) => months[i].cashIn))!, 0),
  }));
}

function monthsOf(deal: Deal, strategy: "flip" | "brrrr"): Month[] | null {
  const flip = flipOf(deal);
  const brrrr = strategy === "brrrr" ? brrrrOf(deal) : null;
  const carry = strategy === "brrrr" ? brrrr?.carry : flip?.carry;
  if (!carry || (strategy === "flip" && !flip)) return null;
  const back = brrrr
    ? brrrr.refinance.cashOut
    : flip!.salePrice - flip!.commission - flip!.sellerClosing -
      flip!.sellerStamps - carry.payoff;
  return [
    ...months(deal, carry),
  ].map((each, i, { length }) =>
    i < length - 1 ? each : {
      ...each,
      event: `${each.event}; ${strategy === "flip" ? "sale" : "refinance"}`,
      cash: each.cash + back,
      cashIn: each.cashIn - back,
    }
  );
}

/** Purchase and rehab in month 0, then what each month costs. */
function months(deal: Deal, carry: Carry): Month[] {
  const start = purchaseOf(deal).cashToClose + rehabCost(deal);
  let cashIn = start;
  return [
    {
      month: 0,
      event: deal.rehab > 0 ? "purchase, rehab paid" : "purchase",
      cash: -start,
      cashIn,
    },
    ...carry.byMonth().map(({ month, rented, rents, holding, debt }): Month => {
      const cash = rents - holding - debt;
      cashIn -= cash;
      return {
        month,
        event: rented ? "rented" : "empty",
        cash,
        cashIn,
      };
    }),
  ];
}
