/** This release of Twoflat; `serving` of `model_versions`. */
export const VERSION = "0.1.0";

/** The comps and surface method; with the snapshot's short hash it is `model` of `model_versions`. */
export const VALUATION_METHOD = "comps-1";

/** The underwriting method; `underwrite` of `model_versions`. */
export const UNDERWRITE_METHOD = "underwrite-1";
