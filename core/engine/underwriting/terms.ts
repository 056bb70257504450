import {
  FINANCING_PRESETS,
  type FinancingPreset,
  type FinancingType,
} from "../../../contracts/financing.ts";
import type { CustomAssumptions } from "../../../contracts/assumptions.ts";
import type { LoanTerms } from "./deal.ts";

/** How the purchase and a later refinance are paid for. */
export interface ResolvedTerms {
  readonly type: FinancingType;
  readonly preset: FinancingPreset;
  readonly purchase: LoanTerms;
  /** The long-term loan after cash, a bridge loan or a renovation. */
  readonly takeout: LoanTerms;
}

/**
 * Returns the caller's terms over the preset's. A given rate is that of every long-term loan in the deal,
 * unless `refi_rate` is given too; with hard money it is the bridge loan's alone.
 */
export function resolveTerms(
  { financing_type, rate, down_pct, closing_buy, refi_rate }: CustomAssumptions,
): ResolvedTerms {
  const type = financing_type ?? "conventional_investor";
  const preset = FINANCING_PRESETS[type];
  const takeout = FINANCING_PRESETS.dscr_loan;
  const isBridge = type === "hard_money";
  return {
    type,
    preset,
    purchase: {
      ...preset,
      rate: type === "cash" ? 0 : rate ?? preset.rate,
      down_pct: down_pct ?? preset.down_pct,
      closing_pct: closing_buy ?? preset.closing_pct,
    },
    takeout: {
      ...takeout,
      rate: refi_rate ?? (isBridge ? takeout.rate : rate ?? takeout.rate),
    },
  };
}
