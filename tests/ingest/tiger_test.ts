import assert from "node:assert/strict";
import { join } from "node:path";
import shpwrite from "@mapbox/shp-write";
import type { FeatureCollection, Geometry } from "geojson";
import { readTiger } from "../../core/ingest/tiger.ts";

/** Writes a zipped shapefile as the census does: names of roads in FULLNAME, classes in MTFCC. */
async function tigerFile(
  path: string,
  rows: readonly (readonly [MTFCC: string, FULLNAME: string, Geometry])[],
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
  const roads = await tigerFile(join(dir, "tl_2025_17031_roads.zip"), [
    ["S1100", "I- 90", line],
    ["S1400", "W Addison St", line],
    ["S1730", "Alley", line],
  ]);
  const landmarks = await tigerFile(join(dir, "tl_2025_17031_arealm.zip"), [
    ["K2180", "Humboldt Park", area],
    ["K1231", "A hospital", area],
  ]);
  const features = await readTiger([roads, landmarks]);
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
