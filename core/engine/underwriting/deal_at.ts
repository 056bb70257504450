import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import type { AssumptionName } from "../../../contracts/assumptions.ts";
import type { Strategy } from "../../../contracts/envelope.ts";
import { type PropertyTax, taxAfterPurchase } from "../tax/property_tax.ts";
import type { Deal, DealTax } from "./deal.ts";
import { incomeOf, incomeValue } from "./income.ts";
import { type DealInputs, marketPlanOf, taxSpread } from "./resolve_inputs.ts";
import type { Resolved } from "./resolved.ts";

/** The after-repair value a deal is computed with. */
export interface UsedArv {
  readonly value: number;
  /** Lowered to 1.5 times the income value. */
  readonly capped: boolean;
  /** By the income approach; null where no cap applies or the income is unknown. */
  readonly incomeValue: number | null;
}

/** A deal, and the value it uses. */
export interface DealAtValue {
  readonly deal: Deal;
  readonly arv: UsedArv | null;
}

/** Where in its range an input is taken: its value, or the end that is worse or better for the buyer. */
export type Lean = "expected" | "cautious" | "favorable";

/** Where in their ranges the uncertain inputs are taken, in groups that move together. */
export interface Leans {
  readonly value: Lean;
  /** Rent and vacancy. */
  readonly rent: Lean;
  readonly tax: Lean;
  /** Insurance, management, repairs and reserve. */
  readonly costs: Lean;
  readonly growth: Lean;
}

/** Returns the same lean for every group. */
export function leaning(lean: Lean): Leans {
  return { value: lean, rent: lean, tax: lean, costs: lean, growth: lean };
}

/** Returns the deal for a strategy, its inputs taken as `leans` says; null without a price. */
export function dealAt(
  inputs: DealInputs,
  strategy: Strategy,
  leans: Leans = leaning("expected"),
): DealAtValue | null {
  const { building, terms, figures, tax } = inputs;
  const price = figures.purchase_price;
  if (price === null) return null;
  const gain = (input: Resolved, lean: Lean) =>
    end(input, lean, input.low, input.high);
  const cost = (name: AssumptionName) =>
    end(figures[name]!, leans.costs, figures[name]!.high, figures[name]!.low);
  const known = (name: AssumptionName) => figures[name]!.value;
  const rent = inputs.rents[strategy];
  const deal: Deal = {
    price: price.value,
    rehab: known("rehab_budget"),
    arv: figures.arv && gain(figures.arv, leans.value),
    rent: rent && gain(rent, leans.rent),
    otherIncome: known("other_income"),
    vacancy: end(
      figures.vacancy!,
      leans.rent,
      figures.vacancy!.high,
      figures.vacancy!.low,
    ),
    management: cost("management"),
    repairs: cost("repairs"),
    reserves: cost("capex_reserve"),
    insurance: cost("insurance_annual"),
    dues: 12 * known("hoa_monthly"),
    ownerUtilities: 12 * known("utilities_monthly"),
    purchase: terms.purchase,
    takeout: terms.takeout,
    holdMonths: known("hold_months"),
    rehabMonths: known("rehab_months"),
    refinance: { ltv: known("refi_ltv"), month: known("refi_month") },
    selling: {
      commission: known("commission"),
      closing: known("closing_sell"),
    },
    growth: {
      rent: known("rent_growth"),
      expenses: known("expense_growth"),
      value: gain(figures.appreciation!, leans.growth),
    },
    inChicago: building.inChicago,
    tax: taxOf(inputs, tax, leans.tax),
  };
  if (deal.arv === null) return { deal, arv: null };
  const arv = capValue(inputs, deal.arv, deal, leans.rent);
  return { deal: { ...deal, arv: arv.value }, arv };
}

function end(
  { value }: Resolved,
  lean: Lean,
  worse: number,
  better: number,
): number {
  return lean === "expected" ? value : lean === "cautious" ? worse : better;
}

/** The buyer's tax at a price: the caller's own, else today's bill and the reassessed one. */
function taxOf(
  { figures, terms, request }: DealInputs,
  tax: PropertyTax | null,
  lean: Lean,
): Deal["tax"] {
  if (request.custom.tax_annual !== undefined) {
    const given = figures.tax_annual!.value;
    return () => ({ now: given, planned: given });
  }
  if (tax === null) return null;
  const off = taxSpread(tax);
  const ownerOccupied = terms.preset.owner_occupied;
  return (price): DealTax => {
    const { beforeReassessment, reassessed, underwritten } = taxAfterPurchase(
      tax,
      { price, ownerOccupied },
    );
    const now = beforeReassessment ?? reassessed;
    switch (lean) {
      case "expected":
        return { now, planned: underwritten };
      case "cautious": {
        const most = underwritten * (1 + off);
        return { now: most, planned: most };
      }
      case "favorable": {
        const least = Math.min(now, reassessed) * (1 - off);
        return { now: least, planned: least };
      }
    }
  };
}

/**
 * Caps a 2-4 flat's value at 1.5 times its income value: no buyer pays for rents that are not there.
 * The income is the whole building's at market rents; a caller's own rent counts only where there is no
 * estimate. A value that the caller gave stays.
 */
function capValue(
  inputs: DealInputs,
  value: number,
  deal: Deal,
  lean: Lean,
): UsedArv {
  const { building, tax, request, terms } = inputs;
  const uncapped = { value, capped: false, incomeValue: null };
  if (
    building.propType !== "mf2_4" || tax === null ||
    request.custom.arv !== undefined
  ) return uncapped;
  const given = terms.preset.owner_occupied
    ? null
    : request.custom.rent_override ?? null;
  const market = marketPlanOf(inputs);
  const rent = market ? end(market, lean, market.low, market.high) : given;
  const income = incomeOf({ ...deal, rent });
  const byIncome = income === null ? 0 : incomeValue(income, tax.effectiveRate);
  if (byIncome === 0) return uncapped;
  const cap = UNDERWRITING.income_arv_cap * byIncome;
  return {
    value: Math.min(value, cap),
    capped: cap < value,
    incomeValue: byIncome,
  };
}
