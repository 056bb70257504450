import type { Strategy } from "../../../contracts/envelope.ts";
import type {
  Line,
  Underwriting as Fields,
} from "../../../contracts/underwriting.ts";
import { dollars } from "../../engine/figures.ts";
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

/** Returns the first year as a rental at the cautious and the favorable end, each adding up; null when it cannot be computed. */
export function proFormaRange(
  inputs: DealInputs,
  strategy: Strategy,
  sources: DealSources,
): Fields["pro_forma_range"] {
  const at = (lean: Lean): Line[] | null => {
    const deal = dealAt(inputs, strategy, leaning(lean))?.deal;
    const income = deal && incomeOf(deal);
    return income
      ? proForma(deal, income, heldLoan(deal, purchaseOf(deal)), sources, 0)
      : null;
  };
  const [cautious, expected, favorable] = [
    at("cautious"),
    at("expected"),
    at("favorable"),
  ];
  if (!cautious || !expected || !favorable) return null;
  const amount = (lines: Line[], key: string) =>
    lines.find((line) => line.key === key)?.amount ?? 0;
  return expected.map((line) => ({
    key: line.key,
    label: line.label,
    low: amount(cautious, line.key),
    high: amount(favorable, line.key),
    total: line.total,
    note: `${dollars(line.amount)} as expected`,
  }));
}
