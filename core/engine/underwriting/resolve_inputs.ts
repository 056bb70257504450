import { CONSTANTS } from "../../../contracts/constants.ts";
import type { Strategy, Warning } from "../../../contracts/envelope.ts";
import { invalidParams } from "../../../contracts/errors.ts";
import type {
  CustomAssumptions,
  Source,
} from "../../../contracts/underwriting.ts";
import { roundTo } from "../rounding.ts";
import {
  marketRent,
  type RentEstimate,
  type RentGap,
} from "../rent/market_rent.ts";
import { dayOf, isoOf, type SnapshotData } from "../snapshot.ts";
import { type PropertyTax, propertyTax } from "../tax/property_tax.ts";
import type { Valuation } from "../valuation/valuation.ts";
import {
  type Building,
  buildingOf,
  type ListedUnits,
  renovationShare,
} from "./building.ts";
import type { ActiveListing } from "./listing.ts";
import { planRent, type RentPlan } from "./rent_plan.ts";
import { type ResolvedTerms, resolveTerms } from "./terms.ts";

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

/** A settled input with where it comes from. */
export interface Resolved<T> {
  readonly value: T;
  readonly source: Source;
  readonly note: string;
}

/** A question with every input settled; `dealAt` makes the deal at any value of it. */
export interface DealInputs {
  readonly request: UnderwriteRequest;
  readonly building: Building;
  readonly terms: ResolvedTerms;
  /** Null when it is not given, listed or valued. */
  readonly price: Resolved<number> | null;
  readonly rehab: Resolved<number>;
  readonly holdMonths: Resolved<number>;
  readonly rentEstimate: RentEstimate | RentGap;
  /** Share of a full renovation that the rehab buys. */
  readonly renovationShare: number;
  readonly tax: PropertyTax | null;
  readonly warnings: readonly Warning[];
}

/**
 * Settles every input of the deal: what the caller gave, then the county's record, the listing, the
 * model and at last a constant.
 *
 * @throws {Fault} `invalid_params` for FHA terms on a building that is not of two to four units
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
    subject,
    listedUnits(request.units, listing),
  );
  const terms = resolveTerms(custom);
  if (
    terms.preset.owner_occupied && building.units >= 1 &&
    !(building.units >= 2 && building.units <= 4)
  ) {
    const why =
      `${terms.type} is for two to four units, and this property has ${building.units}`;
    throw invalidParams(
      "custom_assumptions.financing_type",
      `another financing_type: ${why}`,
      why,
    );
  }
  const { hold_months } = CONSTANTS.underwriting;
  const rehab: Resolved<number> = custom.rehab_budget === undefined
    ? { value: 0, source: "constant", note: "none given" }
    : {
      value: roundTo(custom.rehab_budget, 2),
      source: "given",
      note: "rehab_budget",
    };
  return {
    request,
    building,
    terms,
    price: resolvePrice(valuation, listing, custom),
    rehab,
    holdMonths: custom.hold_months === undefined
      ? { value: hold_months, source: "constant", note: "usual" }
      : { value: custom.hold_months, source: "given", note: "hold_months" },
    rentEstimate: estimateRent(snapshot, subject.parcel, building, today),
    renovationShare: renovationShare(building, rehab.value),
    tax: propertyTax(
      snapshot,
      subject,
      Number(isoOf(today).slice(0, 4)),
    ),
    warnings: warningsOf(building, terms, request),
  };
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

function resolvePrice(
  { arv }: Valuation,
  listing: ActiveListing | null,
  custom: CustomAssumptions,
): Resolved<number> | null {
  if (custom.purchase_price !== undefined) {
    return {
      value: roundTo(custom.purchase_price, 2),
      source: "given",
      note: "purchase_price",
    };
  }
  if (listing) {
    return {
      value: listing.price,
      source: "listing",
      note: `asking price, listed ${isoOf(listing.listed)}`,
    };
  }
  return arv && {
    value: arv.base,
    source: "model",
    note: "no price given or listed: the ARV's base",
  };
}

function estimateRent(
  snapshot: SnapshotData,
  parcel: number,
  { propType, ...building }: Building,
  today: number,
): RentEstimate | RentGap {
  const fix = "give rent_override, the building's rent a month";
  if (parcel < 0) return { reason: "there is no property at the point", fix };
  if (propType === "mixed_use") {
    return { reason: "the rent of the commercial space is unknown", fix };
  }
  if (!(building.units >= 1)) {
    return {
      reason: "the county does not say how many apartments there are",
      fix: "give units or rent_override",
    };
  }
  return marketRent(snapshot, { ...building, today });
}

/** The rent a strategy is planned with; null when it is neither given nor estimated. */
export function rentPlanOf(
  inputs: DealInputs,
  strategy: Strategy,
): RentPlan | null {
  const { request, renovationShare, terms } = inputs;
  return planRent(estimateOf(inputs), {
    strategy,
    override: request.custom.rent_override,
    renovationShare,
    ownerOccupied: terms.preset.owner_occupied,
  });
}

/** The whole building at market rents, whoever lives in it and whatever rent the caller expects. */
export function marketPlanOf(inputs: DealInputs): RentPlan | null {
  return planRent(estimateOf(inputs), {
    strategy: "hold",
    override: undefined,
    renovationShare: inputs.renovationShare,
    ownerOccupied: false,
  });
}

function estimateOf({ rentEstimate }: DealInputs): RentEstimate | null {
  return "reason" in rentEstimate ? null : rentEstimate;
}

function warningsOf(
  building: Building,
  { type, preset, purchase }: ResolvedTerms,
  { custom, today }: UnderwriteRequest,
): Warning[] {
  const warnings: Warning[] = [];
  if (building.otherUnits !== null) {
    warnings.push({
      code: "units_mismatch",
      field: "units",
      message:
        `The county records ${building.units} units, the listing says ${building.otherUnits}; rents count the county's only. Check that the rest are legal.`,
    });
  }
  const { preset_rate_days } = CONSTANTS.underwriting;
  if (
    custom.rate === undefined && today - dayOf(preset.as_of) > preset_rate_days
  ) {
    warnings.push({
      code: "dated_terms",
      field: "custom_assumptions.rate",
      message:
        `The ${type} terms are of ${preset.as_of}; give rate for a current quote.`,
    });
  }
  const months = custom.hold_months ?? CONSTANTS.underwriting.hold_months;
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
