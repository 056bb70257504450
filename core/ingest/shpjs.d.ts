/** A file of a zipped shapefile as GeoJSON, WGS84 degrees. */
interface Collection {
  readonly features: readonly unknown[];
}

/** Reads a zip of shapefiles; several files come as a list. */
export default function shapefile(
  zip: ArrayBuffer,
): Promise<Collection | Collection[]>;
