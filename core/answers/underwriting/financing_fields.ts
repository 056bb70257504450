import type { Financing } from "../../../contracts/underwriting.ts";
import { roundTo } from "../../engine/rounding.ts";
import type { Deal } from "../../engine/underwriting/deal.ts";
import { purchaseOf } from "../../engine/underwriting/purchase.ts";
import type { DealInputs } from "../../engine/underwriting/resolve_inputs.ts";
import { closingStatement, type DealSources } from "./statements.ts";

/** Returns the loan and the day of closing, as shown. */
export function financingFields(
  deal: Deal,
  inputs: DealInputs,
  sources: DealSources,
): Financing {
  const { preset } = inputs.terms;
  const purchase = purchaseOf(deal);
  const lines = closingStatement(deal, purchase, sources);
  const principalAndInterest = roundTo(purchase.principalAndInterest, 2);
  const mortgageInsurance = roundTo(purchase.mortgageInsurance, 2);
  return {
    label: preset.label,
    loan_amount: roundTo(purchase.loan, 0),
    term_months: preset.term_months,
    interest_only: preset.interest_only,
    principal_and_interest: principalAndInterest,
    mortgage_insurance: mortgageInsurance,
    monthly_payment: roundTo(principalAndInterest + mortgageInsurance, 2),
    cash_to_close: lines[lines.length - 1].amount,
    lines,
    terms_as_of: preset.as_of,
    terms_source: preset.source,
  };
}
