import { basename } from "node:path";
import { readFile } from "node:fs/promises";
// @ts-types="./shpjs.d.ts"
import shapefile from "shpjs";
import { z } from "zod";
import { Fault } from "../../contracts/errors.ts";
import type { BasemapKind } from "./basemap_kinds.ts";

/** What a TIGER/Line file of each name holds. Source: census, TIGER/Line technical documentation 2025, chapter 4. */
const FILES: readonly (readonly [RegExp, BasemapKind])[] = [
  [/_roads\.zip$/, "street"],
  [/_rails\.zip$/, "rail"],
  [/_areawater\.zip$/, "water"],
  [/_arealm\.zip$/, "park"],
];

/** Feature class codes of parks and open spaces among the area landmarks: K2180 to K2190. */
const PARK = /^K21[89]\d$/;

/** How much a street carries by its class: 0 primary, 1 secondary, 2 local. Paths, alleys and drives are left out. */
const STREET_RANKS: Readonly<Record<string, number>> = {
  S1100: 0,
  S1200: 1,
  S1400: 2,
  S1630: 1,
};

const Shape = z.object({
  properties: z.object({
    MTFCC: z.string(),
    FULLNAME: z.string().nullish(),
  }),
  geometry: z.object({
    type: z.enum(["LineString", "MultiLineString", "Polygon", "MultiPolygon"]),
    coordinates: z.array(z.unknown()),
  }),
});

/** A feature of `basemap.geojson`. */
export interface BasemapFeature {
  readonly type: "Feature";
  readonly properties: {
    readonly kind: BasemapKind;
    readonly rank: number;
    readonly name: string;
  };
  readonly geometry: z.infer<typeof Shape>["geometry"];
}

/**
 * Reads the census's zipped shapefiles of roads, rails, water and area landmarks.
 *
 * @throws {Fault} `invalid_params` for a file whose name says none of these, or that is no shapefile
 */
export async function readTiger(
  paths: readonly string[],
): Promise<BasemapFeature[]> {
  const features = await Promise.all(paths.map(readFileOf));
  return features.flat();
}

async function readFileOf(path: string): Promise<BasemapFeature[]> {
  const file = basename(path);
  const kind = FILES.find(([name]) => name.test(file))?.[1];
  if (!kind) {
    throw new Fault("invalid_params", `${file} is no file of the basemap`, {
      field: "streets",
      expected:
        "TIGER/Line zip files named ..._roads.zip, ..._rails.zip, ..._areawater.zip or ..._arealm.zip",
    });
  }
  const collections = [await parse(path, file)].flat();
  return collections.flatMap(({ features }) =>
    features.flatMap((feature) => {
      const shape = Shape.safeParse(feature).data;
      const rank = shape && rankOf(kind, shape.properties.MTFCC);
      return shape && rank !== undefined
        ? [{
          type: "Feature" as const,
          properties: { kind, rank, name: shape.properties.FULLNAME ?? "" },
          geometry: shape.geometry,
        }]
        : [];
    })
  );
}

async function parse(path: string, file: string) {
  try {
    const bytes = new Uint8Array(await readFile(path));
    return await shapefile(bytes.buffer);
  } catch (cause) {
    throw new Fault("invalid_params", `${file} cannot be read`, {
      field: "streets",
      expected: "a zipped shapefile of the census",
      cause,
    });
  }
}

/** Undefined for what the map does not draw. */
function rankOf(kind: BasemapKind, code: string): number | undefined {
  switch (kind) {
    case "street":
      return STREET_RANKS[code];
    case "park":
      return PARK.test(code) ? 0 : undefined;
    default:
      return 0;
  }
}
