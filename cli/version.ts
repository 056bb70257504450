/** This release of Twoflat. */
export const VERSION = "0.1.0";
