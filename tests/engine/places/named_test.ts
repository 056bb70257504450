import assert from "node:assert/strict";
import { Fault } from "../../../contracts/errors.ts";
import { findArea } from "../../../core/engine/places/named.ts";
import { twoTowns } from "./places.ts";

const SNAPSHOT = twoTowns();
const kindAndId = (text: string) => {
  const { kind, id } = findArea(SNAPSHOT, text);
  return `${kind} ${id}`;
};

Deno.test("findArea() knows community areas, cities, ZIPs, townships and tracts", () => {
  assert.equal(kindAndId("Bridgeport"), "community_area BRIDGEPORT");
  assert.equal(kindAndId("bridgeport, Chicago"), "community_area BRIDGEPORT");
  assert.equal(kindAndId("Chicago"), "city CHICAGO");
  assert.equal(kindAndId("60608"), "zip 60608");
  assert.equal(kindAndId("17097000200"), "tract 17097000200");
});

Deno.test("findArea() means the community area unless the word township is there", () => {
  assert.equal(kindAndId("HYDE  PARK"), "community_area HYDE PARK");
  assert.equal(kindAndId("Hyde Park Township"), "township 70");
});

Deno.test("findArea() gives the extent", () => {
  const { bounds } = findArea(SNAPSHOT, "60608");
  assert.deepEqual(bounds, [-87.69, 41.811, -87.69, 41.811]);
});

Deno.test("findArea() suggests the nearest names on a miss", () => {
  assert.throws(() => findArea(SNAPSHOT, "Bridgport"), (error) => {
    assert.ok(error instanceof Fault);
    assert.equal(error.code, "not_found");
    assert.equal(error.candidates?.[0], "Bridgeport");
    return true;
  });
});
