import type { RiskCode } from "../../contracts/risk.ts";

/** Names of the risks, as people read them. */
export const RISK_LABELS: Readonly<Record<RiskCode, string>> = {
  tax_shock: "Tax shock after purchase",
  tax_trap: "Tax trap",
  basement_flood: "Basement and flood",
  distress_proximity: "Distress nearby",
  closing_friction: "Closing friction",
  legal_unit_mismatch: "Legal-unit mismatch",
  appraisal_ceiling: "Appraisal ceiling",
  vintage_stock: "Vintage stock",
};
