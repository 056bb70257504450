import { dayOf, type SnapshotData } from "../../../core/engine/snapshot.ts";
import { parcelSubject } from "../../../core/engine/subject/resolve.ts";
import { underwritingFields } from "../../../core/answers/underwriting/fields.ts";
import { underwrite } from "../../../core/engine/underwriting/underwrite.ts";
import type { UnderwriteRequest } from "../../../core/engine/underwriting/resolve_inputs.ts";
import type { Valuation } from "../../../core/engine/valuation/valuation.ts";
import type { ValuationState } from "../../../contracts/valuation.ts";
import {
  type MemoryRows,
  memorySnapshot,
} from "../../../core/snapshot/memory.ts";

export const TODAY = dayOf("2026-11-20");
export const TWO_FLAT_PIN = "17321110010000";
export const HOUSE_PIN = "27021110010000";
export const CONDO_PIN = "17321110020000";

const rents = { br0: 1_100, br1: 1_200, br2: 1_400, br3: 1_800, br4: 2_100 };

export const ROWS: MemoryRows = {
  parcels: [
    {
      property_id: TWO_FLAT_PIN,
      county: "cook",
      township: "76",
      tax_code: "76001",
      tract: "17031600100",
      zip: "60608",
      prop_type: "mf2_4",
      class: "211",
      units: 2,
      bedrooms: 5,
      bldg_sqft: 2_400,
    },
    {
      property_id: HOUSE_PIN,
      county: "cook",
      township: "28",
      tax_code: "28001",
      tract: "17031824100",
      zip: "60462",
      prop_type: "sfh",
      class: "203",
      bedrooms: 3,
      bldg_sqft: 1_300,
    },
    {
      property_id: CONDO_PIN,
      county: "cook",
      township: "76",
      tax_code: "76001",
      tract: "17031600100",
      zip: "60608",
      prop_type: "condo",
      class: "299",
    },
  ],
  townships: [
    { code: "76", name: "South Chicago", triad: "City" },
    { code: "28", name: "Orland", triad: "South" },
  ],
  tracts: [
    { geoid: "17031600100", county: "cook", median_rent: 1_260 },
    { geoid: "17031824100", county: "cook", median_rent: 1_700 },
  ],
  safmr: [
    { fiscal_year: 2027, zip: "60608", ...rents },
    { fiscal_year: 2027, zip: "60462", ...rents },
  ],
  tax_rates: [
    {
      tax_code: "76001",
      tax_year: 2024,
      county: "cook",
      basis: "composite",
      rate: 0.07,
    },
    {
      tax_code: "28001",
      tax_year: 2018,
      county: "cook",
      basis: "effective",
      rate: 0.0235,
    },
  ],
  assessments: [
    {
      property_id: TWO_FLAT_PIN,
      tax_year: 2024,
      mailed: 26_000,
      certified: 25_000,
    },
    { property_id: HOUSE_PIN, tax_year: 2025, mailed: 28_000 },
  ],
};

export const SNAPSHOT: SnapshotData = memorySnapshot(ROWS);

/** A valuation in a given state, as the valuation engine would hand it on. */
export function valuationIn(
  state: ValuationState,
  pin: string = TWO_FLAT_PIN,
  base = 300_000,
  snapshot: SnapshotData = SNAPSHOT,
): Valuation {
  const valued = ["stale", "hedonic", "range-only", "point-actionable"]
    .includes(state);
  const ids = snapshot.tables.parcels.property_id;
  const row = Array.from({ length: ids.length }, (_, each) => ids.at(each))
    .indexOf(pin);
  return {
    subject: parcelSubject(snapshot, row, "property_id", null),
    facts: null,
    strategy: "brrrr",
    valuationId: "0".repeat(32),
    rawEstimate: {
      segment: "75|mf2_4",
      subjectRefusal: null,
      compsRefusal: null,
      comps: null,
      priceModel: null,
      scale: 0.1,
      areaKnown: false,
    },
    state,
    stateReasons: [`because of ${state}`],
    refusal: valued
      ? null
      : { code: "too_few_comps", reason: "3 comps", fix: "widen to 36 months" },
    arv: valued
      ? {
        conservative: 0.85 * base,
        base,
        aggressive: 1.15 * base,
        basis: state === "hedonic" ? "price_model" : "comps",
        interval: 0.8,
        intervalSource: "conformal",
      }
      : null,
    fallback: null,
    priorSale: null,
    areaContext: null,
    confidence: valued ? 70 : null,
    asOf: "2026-11-01",
    modelVersion: "test",
    disclosure: "made up",
    warnings: [],
    read: { strategy: "brrrr", verdict: "no_read", reasons: [] },
    segment: "76/mf2_4",
    search: {
      tier: null,
      radius: 0,
      months: 0,
      candidates: 0,
      accepted: 0,
    },
    dispersion: null,
    comps: [],
    rejected: [],
    rejectedByReason: {},
  };
}

/** A request with the usual strategy and day. */
export function asking(
  custom: UnderwriteRequest["custom"] = {},
  more: Partial<UnderwriteRequest> = {},
): UnderwriteRequest {
  return { strategy: "brrrr", today: TODAY, custom, ...more };
}

/** An underwriting as callers see it, with its verdict and warnings. */
export function shown(
  snapshot: SnapshotData,
  valuation: Valuation,
  request: UnderwriteRequest,
) {
  const underwriting = underwrite(snapshot, valuation, request);
  const { read, warnings } = underwriting;
  return {
    answer: underwritingFields(snapshot, underwriting, {
      preset: null,
      risk: { score: null, known_points: 0, biggest: null },
    }),
    read,
    warnings,
  };
}
