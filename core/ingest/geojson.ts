import { basename } from "node:path";
import { z } from "zod";
import { Fault } from "../../contracts/errors.ts";
import { type Reading, readText } from "./input.ts";

const Position = z.array(z.number()).min(2);
const Ring = z.array(Position);
const Polygon = z.array(Ring);

const Feature = z.object({
  properties: z.record(z.string(), z.unknown()),
  geometry: z.discriminatedUnion("type", [
    z.object({ type: z.literal("Point"), coordinates: Position }),
    z.object({ type: z.literal("MultiPoint"), coordinates: z.array(Position) }),
    z.object({ type: z.literal("LineString"), coordinates: Ring }),
    z.object({ type: z.literal("MultiLineString"), coordinates: Polygon }),
    z.object({ type: z.literal("Polygon"), coordinates: Polygon }),
    z.object({
      type: z.literal("MultiPolygon"),
      coordinates: z.array(Polygon),
    }),
  ]).nullable(),
});

/** A feature of a GeoJSON file, WGS84 longitude and latitude. */
export type Feature = z.infer<typeof Feature>;

const Collection = z.object({
  type: z.literal("FeatureCollection"),
  features: z.array(z.unknown()),
});

/**
 * Reads a GeoJSON file, plain or gzipped. A feature that is not understood is `undefined`.
 * @throws {Fault} `invalid_params` when the file is not a GeoJSON feature collection
 */
export async function readGeoJson(
  path: string,
  reading: Reading,
): Promise<(Feature | undefined)[]> {
  let json: unknown;
  const text = await readText(path, reading);
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw notGeoJson(path, error);
  }
  const parsed = Collection.safeParse(json);
  if (!parsed.success) throw notGeoJson(path, parsed.error);
  return parsed.data.features.map((feature) => Feature.safeParse(feature).data);
}

/** The polygons of a shape; empty for points. */
export function polygonsOf({ geometry }: Feature): number[][][][] {
  switch (geometry?.type) {
    case "Polygon":
      return [geometry.coordinates];
    case "MultiPolygon":
      return geometry.coordinates;
    default:
      return [];
  }
}

/** The lines of a shape; empty for points and areas. */
export function linesOf({ geometry }: Feature): number[][][] {
  switch (geometry?.type) {
    case "LineString":
      return [geometry.coordinates];
    case "MultiLineString":
      return geometry.coordinates;
    default:
      return [];
  }
}

/** The mean of a feature's positions, every vertex once; undefined without any. */
export function centerOf(
  feature: Feature,
): { lat: number; lon: number } | undefined {
  const { geometry } = feature;
  const positions = geometry?.type === "Point"
    ? [geometry.coordinates]
    : geometry?.type === "MultiPoint"
    ? geometry.coordinates
    // A ring ends where it began.
    : polygonsOf(feature).flat().flatMap((ring) => ring.slice(0, -1));
  if (positions.length === 0) return undefined;
  const mean = (at: 0 | 1) =>
    positions.reduce((sum, position) => sum + position[at], 0) /
    positions.length;
  return { lon: mean(0), lat: mean(1) };
}

function notGeoJson(path: string, cause: unknown): Fault {
  const file = basename(path);
  return new Fault("invalid_params", `${file} is not GeoJSON`, {
    field: file,
    expected: "a GeoJSON FeatureCollection, plain or gzipped",
    cause,
  });
}
