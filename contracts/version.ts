/** This release of Twoflat; `serving` of `model_versions`. */
export const VERSION = "0.1.0";
