import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import type { Deal } from "./deal.ts";

/** A year of operation, dollars. Costs are positive. */
export interface Income {
  /** Gross scheduled rent: every unit rented all year. */
  readonly grossRent: number;
  readonly vacancy: number;
  readonly otherIncome: number;
  /** Effective gross income. */
  readonly effectiveGross: number;
  readonly expenses: OperatingExpenses;
  readonly totalExpenses: number;
  /** Net operating income: before debt service and income tax. */
  readonly noi: number;
}

/** Operating expenses a year, dollars. */
export interface OperatingExpenses {
  readonly propertyTax: number;
  readonly insurance: number;
  readonly management: number;
  readonly repairs: number;
  /** Set aside for roof, boiler and the like. */
  readonly reserves: number;
  readonly utilities: number;
  /** Association dues. */
  readonly dues: number;
}

/** Returns a year of operation as a rental, or null when rent or property tax is unknown. */
export function incomeOf(deal: Deal): Income | null {
  const { rent, tax } = deal;
  if (rent === null || tax === null) return null;
  const grossRent = rent * 12;
  const vacancy = grossRent * deal.vacancy;
  const otherIncome = deal.otherIncome * 12;
  const effectiveGross = grossRent - vacancy + otherIncome;
  const expenses = {
    propertyTax: tax(deal.price).planned,
    insurance: deal.insurance,
    management: effectiveGross * deal.management,
    repairs: effectiveGross * deal.repairs,
    reserves: effectiveGross * deal.reserves,
    utilities: deal.ownerUtilities,
    dues: deal.dues,
  };
  const totalExpenses = expenses.propertyTax + expenses.insurance +
    expenses.management + expenses.repairs + expenses.reserves +
    expenses.utilities + expenses.dues;
  return {
    grossRent,
    vacancy,
    otherIncome,
    effectiveGross,
    expenses,
    totalExpenses,
    noi: effectiveGross - totalExpenses,
  };
}

/**
 * Returns the value by the income approach: income before property tax, capitalized at the market rate
 * loaded with the tax rate, so that the tax is that of the value itself. 0 when there is no income.
 *
 * @param taxRate property tax per dollar of value
 */
export function incomeValue(
  { effectiveGross, totalExpenses, expenses }: Income,
  taxRate: number,
): number {
  const beforeTax = effectiveGross - totalExpenses + expenses.propertyTax;
  return Math.max(0, beforeTax / (UNDERWRITING.cap_rate + taxRate));
}
