import assert from "node:assert/strict";
import fc from "fast-check";
import { placeAt } from "../../../core/engine/places/place_at.ts";
import { twoTowns } from "./places.ts";

const SNAPSHOT = twoTowns();
const NOWHERE = {
  tract: "",
  county: "",
  township: "",
  communityArea: "",
  zip: "",
  taxCode: "",
};

Deno.test("placeAt() names everything a point lies in, ZIP and tax code by the nearest parcel that has one", () => {
  assert.deepEqual(placeAt(SNAPSHOT, 41.81, -87.69), {
    tract: "17031000100",
    county: "cook",
    township: "70",
    communityArea: "HYDE PARK",
    zip: "60608",
    taxCode: "70001",
  });
});

Deno.test("placeAt() takes no ZIP from a parcel beyond the bound", () => {
  const { tract, zip, taxCode } = placeAt(SNAPSHOT, 41.805, -87.66);
  assert.deepEqual([tract, zip, taxCode], ["17031000100", "", ""]);
});

Deno.test("placeAt() knows Lake County, and no township there", () => {
  const { county, township } = placeAt(SNAPSHOT, 41.81, -87.62);
  assert.deepEqual([county, township], ["lake", ""]);
});

Deno.test("placeAt() is empty in the lake, in Wisconsin, at 0/0 and for what is no number", () => {
  for (
    const [lat, lon] of [
      [41.9, -87.2],
      [43.04, -87.9],
      [0, 0],
      [NaN, NaN],
      [Infinity, -87.69],
      [41.81, NaN],
    ]
  ) assert.deepEqual(placeAt(SNAPSHOT, lat, lon), NOWHERE, `${lat},${lon}`);
});

Deno.test("placeAt() answers any two numbers", () => {
  fc.assert(fc.property(fc.double(), fc.double(), (lat, lon) => {
    for (const value of Object.values(placeAt(SNAPSHOT, lat, lon))) {
      assert.equal(typeof value, "string");
    }
  }));
});
