import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import type { Underwriting as Fields } from "../../../contracts/underwriting.ts";
import {
  dealAt,
  type Lean,
  leaning,
} from "../../engine/underwriting/deal_at.ts";
import { outlookOf } from "../../engine/underwriting/outlook.ts";
import { spanOf } from "../../engine/underwriting/ranges.ts";
import type { Underwriting } from "../../engine/underwriting/underwrite.ts";
import { spanFields } from "./metric_fields.ts";

/** Returns how the rental stands after some years, as shown. */
export function outlookFields(
  { inputs, strategy, isExact }: Underwriting,
): Fields["outlook"] {
  const leans: readonly Lean[] = isExact
    ? ["expected"]
    : ["cautious", "expected", "favorable"];
  const ends = leans.flatMap((lean) => {
    const deal = dealAt(inputs, strategy, leaning(lean))?.deal;
    return deal ? [outlookOf(deal)] : [];
  }).filter(({ length }) => length > 0);
  if (ends.length === 0) return [];
  return UNDERWRITING.outlook_years.map((years, i) => {
    const all = ends.map((end) => end[i]);
    return {
      years,
      cash_flow: spanFields(spanOf(all.map((each) => each.cashFlow))!, 0),
      equity: spanFields(spanOf(all.map((each) => each.equity))!, 0),
      irr: spanFields(spanOf(all.map((each) => each.irr)), 4),
    };
  });
}
