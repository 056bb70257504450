/** What a point means, meters. */
export const PLACES = {
  /** How far a point may lie from the parcel it is matched to. */
  point_match_m: 100,
} as const;
