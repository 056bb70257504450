import assert from "node:assert/strict";
import {
  type ListedPlace,
  matchParcel,
} from "../../../core/inventory/matching/match_parcel.ts";
import { splitUnit } from "../../../core/inventory/matching/split_unit.ts";
import { memorySnapshot } from "../../../core/snapshot/memory.ts";

const HOUSE = "14000000010000";
const NEXT_DOOR = "14000000020000";
const FLAT_1 = "14000000031001";
const FLAT_2 = "14000000031002";
const TWIN = "14000000040000";

const at = (property_id: string, address: string, zip = "60610", n = 0) => ({
  property_id,
  address,
  city: "CHICAGO",
  zip,
  lat: 41.9 + n * 1e-3,
  lon: -87.64,
});

const SNAPSHOT = memorySnapshot({
  parcels: [
    at(HOUSE, "12 W OAK ST"),
    at(NEXT_DOOR, "14 W OAK ST", "60610", 1),
    at(FLAT_1, "20 W OAK ST APT 1", "60610", 2),
    at(FLAT_2, "20 W OAK ST APT 2", "60610", 2),
    at(TWIN, "30 W ELM ST", "60610", 3),
    at("14000000050000", "30 W ELM ST", "60620", 40),
    at("14000000060000", "5020 N SHERIDAN RD", "60640", 90),
  ],
});

function match(place: Partial<ListedPlace>) {
  const { pin, by, confidence, reason } = matchParcel(SNAPSHOT, {
    parcelNumber: null,
    address: null,
    unit: null,
    city: null,
    zip: null,
    lat: null,
    lon: null,
    ...place,
  });
  return { pin, by, confidence, reason };
}

Deno.test("matchParcel() believes a parcel number most where the address agrees", () => {
  const sure = match({
    parcelNumber: "14-00-000-001-0000",
    address: "12 West Oak Street",
  });
  assert.deepEqual(sure, { pin: HOUSE, by: "pin", confidence: 1, reason: "" });
  const alone = match({ parcelNumber: HOUSE });
  assert.deepEqual([alone.pin, alone.confidence], [HOUSE, 0.95]);
  const against = match({ parcelNumber: HOUSE, address: "14 W Oak St" });
  assert.deepEqual([against.pin, against.confidence], [HOUSE, 0.7]);
  assert.match(against.reason, /another parcel/);
  // A flat's number with the address of its building is no contradiction.
  const flat = match({
    parcelNumber: FLAT_1,
    address: "20 W Oak St",
    unit: "2",
  });
  assert.deepEqual([flat.pin, flat.confidence], [FLAT_1, 0.95]);
});

Deno.test("matchParcel() finds an address without a number, with the flat, ZIP and position where they decide", () => {
  const byAddress = match({ address: "12 W Oak St", zip: "60610" });
  assert.deepEqual(
    [byAddress.pin, byAddress.by, byAddress.confidence],
    [HOUSE, "address", 0.9],
  );
  assert.equal(match({ address: "12 W Oak St" }).confidence, 0.8);
  assert.equal(
    match({ address: "20 W Oak St", unit: "2", city: "Chicago" }).pin,
    FLAT_2,
  );
  assert.equal(match({ address: "30 W Elm St", zip: "60610" }).pin, TWIN);
  const twice = match({ address: "30 W Elm St" });
  assert.equal(twice.pin, null);
  assert.match(twice.reason, /2 properties match/);
  const placed = match({ address: "12 W Oak St", lat: 41.9001, lon: -87.64 });
  assert.deepEqual([placed.pin, placed.confidence], [HOUSE, 0.95]);
  const far = match({ address: "12 W Oak St", lat: 41.95, lon: -87.64 });
  assert.equal(far.pin, null);
  assert.match(far.reason, /\d+ m from the parcel/);
});

Deno.test("matchParcel() takes the house number at the position when the street is spelled otherwise", () => {
  const near = { lat: 41.99, lon: -87.64 };
  const found = match({ address: "5020 N Marine Dr", ...near });
  assert.deepEqual(
    [found.pin, found.by, found.confidence],
    ["14000000060000", "position", 0.75],
  );
  assert.equal(match({ address: "5022 N Marine Dr", ...near }).pin, null);
  assert.equal(
    match({ address: "5020 N Marine Dr", zip: "60999", ...near }).pin,
    null,
  );
  assert.match(match({}).reason, /no address/);
});

Deno.test("splitUnit() knows the ways to write an apartment", () => {
  for (
    const [line, address, unit] of [
      ["12 N Oak St #3", "12 N Oak St", "3"],
      ["12 N Oak St Unit 3B", "12 N Oak St", "3B"],
      ["12 N Oak St, Apt. 2", "12 N Oak St", "2"],
      ["12 N Oak St Unit #4", "12 N Oak St", "4"],
      ["12 N Oak St", "12 N Oak St", null],
      ["1 Unity Ave", "1 Unity Ave", null],
    ] as const
  ) assert.deepEqual(splitUnit(line), { address, unit });
});
