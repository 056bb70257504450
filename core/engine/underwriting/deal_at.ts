import { CONSTANTS } from "../../../contracts/constants.ts";
import type { Strategy } from "../../../contracts/envelope.ts";
import { taxAfterPurchase } from "../tax/property_tax.ts";
import { yearlyInsurance, yearlyUtilities } from "./building.ts";
import type { Deal } from "./deal.ts";
import { incomeOf, incomeValue } from "./income.ts";
import { type DealInputs, marketPlanOf, rentPlanOf } from "./resolve_inputs.ts";

/** The after-repair value a deal is computed with. */
export interface UsedArv {
  readonly value: number;
  /** Lowered to 1.5 times the income value. */
  readonly capped: boolean;
  /** By the income approach; null where no cap applies or the income is unknown. */
  readonly incomeValue: number | null;
}

/** A deal at one value, and the value it uses. */
export interface DealAtValue {
  readonly deal: Deal;
  readonly arv: UsedArv | null;
}

/**
 * The deal for a strategy at a value of the property; null without a price.
 *
 * @param value dollars; null when there is no value
 * @param base the middle value, against which modelled rents move
 */
export function dealAt(
  inputs: DealInputs,
  strategy: Strategy,
  value: number | null,
  base: number | null,
): DealAtValue | null {
  const { building, terms, price, rehab, holdMonths, tax } = inputs;
  if (price === null) return null;
  const ratio = value === null || base === null ? 1 : value / base;
  const deal: Deal = {
    price: price.value,
    rehab: rehab.value,
    arv: value,
    rent: rentPlanOf(inputs, strategy)?.atValueRatio(ratio) ?? null,
    vacancy: CONSTANTS.underwriting.operating.vacancy,
    purchase: terms.purchase,
    takeout: terms.takeout,
    holdMonths: holdMonths.value,
    insurance: yearlyInsurance(building),
    ownerUtilities: yearlyUtilities(building),
    inChicago: building.inChicago,
    tax: tax && ((at) => {
      const after = taxAfterPurchase(tax, {
        price: at,
        ownerOccupied: terms.preset.owner_occupied,
      });
      return {
        now: after.beforeReassessment ?? after.reassessed,
        planned: after.underwritten,
      };
    }),
  };
  if (value === null) return { deal, arv: null };
  const arv = capValue(inputs, value, deal, ratio);
  return { deal: { ...deal, arv: arv.value }, arv };
}

/**
 * Caps a 2-4 flat's value at 1.5 times its income value: nobody pays for rents that are not there.
 * The income is the whole building's at market rents; a caller's own rent counts only where there is no
 * estimate.
 */
function capValue(
  inputs: DealInputs,
  value: number,
  deal: Deal,
  ratio: number,
): UsedArv {
  const { building, tax, request, terms } = inputs;
  const uncapped = { value, capped: false, incomeValue: null };
  if (building.propType !== "mf2_4" || tax === null) return uncapped;
  const given = terms.preset.owner_occupied
    ? null
    : request.custom.rent_override ?? null;
  const rent = marketPlanOf(inputs)?.atValueRatio(ratio) ?? given;
  const income = incomeOf({ ...deal, rent });
  const byIncome = income === null ? 0 : incomeValue(income, tax.effectiveRate);
  if (byIncome === 0) return uncapped;
  const cap = CONSTANTS.underwriting.income_arv_cap * byIncome;
  return {
    value: Math.min(value, cap),
    capped: cap < value,
    incomeValue: byIncome,
  };
}
