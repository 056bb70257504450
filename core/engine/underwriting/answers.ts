import { CONSTANTS } from "../../../contracts/constants.ts";
import type { Strategy } from "../../../contracts/envelope.ts";
import type {
  Financing,
  PropertyTaxAnswer,
  RentAnswer,
  ResolvedAssumptions,
  Source,
} from "../../../contracts/underwriting.ts";
import { roundTo } from "../rounding.ts";
import { type PropertyTax, taxAfterPurchase } from "../tax/property_tax.ts";
import type { Deal } from "./deal.ts";
import { purchaseOf } from "./purchase.ts";
import {
  type DealInputs,
  rentPlanOf,
  type Resolved,
} from "./resolve_inputs.ts";
import { leastCertain } from "./statement.ts";
import { closingStatement, type DealSources } from "./statements.ts";
import { percent } from "../figures.ts";

/** Where the inputs of a strategy's deal come from. */
export function sourcesOf(
  inputs: DealInputs,
  strategy: Strategy,
): DealSources {
  const { request: { custom }, price, rehab, holdMonths, tax } = inputs;
  return {
    price: price?.source ?? "model",
    rehab: rehab.source,
    rent: rentPlanOf(inputs, strategy)?.source ?? "model",
    rate: custom.rate === undefined ? "constant" : "given",
    down: custom.down_pct === undefined ? "constant" : "given",
    hold: holdMonths.source,
    tax: tax ? taxSource(tax) : "constant",
  };
}

/** The settled inputs as shown. */
export function assumptionsAnswer(
  inputs: DealInputs,
  strategy: Strategy,
): ResolvedAssumptions {
  const { request: { custom }, building, terms, price } = inputs;
  const { preset, purchase, takeout } = terms;
  const rent = rentPlanOf(inputs, strategy);
  const presetNote = `${preset.label}, ${preset.as_of}`;
  const rate = terms.type === "cash" ? takeout.rate : purchase.rate;
  return {
    purchase_price: price ?? missing("not given, not listed and not valued"),
    rehab_budget: inputs.rehab,
    financing_type: {
      value: terms.type,
      source: custom.financing_type === undefined ? "constant" : "given",
      note: preset.label,
    },
    rate: {
      value: rate,
      source: custom.rate === undefined ? "constant" : "given",
      note: terms.type === "cash"
        ? "no purchase loan: of a later refinance"
        : custom.rate === undefined
        ? presetNote
        : "rate",
    },
    down_pct: {
      value: purchase.down_pct,
      source: custom.down_pct === undefined ? "constant" : "given",
      note: custom.down_pct === undefined ? presetNote : "down_pct",
    },
    rent: rent
      ? { value: rent.monthly, source: rent.source, note: rent.note }
      : missing(gapReason(inputs)),
    hold_months: inputs.holdMonths,
    units: building.units >= 1
      ? {
        value: building.units,
        source: building.unitsSource,
        note: building.otherUnits === null
          ? ""
          : `the county's count; ${building.otherUnits} as listed`,
      }
      : missing("the county does not say"),
  };
}

function missing(note: string): {
  value: null;
  source: null;
  note: string;
} {
  return { value: null, source: null, note };
}

function gapReason({ rentEstimate }: DealInputs): string {
  return "reason" in rentEstimate ? rentEstimate.reason : "";
}

/** The loan and the day of closing, as shown. */
export function financingAnswer(
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

/** Property tax as shown, with the bill after purchase where there is a price. */
export function taxAnswer(
  tax: PropertyTax,
  price: Resolved<number> | null,
  ownerOccupied: boolean,
): PropertyTaxAnswer {
  const { assessment, current, rate } = tax;
  const after = price &&
    taxAfterPurchase(tax, { price: price.value, ownerOccupied });
  return {
    current: assessment && current && {
      tax_year: assessment.taxYear,
      assessed_value: assessment.value,
      stage: assessment.stage,
      eav: current.eav,
      with_homeowner_exemption: current.withHomeowner,
      without_homeowner_exemption: current.withoutHomeowner,
    },
    rate: {
      rate: roundTo(rate.rate, 6),
      year: rate.year,
      basis: rate.basis,
      equalizer: rate.equalizer,
      equalizer_year: rate.equalizerYear,
    },
    after_purchase: after && {
      homeowner_exemption: ownerOccupied,
      before_reassessment: after.beforeReassessment,
      reassessment_year: tax.reassessmentYear,
      reassessed: after.reassessed,
      underwritten: after.underwritten,
    },
    source: taxSource(tax),
    note: {
      composite:
        `bill = (assessed value x equalizer - exemptions) x the tax code's rate of ${rate.year}`,
      effective: `the tax code's ${rate.year} effective rate, ${
        percent(tax.effectiveRate)
      } of market value, in terms of equalized value`,
      triad_median:
        `no rate for the tax code: the triad's median of ${rate.year}, ${
          percent(tax.effectiveRate)
        } of market value`,
    }[rate.basis],
  };
}

function taxSource({ rate }: PropertyTax): Source {
  return leastCertain(
    "county_record",
    rate.basis === "triad_median" ? "constant" : "county_record",
  );
}

/** Rents as shown; null where the model has none. */
export function rentAnswer(
  inputs: DealInputs,
  strategy: Strategy,
): RentAnswer | null {
  const { rentEstimate: rent, renovationShare } = inputs;
  const plan = rentPlanOf(inputs, strategy);
  if ("reason" in rent || plan === null) return null;
  const { safmr_floor, safmr_ceiling } = CONSTANTS.rent;
  return {
    basis: plan.basis,
    units: rent.units.map(({ paymentStandard, ...unit }) => ({
      ...unit,
      payment_standard: paymentStandard,
    })),
    market: rent.market,
    renovated: rent.renovated,
    payment_standard: rent.paymentStandard,
    renovation_share: roundTo(renovationShare, 3),
    fiscal_year: rent.ladder.fiscalYear,
    tract_median: rent.tractMedian,
    tract_level: roundTo(rent.level, 3),
    bounded: rent.bounded,
    note: [
      rent.tractMedian === null
        ? `the census publishes no rent for the tract: HUD's rents for ZIP ${rent.ladder.zip} stand in`
        : `HUD's rents for ZIP ${rent.ladder.zip} by bedrooms times the tract's level, kept within ${safmr_floor}-${safmr_ceiling}`,
      rent.bedroomsRecorded
        ? "bedrooms from the county, shared evenly"
        : "the county records no bedrooms: the usual count stands in",
    ].join("; "),
  };
}
