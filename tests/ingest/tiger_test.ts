import assert from "node:assert/strict";
import { join } from "node:path";
import shpwrite from "@mapbox/shp-write";
import type { FeatureCollection, Geometry } from "geojson";
import { readTiger } from "../../core/ingest/tiger.ts";

type Row = readonly [MTFCC: string, FULLNAME: string, geometry: Geometry];

/** Writes a zipped shapefile as the census does: names of roads in FULLNAME, classes in MTFCC. */
async function tigerFile(
  path: string,
  rows: readonly Row[],
): Promise<string> {
  const collection: FeatureCollection = {
    type: "FeatureCollection",
    features: rows.map(([MTFCC, FULLNAME, geometry]) => ({
      type: "Feature",
      properties: { MTFCC, FULLNAME },
      geometry,
    })),
  };
  const zip = await shpwrite.zip<"uint8array">(collection, {
    outputType: "uint8array",
    compression: "DEFLATE",
  });
  await Deno.writeFile(path, zip);
  return path;
}

const line: Geometry = {
  type: "LineString",
  coordinates: [[-87.7, 41.9], [-87.69, 41.9]],
};
const area: Geometry = {
  type: "Polygon",
  coordinates: [[[-87.7, 41.9], [-87.7, 41.91], [-87.69, 41.9], [
    -87.7,
    41.9,
  ]]],
};

Deno.test("readTiger() takes streets by rank, and parks among the landmarks", async () => {
  const dir = await Deno.makeTempDir();
  // The writer keeps only the first line of a file, so each has one of its own.
  const file = (name: string, row: Row) =>
    tigerFile(join(dir, `tl_2025_${name}.zip`), [row]);
  const features = await readTiger([
    await file("17031_roads", ["S1100", "I- 90", line]),
    await file("17097_roads", ["S1400", "W Addison St", line]),
    await file("17043_roads", ["S1730", "Alley", line]),
    await file("17031_arealm", ["K2180", "Humboldt Park", area]),
    await file("17097_arealm", ["K1231", "A hospital", area]),
  ]);
  assert.deepEqual(features.map(({ properties }) => properties), [
    { kind: "street", rank: 0, name: "I- 90" },
    { kind: "street", rank: 2, name: "W Addison St" },
    { kind: "park", rank: 0, name: "Humboldt Park" },
  ]);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("readTiger() refuses what is no file of the basemap", async () => {
  await assert.rejects(readTiger(["x_edges.zip"]), /no file of the basemap/);
  const dir = await Deno.makeTempDir();
  const path = join(dir, "x_roads.zip");
  await Deno.writeTextFile(path, "no zip");
  await assert.rejects(readTiger([path]), /cannot be read/);
  await Deno.remove(dir, { recursive: true });
});
