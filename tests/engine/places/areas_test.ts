import assert from "node:assert/strict";
import { areasAt } from "../../../core/engine/places/areas.ts";
import { layerOf } from "../../../core/engine/places/layers.ts";
import { twoTowns } from "./places.ts";
import fc from "../../fast_check.ts";

const SNAPSHOT = twoTowns();
const NOWHERE = { tract: "", county: "", township: "" };

Deno.test("areasAt() names the tract, township and county of a point", () => {
  assert.deepEqual(areasAt(SNAPSHOT, 41.81, -87.69), {
    tract: "17031000100",
    county: "cook",
    township: "70",
  });
});

Deno.test("a point between two community areas of a tract is in neither", () => {
  const communityArea = layerOf(SNAPSHOT, "community_area");
  assert.equal(communityArea.at(-87.69, 41.81), "HYDE PARK");
  assert.equal(communityArea.at(-87.67, 41.83), "BRIDGEPORT");
  assert.equal(communityArea.at(-87.655, 41.805), null);
});

Deno.test("areasAt() knows Lake County, and no township there", () => {
  const { county, township } = areasAt(SNAPSHOT, 41.81, -87.62);
  assert.deepEqual([county, township], ["lake", ""]);
});

Deno.test("areasAt() is empty in the lake, in Wisconsin, at 0/0 and for what is no number", () => {
  for (
    const [lat, lon] of [
      [41.9, -87.2],
      [43.04, -87.9],
      [0, 0],
      [NaN, NaN],
      [Infinity, -87.69],
      [41.81, NaN],
    ]
  ) assert.deepEqual(areasAt(SNAPSHOT, lat, lon), NOWHERE, `${lat},${lon}`);
});

Deno.test("areasAt() answers any two numbers", () => {
  fc.assert(fc.property(fc.double(), fc.double(), (lat, lon) => {
    for (const value of Object.values(areasAt(SNAPSHOT, lat, lon))) {
      assert.equal(typeof value, "string");
    }
  }));
});
