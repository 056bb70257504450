import {
  ASSUMPTION_DEFAULTS,
  type AssumptionName,
  type CustomAssumptions,
} from "../../../contracts/assumptions.ts";
import { UNDERWRITING } from "../../../contracts/constants/underwriting.ts";
import { Strategy, type Warning } from "../../../contracts/envelope.ts";
import { invalidParams } from "../../../contracts/errors.ts";
import { roundTo } from "../rounding.ts";
import {
  marketRent,
  type RentEstimate,
  type RentGap,
} from "../rent/market_rent.ts";
import { dayOf, isoOf, type SnapshotData } from "../snapshot.ts";
import {
  type PropertyTax,
  propertyTax,
  taxAfterPurchase,
} from "../tax/property_tax.ts";
import type { Valuation } from "../valuation/valuation.ts";
import {
  type Building,
  buildingOf,
  type ListedUnits,
  renovationShare,
  usualInsurance,
  usualUtilities,
} from "./building.ts";
import type { ActiveListing } from "./listing.ts";
import { planRent, type RentPlan } from "./rent_plan.ts";
import { certain, type Resolved } from "./resolved.ts";
import { type ResolvedTerms, resolveTerms } from "./terms.ts";
import { valueSpan } from "./value_span.ts";

/** What a caller asks of an underwriting. */
export interface UnderwriteRequest {
  readonly strategy: Strategy;
  readonly custom: CustomAssumptions;
  /** Apartments as listed. */
  readonly units?: number;
  /** The property's active listing, when it has one. */
  readonly listing?: ActiveListing | null;
  /** The day to answer for, days since 1970-01-01. */
  readonly today: number;
}

/** Every number of the deal, by the name a caller sets it with; null where it is not known. */
export type Figures = Readonly<Record<AssumptionName, Resolved | null>>;

/** A question with every input resolved; `dealAt` makes the deal of it. */
export interface DealInputs {
  readonly request: UnderwriteRequest;
  readonly building: Building;
  readonly terms: ResolvedTerms;
  readonly listing: ActiveListing | null;
  readonly figures: Figures;
  readonly rentEstimate: RentEstimate | RentGap;
  /** The rent of each strategy; null when it is neither given nor estimated. */
  readonly rents: Readonly<Record<Strategy, RentPlan | null>>;
  /** Share of a full renovation's rent premium that the rehab buys, 0-1. */
  readonly renovationShare: number;
  readonly tax: PropertyTax | null;
  readonly warnings: readonly Warning[];
}

/**
 * Returns every input of the deal: what the caller gave, then the county's record, the listing, the
 * model and at last a dated planning figure.
 *
 * @throws {Fault} `invalid_params` for owner-occupied terms on a building that is not of two to four units
 */
export function resolveInputs(
  snapshot: SnapshotData,
  valuation: Valuation,
  request: UnderwriteRequest,
): DealInputs {
  const { subject } = valuation;
  const { custom, today, listing = null } = request;
  const building = buildingOf(
    snapshot,
    valuation,
    listedUnits(request.units, listing),
    custom.units,
  );
  const terms = resolveTerms(custom);
  requireFlat(terms, building);
  const tax = propertyTax(
    snapshot,
    subject,
    Number(isoOf(today).slice(0, 4)),
  );
  const lookup = lookupIn(custom, terms.preset);
  const rehab = lookup.given("rehab_budget", 2) ??
    lookup.planned("rehab_budget", 0);
  const renovated = renovationShare(building, rehab.value);
  const rentEstimate = estimateRent(snapshot, subject.parcel, building, today);
  const rents = rentsOf(rentEstimate, request, renovated, terms);
  const price = lookup.given("purchase_price", 2) ??
    priceOf(valuation, listing);
  return {
    request,
    building,
    terms,
    listing,
    rentEstimate,
    rents,
    renovationShare: renovated,
    tax,
    warnings: warningsOf(building, terms, request),
    figures: {
      purchase_price: price,
      rehab_budget: rehab,
      arv: valueSpan(valuation, custom, building, renovated),
      rent_override: rents[request.strategy],
      ...incomeFigures(lookup, building),
      tax_annual: lookup.given("tax_annual", 2) ??
        taxRange(tax, price, terms.preset.owner_occupied),
      ...costFigures(lookup, building),
      ...loanFigures(lookup, terms, custom, rehab),
      ...outlookFigures(lookup),
    },
  };
}

/** Where a number comes from that neither the record nor the model gives. */
interface Lookup {
  /** What the caller gave; null when nothing. */
  given(name: AssumptionName, decimals?: number): Resolved | null;
  /** What the caller gave, else a dated planning figure. */
  planned(
    name: keyof typeof ASSUMPTION_DEFAULTS & AssumptionName,
    value: number,
    low?: number,
    high?: number,
  ): Resolved;
  /** What the caller gave, else the financing preset's. */
  ofPreset(name: AssumptionName, value: number): Resolved;
}

function lookupIn(
  custom: CustomAssumptions,
  { label, as_of }: ResolvedTerms["preset"],
): Lookup {
  const given = (name: AssumptionName, decimals = 6): Resolved | null => {
    const value = custom[name];
    return value === undefined
      ? null
      : certain(roundTo(value, decimals), "given", name);
  };
  return {
    given,
    planned(name, value, low = value, high = value) {
      const { source, as_of } = ASSUMPTION_DEFAULTS[name];
      return given(name) ??
        { value, low, high, source: "constant", note: source, asOf: as_of };
    },
    ofPreset: (name, value) =>
      given(name) ?? certain(value, "constant", label, as_of),
  };
}

const D = ASSUMPTION_DEFAULTS;

function incomeFigures(lookup: Lookup, building: Building) {
  const { units, unitsSource, otherUnits, inChicago } = building;
  const { vacancy } = D;
  return {
    other_income: lookup.planned("other_income", D.other_income.value),
    units: units >= 1
      ? certain(
        units,
        unitsSource,
        otherUnits === null
          ? "apartments"
          : `the county's count; ${otherUnits} as listed`,
      )
      : null,
    vacancy: lookup.planned(
      "vacancy",
      inChicago ? vacancy.city : vacancy.suburbs,
      vacancy.low,
      vacancy.high,
    ),
  };
}

function costFigures({ planned }: Lookup, building: Building) {
  const insurance = usualInsurance(building);
  const { spread } = D.insurance_annual;
  const { management, repairs, capex_reserve } = D;
  const old = building.yearBuilt < repairs.old_before;
  return {
    insurance_annual: planned(
      "insurance_annual",
      insurance,
      roundTo(insurance * (1 - spread), 0),
      roundTo(insurance * (1 + spread), 0),
    ),
    management: planned(
      "management",
      management.value,
      management.low,
      management.high,
    ),
    repairs: planned(
      "repairs",
      old ? repairs.old : repairs.value,
      repairs.low,
      repairs.high,
    ),
    capex_reserve: planned(
      "capex_reserve",
      capex_reserve.value,
      capex_reserve.low,
      capex_reserve.high,
    ),
    hoa_monthly: planned("hoa_monthly", D.hoa_monthly.value),
    utilities_monthly: planned("utilities_monthly", usualUtilities(building)),
  };
}

function loanFigures(
  { given, planned, ofPreset }: Lookup,
  { type, preset, purchase, takeout }: ResolvedTerms,
  custom: CustomAssumptions,
  rehab: Resolved,
) {
  const hold = planned("hold_months", D.hold_months.value);
  const rehabMonths = rehab.value === 0
    ? 0
    : Math.min(hold.value, D.rehab_months.value);
  const takeoutRate = custom.rate !== undefined && takeout.rate === custom.rate
    ? certain(takeout.rate, "given", "rate")
    : certain(takeout.rate, "constant", "DSCR loan", preset.as_of);
  return {
    rate: ofPreset("rate", type === "cash" ? takeout.rate : purchase.rate),
    down_pct: ofPreset("down_pct", purchase.down_pct),
    closing_buy: ofPreset("closing_buy", purchase.closing_pct),
    hold_months: hold,
    rehab_months: planned("rehab_months", rehabMonths),
    refi_month: given("refi_month") ?? { ...hold, note: "as the months held" },
    refi_ltv: planned("refi_ltv", D.refi_ltv.value),
    refi_rate: given("refi_rate") ?? takeoutRate,
  };
}

function outlookFigures({ planned }: Lookup) {
  const { value, low, high } = D.appreciation;
  return {
    commission: planned("commission", D.commission.value),
    closing_sell: planned("closing_sell", D.closing_sell.value),
    rent_growth: planned("rent_growth", D.rent_growth.value),
    expense_growth: planned("expense_growth", D.expense_growth.value),
    appreciation: planned("appreciation", value, low, high),
  };
}

function requireFlat({ type, preset }: ResolvedTerms, { units }: Building) {
  if (!preset.owner_occupied || !(units >= 1)) return;
  if (units >= 2 && units <= 4) return;
  const why =
    `${type} is for two to four units, and this property has ${units}`;
  throw invalidParams(
    "custom_assumptions.financing_type",
    `another financing_type: ${why}`,
    why,
  );
}

function listedUnits(
  given: number | undefined,
  listing: ActiveListing | null,
): ListedUnits | null {
  if (given !== undefined) return { units: given, source: "given" };
  return listing?.units && listing.units >= 1
    ? { units: listing.units, source: "listing" }
    : null;
}

function priceOf(
  { arv }: Valuation,
  listing: ActiveListing | null,
): Resolved | null {
  if (listing) {
    return certain(
      listing.price,
      "listing",
      `asking price, listed ${isoOf(listing.listed)}`,
    );
  }
  return arv &&
    certain(
      arv.base,
      "model",
      "no price given, and it is not for sale: the middle of the estimated value",
    );
}

/** A year's tax at the price: today's bill, the reassessed one, and how far the rate may be off. */
function taxRange(
  tax: PropertyTax | null,
  price: Resolved | null,
  ownerOccupied: boolean,
): Resolved | null {
  if (tax === null || price === null) return null;
  const { beforeReassessment, reassessed, underwritten } = taxAfterPurchase(
    tax,
    { price: price.value, ownerOccupied },
  );
  const off = taxSpread(tax);
  return {
    value: underwritten,
    low: roundTo(
      Math.min(beforeReassessment ?? reassessed, reassessed) * (1 - off),
      2,
    ),
    high: roundTo(underwritten * (1 + off), 2),
    source: tax.rate.basis === "triad_median" ? "constant" : "county_record",
    note:
      "the larger of today's bill and the one reassessed at the price; from the smaller to the larger, and what the rate may move",
    asOf: ASSUMPTION_DEFAULTS.tax_annual.as_of,
  };
}

/** Returns how far a tax bill may be off, as a share, by what its rate is known from. */
export function taxSpread({ rate }: PropertyTax): number {
  return ASSUMPTION_DEFAULTS.tax_annual.spread[rate.basis];
}

function estimateRent(
  snapshot: SnapshotData,
  parcel: number,
  building: Building,
  today: number,
): RentEstimate | RentGap {
  const fix = "give rent_override, the building's rent a month";
  if (parcel < 0) return { reason: "there is no property at the point", fix };
  if (building.propType === "mixed_use") {
    return { reason: "the rent of the commercial space is unknown", fix };
  }
  if (!(building.units >= 1)) {
    return {
      reason: "the county does not say how many apartments there are",
      fix: "give units or rent_override",
    };
  }
  const { lat, lon } = snapshot.tables.parcels;
  return marketRent(snapshot, {
    ...building,
    lat: lat[parcel],
    lon: lon[parcel],
    today,
  });
}

function rentsOf(
  rentEstimate: RentEstimate | RentGap,
  { custom }: UnderwriteRequest,
  renovationShare: number,
  { preset }: ResolvedTerms,
): Record<Strategy, RentPlan | null> {
  const estimate = "reason" in rentEstimate ? null : rentEstimate;
  const plan = (strategy: Strategy) =>
    planRent(estimate, {
      strategy,
      override: custom.rent_override,
      renovationShare,
      ownerOccupied: preset.owner_occupied,
    });
  return Object.fromEntries(
    Strategy.options.map((strategy) => [strategy, plan(strategy)]),
  ) as Record<Strategy, RentPlan | null>;
}

/** Returns the rent of the whole building at market, whoever lives in it and whatever rent the caller expects. */
export function marketPlanOf(inputs: DealInputs): RentPlan | null {
  const { rentEstimate, renovationShare } = inputs;
  return planRent("reason" in rentEstimate ? null : rentEstimate, {
    strategy: "hold",
    override: undefined,
    renovationShare,
    ownerOccupied: false,
  });
}

function warningsOf(
  building: Building,
  { type, preset, purchase }: ResolvedTerms,
  { custom, today }: UnderwriteRequest,
): Warning[] {
  const warnings: Warning[] = [];
  if (building.otherUnits !== null) {
    const planned = custom.units !== undefined;
    warnings.push({
      code: "units_mismatch",
      field: "units",
      message: planned
        ? `The deal is planned with ${building.units} units, the county records ${building.otherUnits}. Check that all are legal before you count their rent.`
        : `The county records ${building.units} units, the listing says ${building.otherUnits}; rents count the county's only. Check that the rest are legal.`,
    });
  }
  const { preset_rate_days } = UNDERWRITING;
  if (
    custom.rate === undefined && today - dayOf(preset.as_of) > preset_rate_days
  ) {
    warnings.push({
      code: "dated_terms",
      field: "custom_assumptions.rate",
      message:
        `The terms of "${preset.label}" are of ${preset.as_of}; give your own interest rate for a current quote.`,
    });
  }
  const months = custom.hold_months ?? ASSUMPTION_DEFAULTS.hold_months.value;
  if (purchase.term_months > 0 && months > purchase.term_months) {
    warnings.push({
      code: "loan_shorter_than_hold",
      field: "custom_assumptions.hold_months",
      message:
        `The ${type} loan is due after ${purchase.term_months} months; the months beyond are computed as an extension at the same rate.`,
    });
  }
  return warnings;
}
