/** Kinds of shapes on the basemap. */
export const BASEMAP_KINDS = ["street", "rail", "water", "park"] as const;
/** Kind of a shape on the basemap. */
export type BasemapKind = (typeof BASEMAP_KINDS)[number];
