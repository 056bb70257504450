/** Risk of buying a property, apart from its opportunity. Points and rationale: docs/risk.md. */
export const RISK = {
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
  /** Risks of the taxonomy that are never emitted. */
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
} as const;
