/** What a point means, meters. */
export const PLACES = {
  /** A point's ZIP and tax code are those of the nearest parcel this near; half a mile of grid holds both. */
  nearest_parcel_m: 400,
  /** How far a point may lie from the parcel it is matched to. */
  point_match_m: 100,
} as const;
