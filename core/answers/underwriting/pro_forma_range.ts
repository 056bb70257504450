import type { Strategy } from "../../../contracts/envelope.ts";
import type {
  Line,
  Underwriting as Fields,
} from "../../../contracts/underwriting.ts";
import { roundTo } from "../../engine/rounding.ts";
import {
  dealAt,
  type Lean,
  leaning,
} from "../../engine/underwriting/deal_at.ts";
import { incomeOf } from "../../engine/underwriting/income.ts";
import { purchaseOf } from "../../engine/underwriting/purchase.ts";
import type { DealInputs } from "../../engine/underwriting/resolve_inputs.ts";
import { heldLoan } from "../../engine/underwriting/returns.ts";
import { type DealSources, proForma } from "./statements.ts";

/** Returns the first year as a rental at the cautious and the favorable end; null when it cannot be computed. */
export function proFormaRange(
  inputs: DealInputs,
  strategy: Strategy,
  sources: DealSources,
): Fields["pro_forma_range"] {
  const at = (lean: Lean): Line[] | null => {
    const deal = dealAt(inputs, strategy, leaning(lean))?.deal;
    const income = deal && incomeOf(deal);
    return income
      ? proForma(deal, income, heldLoan(deal, purchaseOf(deal)), sources)
      : null;
  };
  const [cautious, expected, favorable] = [
    at("cautious"),
    at("expected"),
    at("favorable"),
  ];
  if (!cautious || !expected || !favorable) return null;
  const amount = (lines: Line[], key: string) =>
    roundTo(lines.find((line) => line.key === key)?.amount ?? 0, 0);
  return expected.map(({ key, label, total }) => {
    const ends = [amount(cautious, key), amount(favorable, key)];
    return {
      key,
      label,
      low: Math.min(...ends),
      high: Math.max(...ends),
      total,
      note: total
        ? ""
        : `${
          roundTo(amount(expected, key), 0).toLocaleString("en-US")
        } as expected`,
    };
  });
}
