import type { FinancingType } from "../../../contracts/financing.ts";
import type { Deal } from "./deal.ts";
import { dealAt, type Lean, leaning } from "./deal_at.ts";
import { purchaseOf } from "./purchase.ts";
import { type Span, spanOf } from "./ranges.ts";
import type { DealInputs } from "./resolve_inputs.ts";
import { returnsOf } from "./returns.ts";

/** Loans for an owner who lives in one of two to four units. */
export const OWNER_LOANS = [
  "fha_owner_2_4",
  "conventional_owner_2_4",
] as const satisfies readonly FinancingType[];

/** What living in one unit costs a month with one loan, dollars. */
export interface HouseHackOption {
  readonly loan: (typeof OWNER_LOANS)[number];
  readonly cashToClose: number;
  /** Loan, mortgage insurance, tax with the homeowner exemption, insurance and upkeep, less the other units' rents. */
  readonly monthlyCost: Span;
}

/** Living in one unit and renting out the others. */
export interface HouseHack {
  /** What a unit like the owner's rents for, dollars a month. */
  readonly rentInstead: Span;
  readonly options: readonly HouseHackOption[];
}

/**
 * Returns the monthly cost of living in one unit; null where it is not a two- to four-flat or its rent,
 * price or tax is unknown.
 *
 * @param resolve resolves the same question with another loan
 * @param isExact whether the figures stand without a range
 */
export function houseHackOf(
  inputs: DealInputs,
  resolve: (loan: FinancingType) => DealInputs,
  isExact: boolean,
): HouseHack | null {
  const { units } = inputs.building;
  if (!(units >= 2 && units <= 4)) return null;
  const whole = wholeRent(inputs);
  if (whole === null) return null;
  const leans: readonly Lean[] = isExact
    ? ["expected"]
    : ["cautious", "expected", "favorable"];
  const options = OWNER_LOANS.flatMap((loan): HouseHackOption[] => {
    const owned = resolve(loan);
    const deals = leans.flatMap((lean) =>
      ownersDeal(inputs, owned, units, lean) ?? []
    );
    const monthlyCost = spanOf(deals.map((deal) => {
      const returns = returnsOf(deal);
      return returns && -returns.cashFlow / 12;
    }));
    return monthlyCost === null ? [] : [{
      loan,
      cashToClose: purchaseOf(deals[0]).cashToClose,
      monthlyCost,
    }];
  });
  return options.length === 0 ? null : {
    rentInstead: isExact
      ? { low: whole.value / units, high: whole.value / units }
      : { low: whole.low / units, high: whole.high / units },
    options,
  };
}

/** The deal of an owner who rents out all units but one. */
function ownersDeal(
  inputs: DealInputs,
  owned: DealInputs,
  units: number,
  lean: Lean,
): Deal | null {
  const deal = dealAt(owned, "hold", leaning(lean))?.deal ?? null;
  if (deal === null || deal.rent === null) return null;
  const isWhole = inputs.request.custom.rent_override !== undefined &&
    !inputs.terms.preset.owner_occupied;
  return isWhole ? { ...deal, rent: deal.rent * (units - 1) / units } : deal;
}

/** The rent of all units, the owner's own included. */
function wholeRent(
  { rents: { hold }, terms, building: { units } }: DealInputs,
):
  | { readonly value: number; readonly low: number; readonly high: number }
  | null {
  if (hold === null) return null;
  const all = terms.preset.owner_occupied ? units / (units - 1) : 1;
  return {
    value: hold.value * all,
    low: hold.low * all,
    high: hold.high * all,
  };
}
