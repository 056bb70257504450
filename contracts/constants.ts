import { LIMITS } from "./constants/limits.ts";
import { PLACES } from "./constants/places.ts";
import { METRO, PROPERTY_TYPES } from "./constants/property.ts";
import { PROPERTY_TAX } from "./constants/property_tax.ts";
import { RENT } from "./constants/rent.ts";
import { RISK } from "./constants/risk.ts";
import { SALE_VALIDATION } from "./constants/sales.ts";
import { SCORING } from "./constants/scoring.ts";
import { TRANSFER_TAX, UNDERWRITING } from "./constants/underwriting.ts";
import {
  AREA_CONTEXT,
  CALIBRATION,
  COMPS,
  GATES,
} from "./constants/valuation.ts";

/** The numbers of the service as they are published. Code imports those of its own domain. */
export const CONSTANTS = {
  version: "2026.11",
  metro: METRO,
  property_types: PROPERTY_TYPES,
  sale_validation: SALE_VALIDATION,
  places: PLACES,
  comps: COMPS,
  calibration: CALIBRATION,
  area_context: AREA_CONTEXT,
  gates: GATES,
  underwriting: UNDERWRITING,
  transfer_tax: TRANSFER_TAX,
  rent: RENT,
  property_tax: PROPERTY_TAX,
  scoring: SCORING,
  risk: RISK,
  limits: LIMITS,
} as const;
