/** This release of Twoflat; `serving` of `model_versions`. */
export const VERSION = "0.2.0";

/** The comps and price model method; with the snapshot's short hash it is `model` of `model_versions`. */
export const VALUATION_METHOD = "comps-8";

/** The underwriting method; `underwrite` of `model_versions`. */
export const UNDERWRITE_METHOD = "underwrite-3";

/** The tract scoring method; with the snapshot's short hash it is `model` of answers about places. */
export const SCORING_METHOD = "scores-1";

/** The risk method; it leads `model` of risk reports, before the valuation they rest on. */
export const RISK_METHOD = "risk-1";
