import { ASSUMPTION_DEFAULTS } from "./assumptions.ts";

/**
 * The numbers of the service, each with its source. Change a rule of the business here and
 * nowhere else. `spec` is the service specification, `decisions` the page that settles what it
 * leaves open, `county` the assessor's published rules, `method` the valuation method.
 */
export const CONSTANTS = {
  version: "2026.11",
  metro: { default: "chicago", counties: ["cook", "lake"] },

  /** Cook County property classes -> property type. Source: decisions, "Property types"; county. */
  property_types: {
    modelled: ["sfh", "mf2_4"],
    by_class: {
      sfh: [
        "202",
        "203",
        "204",
        "205",
        "206",
        "207",
        "208",
        "209",
        "234",
        "278",
      ],
      townhome: ["210", "295"],
      apartment: ["211"],
      mixed_use: ["212"],
      condo: ["299"],
      coop: ["399"],
    },
    /** Class 211 with this many apartments is `mf2_4`. */
    mf2_4_units: { min: 2, max: 4 },
  },

  /** Which recorded sales are valid. Source: method step 1; county data notes. */
  sale_validation: {
    price_floor: 10_000,
    same_sale_days: 365,
    arms_length_deeds: ["warranty", "trustee", "other"],
    outlier: { window_months: 12, min_group: 30, max_robust_z: 5 },
  },

  /** A point's ZIP and tax code are those of the nearest parcel this near; half a mile of grid holds both. */
  places: {
    nearest_parcel_m: 400,
    suggestions: 5,
    /** House numbers of a block: a building's lie within so many. Chicago gives a block 100. */
    block_numbers: 100,
  },

  /** Comparable-sales engine. Source: spec section 8; method step 8. */
  comps: {
    similarity_floor: 0.45,
    min_comps: 4,
    displayed: 8,
    displayed_rejected: 12,
    dispersion_iqr_max: 0.45,
    confidence_drives_arv: 55,
    /** How far a point may lie from the parcel it stands for. Source: decisions, ruling 11. */
    point_match_meters: 100,
    /** Search rings, narrowest first; the ring used is the result's `tier`. */
    tiers: [
      { tier: 1, radius_m: 805, months: 12 },
      { tier: 2, radius_m: 1609, months: 24 },
      { tier: 3, radius_m: 3219, months: 36 },
    ],
  },

  /** Nominal coverage of conservative..aggressive. */
  calibration: { interval: 0.80 },

  /** Medians of the subject's tract or neighborhood. Source: decisions, "Valuation states" (tract heuristic). */
  area_context: { months: 24, min_sales: 5 },

  /** What a segment (township x property type) must show on its chronological backtest. Source: decisions, "Valuation states". */
  gates: {
    point: {
      min_test_sales: 100,
      max_median_error: 0.10,
      min_within_20: 0.80,
      interval: 0.80,
      min_coverage: 0.76,
      max_coverage: 0.84,
      max_abs_prb: 0.05,
    },
    suppress: { max_median_error: 0.25, min_test_sales: 30 },
    stale_days: 180,
  },

  /** Source: spec sections 4, 8 and 9; the rest are planning figures, explained in docs/underwriting.md. */
  underwriting: {
    dscr_target: 1.2,
    cashflow_years: 5,
    seventy_percent_rule: 0.7,
    income_arv_cap: 1.5,
    /** Capitalization rate of the income value that caps a 2-4 flat's ARV. */
    cap_rate: 0.07,
    /** Return on the cash in the deal that a rental should reach. */
    target_cash_on_cash: 0.08,
    /** Share of ARV a flip should net. */
    target_flip_margin: 0.1,
    defaults: ASSUMPTION_DEFAULTS,
    /** Dollars a month for the building while it stands empty. */
    empty_house_utilities: 250,
    rehab_contingency: 0.1,
    /** Share of a full renovation's premium that a budget buys, by dollars a square foot; straight lines between. */
    renovation_scope: [
      /** Paint, floors, fixtures. */
      { per_sqft: 10, premium: 0.2 },
      /** Kitchens and baths. */
      { per_sqft: 25, premium: 0.7 },
      /** Everything. */
      { per_sqft: 40, premium: 1 },
    ],
    /** What a full renovation adds to the value of a building as recorded; nothing to a new one. */
    renovation_premium: { value: 0.15, new_since: 2005 },
    /** An offer this far under asking is out of reach. */
    offer_reach: 0.4,
    /** A price this far under the low end of the value wants an explanation. */
    far_under_value: 0.25,
    /** A flip of a house this old without a rehab budget wants one. */
    rehab_expected_before: 1990,
    /** Years of the outlook of a rental. */
    outlook_years: [5, 10, 30],
    sensitivity: {
      price: [-0.1, -0.05, 0, 0.05, 0.1],
      rent: [-0.1, -0.05, 0, 0.05, 0.1],
      rate: [-0.01, -0.005, 0, 0.005, 0.01],
    },
    /** A preset rate older than this many days comes with a warning. */
    preset_rate_days: 365,
  },

  /**
   * Transfer stamps, dollars per $500 of price or part of it. Source: 35 ILCS 200/31-10 and 55 ILCS
   * 5/5-1031; Municipal Code of Chicago 3-33-030 (buyer $3.75, and $1.50 by the seller for the CTA).
   * Suburban stamps differ by village and are not included.
   */
  transfer_tax: {
    per: 500,
    state_seller: 0.5,
    county_seller: 0.25,
    chicago_buyer: 3.75,
    chicago_seller: 1.5,
  },

  /**
   * Bounds and multiplier: spec section 9 (p0-2026.06). A bedroom beyond the fourth adds 15% of the
   * four-bedroom rent (24 CFR 888.113).
   */
  rent: {
    safmr_floor: 0.7,
    safmr_ceiling: 1.6,
    renovated_multiplier: 1.5,
    extra_bedroom: 0.15,
    max_bedrooms: 6,
    /** Living area of a unit, square feet, by bedrooms 0 to 4; each further bedroom adds the last step. Source: planning figures for Cook County's flats and houses. */
    usual_sqft: [500, 700, 950, 1_250, 1_600],
    /** How much rent moves with a unit's area against that, and the most it moves. */
    area_elasticity: 0.3,
    area_bound: 0.2,
    /** Dollars a month of utilities that a voucher's tenant pays, by bedrooms 0 to 4: taken off the payment standard. Source: planning figures near the schedules of Cook County's housing authorities (gas heat, cooking, light). */
    utility_allowance: [90, 115, 145, 175, 210],
    /** Share of HUD's rent that an authority's payment standard may be without approval. Source: 24 CFR 982.503. */
    payment_standard_low: 0.9,
    payment_standard_high: 1.1,
    /** Bedrooms of a unit where the county records none. */
    usual_bedrooms: { house: 3, apartment: 2 },
    /** Year in whose dollars the census publishes the tracts' median rents. */
    census_year: 2022,
  },

  /** Property tax. Source: county data notes. */
  property_tax: {
    level_of_assessment: 0.10,
    homeowner_exemption_eav: 10_000,
    equalizer: {
      2015: 2.6685,
      2016: 2.8032,
      2017: 2.9627,
      2018: 2.9109,
      2019: 2.9160,
      2020: 3.2234,
      2021: 3.0027,
      2022: 2.9237,
      2023: 3.0163,
      2024: 3.0355,
    } as Readonly<Record<number, number>>,
    /** Reassessed when tax year modulo 3 is this. */
    triad_phase: { North: 0, South: 1, City: 2 } as Readonly<
      Record<string, number>
    >,
    /**
     * Residential tax as a share of market value where a parcel's tax code has no rate: the median
     * over the triad's tax codes in the county's 2018 effective rates.
     */
    effective_rate: { City: 0.0163, North: 0.0249, South: 0.0308 } as Readonly<
      Record<string, number>
    >,
    /** Lake County assesses at a third of market value and equalizes by township to 1. */
    lake_level_of_assessment: 1 / 3,
  },

  /** Scores of tracts. Weights and rationale: docs/scoring.md. */
  scoring: {
    /** Validated sales this recent make a tract's price level; fewer make none. */
    price_months: 24,
    min_sales: 5,
    /** Sales of a year below which published prices, which nobody validated, say nothing of it. */
    min_published: 10,
    /** Where more of the published sales are condominiums, the census value says nothing of houses and flats. */
    condo_share: 0.8,
    /** Years behind liquidity and dispersion, and the least and most behind a trend. */
    recent_years: 3,
    trend_years: { min: 3, max: 6 },
    /** Tracts that must have two sources for one to be brought to the level of the other. */
    bridge_tracts: 10,
    /** A strategy without its heaviest factor, or without values for this much of its weight, has no score. */
    min_known_weight: 0.5,
    /** A percentile from here on is worth a closer look. Source: spec section 4, `min_score`. */
    screen_percentile: 70,
    /** Facts lose a tenth of their weight a year once older than this, down to the floor. */
    freshness: { full_years: 2, per_year: 0.1, floor: 0.4 },
    /** n facts count n / (n + this). */
    half_reliability_facts: 10,
    /** What a value for a whole township says of one tract. */
    township_reliability: 0.5,
    weights: {
      flip: {
        price_dispersion: 0.3,
        liquidity: 0.25,
        growth: 0.15,
        price: 0.1,
        rail_distance: 0.1,
        vacancy: 0.05,
        effective_tax_rate: 0.05,
      },
      brrrr: {
        rent_yield: 0.3,
        price_dispersion: 0.2,
        effective_tax_rate: 0.15,
        growth: 0.1,
        safmr_to_price: 0.1,
        vacancy: 0.05,
        liquidity: 0.05,
        reassessment_years: 0.05,
      },
      hold: {
        rent_yield: 0.35,
        effective_tax_rate: 0.2,
        vacancy: 0.15,
        growth: 0.1,
        rail_distance: 0.1,
        reassessment_years: 0.1,
      },
      section8: {
        safmr_to_price: 0.4,
        effective_tax_rate: 0.2,
        rent_yield: 0.1,
        vacancy: 0.1,
        rail_distance: 0.1,
        reassessment_years: 0.1,
      },
    },
    /** What a property's economics may leave of its tract's percentile. Source: spec section 9 (p0-2026.06). */
    economics_factor: { min: 0.35, max: 1 },
  },

  /** Risk of buying a property, apart from its opportunity. Points and rationale: docs/risk.md. */
  risk: {
    /** Most points of a flag; together 100. */
    points: {
      tax_shock: 20,
      tax_trap: 10,
      basement_flood: 15,
      distress_proximity: 10,
      closing_friction: 10,
      legal_unit_mismatch: 15,
      appraisal_ceiling: 10,
      vintage_stock: 10,
    },
    /** Risks of the taxonomy that are never emitted. Source: decisions, ruling 6. */
    withheld: ["violent_crime"],
    /** Share of a flag's points at a severity. */
    severity: { low: 0.3, medium: 0.6, high: 1 },
    /** Growth of the bill after purchase from which the shock is low, medium, high. */
    tax_shock: { low: 0.1, medium: 0.25, high: 0.5 },
    /** Tax as a share of the price from which it caps what the next buyer can pay. */
    tax_trap: { low: 0.03, medium: 0.04, high: 0.055 },
    /** First Street flood factor (1-10) from which the risk is low, medium, high. */
    flood_factor: { low: 3, medium: 5, high: 7 },
    /** Price over the ARV from which an appraisal may fall short; high is above the aggressive end. */
    appraisal: { low: 0.95, medium: 1 },
    /** FHA will not insure a resale this soon; up to the later day it asks for a second appraisal. Source: 24 CFR 203.37a. */
    resale_days: { barred: 90, watched: 180 },
    /** A deed this recent and without the usual warranties can cloud the title. */
    weak_deed_days: 730,
    /** Lead paint was banned in 1978 (16 CFR 1303); wiring, pipes and foundations age before that. */
    vintage: { lead_before: 1978, old_before: 1940, oldest_before: 1910 },
    /** Vacant-building requests and demolition permits this near and recent, from which distress is low, medium, high. */
    distress: { radius_m: 250, months: 24, low: 1, medium: 3, high: 6 },
    tract_flood_share: 0.05,
    tract_vintage_share: 0.5,
    /** A report that can weigh fewer of its points has no score. */
    min_known_points: 40,
  },

  /** OAuth lifetimes, seconds. Source: decisions, "Authentication"; those it leaves open are ours. */
  oauth: {
    access_token: 3_600,
    /** How long a used refresh token may be sent again: an answer may have been lost. */
    refresh_grace: 60,
    /** A connection that is not refreshed for so long has ended. */
    refresh_token: 30 * 86_400,
    /** Long enough to copy a code by hand from one machine to another. */
    code: 300,
    /** How long a consent page may stay open. */
    consent: 3_600,
    /** A registered client that nobody has approved yet. */
    client_unused: 3_600,
    /** A registered client, since somebody last approved it. */
    client: 365 * 86_400,
    /** Longest that browsers keep a cookie. */
    identity: 400 * 86_400,
    /** Browsers of one network that may connect clients in a day; each has a limit of its own. */
    identities_a_day: 20,
    /** How long a client's own document is cached, unless its headers say otherwise; and the most. */
    document: 300,
    document_max: 86_400,
    /** Largest document. Source: Client ID Metadata Documents, section 8.7. */
    document_bytes: 5 * 1024,
  },

  /** Source: spec section 8; decisions, "Limits". */
  limits: {
    anonymous_per_minute: 30,
    key_rpm_default: 60,
    key_rpm_max: 100_000,
    /** Longest overlap of a key's old and new secret. */
    rotation_overlap_days: 30,
    audit_retention_months: 12,
    /** Ceilings of keys that owners make for themselves. */
    self_serve: {
      rpm: 60,
      live_keys: 3,
      scopes: ["read", "underwrite", "write-state"],
    },
    result_bytes: 60_000,
    body_bytes: 64 * 1024,
    /** Objects and arrays within each other in a request body; our deepest input has five with its envelope. */
    json_depth: 32,
    page: { legacy: 10, default: 50, max: 200 },
    cost_units: { comps: 5, underwrite: 3, other: 1 },
    deprecation_days: 90,
    /** What an owner may keep, and how long a repeated mutation is known again. */
    saved: {
      items: 10_000,
      bytes: 10_000_000,
      /** Of these kinds fewer than of all. */
      of_kind: { presets: 100, profiles: 200 },
      idempotency_hours: 24,
    },
    /** Server-sent events: how often the log is looked at, a sign of life is sent, how long a reader may read nothing, and how many streams an owner has open on one server. */
    events: {
      poll_ms: 250,
      heartbeat_ms: 15_000,
      stalled_ms: 30_000,
      batch: 100,
      streams: 20,
      /** What is kept of an owner's log: of all events, and of those that only move a map. */
      kept: { events: 10_000, bytes: 10_000_000 },
      kept_of_map: { events: 200, hours: 24 },
    },
  },
} as const;
