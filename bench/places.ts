/**
 * Points to tract, township and community area, warm. Goal: a million points a second.
 * `deno run --allow-read bench/places.ts SNAPSHOT`
 */
import { areasAt } from "../core/engine/places/areas.ts";
import { layerOf } from "../core/engine/places/layers.ts";
import { openSnapshot } from "../core/snapshot/open.ts";
import { seeded } from "./valuation_market.ts";

const [dir = ".twoflat/demo"] = Deno.args;
const snapshot = await openSnapshot(dir);
const random = seeded(11);
const POINTS = 200_000;
const points = Array.from({ length: POINTS }, () => [
  -88.2 + 0.7 * random(),
  41.5 + 0.95 * random(),
]);

function rate(what: string, run: (lon: number, lat: number) => void): void {
  const rates: number[] = [];
  for (let round = 0; round < 6; round++) {
    const start = performance.now();
    for (const [lon, lat] of points) run(lon, lat);
    if (round > 0) rates.push(POINTS / (performance.now() - start) / 1000);
  }
  const mean = rates.reduce((sum, each) => sum + each, 0) / rates.length;
  console.log(
    `${what}: ${mean.toFixed(2)} (least ${
      Math.min(...rates).toFixed(2)
    }) million points a second`,
  );
}

for (const layer of ["tract", "township", "community_area"] as const) {
  const index = layerOf(snapshot, layer);
  rate(`${layer} (${index.ids.length} shapes)`, (lon, lat) => {
    index.at(lon, lat);
  });
}
rate("tract, township and county", (lon, lat) => areasAt(snapshot, lat, lon));
