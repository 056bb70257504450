import assert from "node:assert/strict";
import { Fault } from "../../../contracts/errors.ts";
import { findArea, isNamed } from "../../../core/engine/places/named.ts";
import { memorySnapshot } from "../../../core/snapshot/memory.ts";
import { square, twoTowns } from "./places.ts";

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
  assert.throws(() => findArea(SNAPSHOT, "Paris"), (error) => {
    assert.ok(error instanceof Fault);
    assert.equal(error.candidates, undefined, "what is spelled otherwise");
    return true;
  });
});

Deno.test("findArea() takes a suburb's township where no city of the name is known, and never one of the City", () => {
  const snapshot = memorySnapshot({
    boundaries: [
      ...square("township", "28", -87.9, 41.5, 0.1),
      ...square("township", "72", -87.7, 41.8, 0.05),
    ],
    townships: [
      { code: "28", name: "Orland", triad: "South" },
      { code: "72", name: "Lake", triad: "City" },
    ],
  });
  const orland = findArea(snapshot, "Orland Park, IL");
  assert.equal(orland.name, "Orland township");
  assert.equal(isNamed(orland, "Orland Park"), false);
  for (const text of ["Orland", "orland township", "Orland, IL"]) {
    assert.equal(findArea(snapshot, text).id, "28");
    assert.equal(isNamed(orland, text), true);
  }
  assert.throws(() => findArea(snapshot, "Lake Forest"), { code: "not_found" });
});
