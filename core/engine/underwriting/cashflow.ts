import { CONSTANTS } from "../../../contracts/constants.ts";

/** One year of holding, dollars. */
export interface CashflowYear {
  readonly year: number;
  /** Collected rent. */
  readonly rent: number;
  readonly expenses: number;
  readonly noi: number;
  readonly debtService: number;
  readonly cashFlow: number;
}

/**
 * Yearly cash flow: rent grows 2% and expenses 2.5% a year, the debt service stays.
 *
 * @param rent first year's collected rent
 * @param expenses first year's operating expenses
 */
export function projectCashflow(
  rent: number,
  expenses: number,
  debtService: number,
): CashflowYear[] {
  const { cashflow_years, rent_growth, expense_growth } =
    CONSTANTS.underwriting;
  return Array.from({ length: cashflow_years }, (_, elapsed) => {
    const collected = rent * (1 + rent_growth) ** elapsed;
    const spent = expenses * (1 + expense_growth) ** elapsed;
    return {
      year: elapsed + 1,
      rent: collected,
      expenses: spent,
      noi: collected - spent,
      debtService,
      cashFlow: collected - spent - debtService,
    };
  });
}
