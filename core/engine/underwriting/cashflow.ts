import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";

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
 * Returns the yearly cash flow: rent and expenses grow, the debt service stays.
 *
 * @param rent first year's collected rent
 * @param expenses first year's operating expenses
 * @param growth of rent and expenses, fractions a year
 */
export function projectCashflow(
  rent: number,
  expenses: number,
  debtService: number,
  growth: { readonly rent: number; readonly expenses: number },
  years: number = UNDERWRITING.cashflow_years,
): CashflowYear[] {
  return Array.from({ length: years }, (_, elapsed) => {
    const collected = rent * (1 + growth.rent) ** elapsed;
    const spent = expenses * (1 + growth.expenses) ** elapsed;
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
