import assert from "node:assert/strict";
import { Fault } from "../../../contracts/errors.ts";
import { parseSubject } from "../../../core/engine/subject/parse.ts";
import { resolveSubject } from "../../../core/engine/subject/resolve.ts";
import { PLACES } from "../../../contracts/constants/places.ts";
import { memorySnapshot } from "../../../core/snapshot/memory.ts";
import { square } from "../places/places.ts";
import fc from "../../fast_check.ts";

const REACH = PLACES.point_match_m;

const ADDRESSES: readonly [string, string, string, string][] = [
  ["3101-03 S HALSTED ST", "CHICAGO", "60608", "mf2_4"],
  ["3105 S HALSTED ST", "CHICAGO", "60608", "sfh"],
  ["123 W 63RD ST", "CHICAGO", "60621", "sfh"],
  ["12 S LAKE ST", "LEMONT", "60439", "sfh"],
  ["12 N LAKE ST", "LEMONT", "60439", "sfh"],
  ["123 SAINT JAMES CT", "ORLAND PARK", "60462", "sfh"],
  ["10 PARK BLVD", "PALOS PARK", "60464", "sfh"],
  ["100 MAIN ST", "LEMONT", "60439", "sfh"],
  ["100 MAIN ST", "EVANSTON", "60202", "sfh"],
  ["10321 S AVENUE L", "CHICAGO", "60617", "sfh"],
  ["10321 S AVENUE M", "CHICAGO", "60617", "sfh"],
  ["2300 N KEDZIE BLVD", "CHICAGO", "60647", "mf2_4"],
  ["2300 N KEDZIE AVE", "CHICAGO", "60647", "sfh"],
  ["55 W NORTH AVE", "CHICAGO", "60610", "sfh"],
  ["500 N LAKE SHORE DR UNIT 2", "CHICAGO", "60611", "condo"],
  ["500 N LAKE SHORE DR UNIT 3", "CHICAGO", "60611", "condo"],
];

const SNAPSHOT = memorySnapshot({
  parcels: ADDRESSES.map(([address, city, zip, prop_type], i) => ({
    property_id: String(i + 1).padStart(4, "0") + "0000000000",
    address,
    city,
    zip,
    prop_type,
    county: "cook",
    lat: 41.8 + i * 0.001,
    lon: -87.7,
  })),
});

function find(address: string): string {
  const subject = resolveSubject(SNAPSHOT, { by: "address", address });
  return SNAPSHOT.tables.parcels.address.at(subject.parcel) + ", " +
    ADDRESSES[subject.parcel][1];
}

function fault(run: () => unknown): Fault {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof Fault);
    return error;
  }
  assert.fail("nothing was thrown");
}

Deno.test("resolveSubject() finds an address however it is written", () => {
  const same: readonly [string, string][] = [
    ["3101 S Halsted St, Chicago", "3101-03 S HALSTED ST, CHICAGO"],
    [
      "3103 South Halsted Street, Chicago, IL 60608",
      "3101-03 S HALSTED ST, CHICAGO",
    ],
    ["3101-03 s. halsted", "3101-03 S HALSTED ST, CHICAGO"],
    ["3101 Halsted Chicago", "3101-03 S HALSTED ST, CHICAGO"],
    ["123 West 63rd Street Apt 2B", "123 W 63RD ST, CHICAGO"],
    ["123 W 63 St", "123 W 63RD ST, CHICAGO"],
    ["12 South Lake Street", "12 S LAKE ST, LEMONT"],
    ["123 St. James Court, Orland Park", "123 SAINT JAMES CT, ORLAND PARK"],
    ["10 Park Blvd Palos Park IL", "10 PARK BLVD, PALOS PARK"],
    ["100 Main St Evanston", "100 MAIN ST, EVANSTON"],
    ["100 Main St, 60439", "100 MAIN ST, LEMONT"],
    ["10321 Avenue L, Chicago", "10321 S AVENUE L, CHICAGO"],
    ["2300 N Kedzie Blvd", "2300 N KEDZIE BLVD, CHICAGO"],
    ["55 West North Avenue", "55 W NORTH AVE, CHICAGO"],
    ["55 North Ave", "55 W NORTH AVE, CHICAGO"],
    ["500 Lake Shore Drive #3", "500 N LAKE SHORE DR UNIT 3, CHICAGO"],
  ];
  for (const [asked, expected] of same) {
    assert.equal(find(asked), expected, asked);
  }
});

Deno.test("resolveSubject() lists what an ambiguous address can mean", () => {
  for (
    const address of [
      "12 Lake St",
      "100 Main St",
      "2300 N Kedzie",
      "500 N Lake Shore Dr",
    ]
  ) {
    const error = fault(() => find(address));
    assert.equal(error.code, "invalid_params", address);
    assert.equal(error.field, "address");
    assert.equal(error.candidates?.length, 2, address);
  }
});

Deno.test("resolveSubject() reads house numbers further apart than a block as the first of them", () => {
  assert.equal(find("3101-3199 S Halsted"), "3101-03 S HALSTED ST, CHICAGO");
  assert.equal(fault(() => find("0-77155 S Halsted")).code, "not_found");
});

Deno.test("resolveSubject() suggests the closest addresses for a near miss", () => {
  assert.match(
    fault(() => find("3109 S Halsted St")).candidates![0],
    /3105 S HALSTED ST/,
  );
  assert.match(
    fault(() => find("3105 S Halstead St")).candidates![0],
    /3105 S HALSTED ST/,
  );
  assert.match(
    fault(() => find("100 Main St, Chicago")).candidates!.join(),
    /EVANSTON/,
  );
  const unknown = fault(() => find("1 Zzyzx Road"));
  assert.equal(unknown.code, "not_found");
  assert.equal(unknown.candidates, undefined);
  assert.equal(fault(() => find("Halsted Street")).code, "invalid_params");
});

Deno.test("resolveSubject() takes a property_id with dashes or without its leading zeros", () => {
  const id = (property_id: string) =>
    resolveSubject(SNAPSHOT, { by: "property_id", property_id }).parcel;
  assert.equal(id("00030000000000"), 2);
  assert.equal(id("00-03-000-000-0000"), 2);
  assert.equal(id("30000000000"), 2);
  assert.equal(id("00-03-000-000"), 2);
  assert.equal(fault(() => id("99999999999999")).code, "not_found");
});

Deno.test("resolveSubject() finds the nearest parcel of a point, and the asked type before a nearer one", () => {
  const at = (lat: number, propType?: string) =>
    resolveSubject(SNAPSHOT, { by: "point", lat, lon: -87.7 }, { propType });
  assert.equal(at(41.8).parcel, 0);
  assert.equal(at(41.8004).parcel, 0);
  const between = at(41.8004, "sfh");
  assert.equal(between.parcel, 1);
  assert.ok(Math.abs(between.matchDistance! - 66.7) < 1);
  assert.equal(between.passedOver?.parcel, 0);
  // The spacing is 111 m: from its own position a house has no other parcel within reach.
  assert.equal(at(41.8, "sfh").parcel, 0);
  assert.equal(at(41.80013, "sfh").parcel, 1);
  assert.equal(at(41.8002, "condo").parcel, 0);
  assert.equal(at(41.8002, "condo").passedOver, null);
  const nowhere = at(41.5);
  assert.equal(nowhere.parcel, -1);
  assert.equal(nowhere.propType, "");
});

Deno.test("resolveSubject() names the point that is meant where the degrees are exchanged", () => {
  const snapshot = memorySnapshot({
    boundaries: square("tract", "17031000100", -87.7, 41.8, 0.05),
    tracts: [{ geoid: "17031000100", county: "cook" }],
  });
  const at = (lat: number, lon: number) =>
    resolveSubject(snapshot, { by: "point", lat, lon });
  const { code, field, expected } = fault(() => at(-87.68, 41.82));
  assert.deepEqual([code, field, expected], [
    "invalid_params",
    "lat",
    "the latitude first: 41.82,-87.68",
  ]);
  assert.equal(at(41.82, -87.68).tract, "17031000100");
  assert.equal(at(48.86, 2.35).tract, "");
});

Deno.test("resolveSubject() by point agrees with brute force", () => {
  const { lat, lon } = SNAPSHOT.tables.parcels;
  fc.assert(fc.property(
    fc.double({ min: 41.799, max: 41.817, noNaN: true }),
    fc.double({ min: -87.701, max: -87.699, noNaN: true }),
    (pointLat, pointLon) => {
      const meters = (row: number) =>
        Math.hypot(
          (lat[row] - pointLat) * 111_195,
          (lon[row] - pointLon) * 111_195 * Math.cos(41.8 * Math.PI / 180),
        );
      const nearest = ADDRESSES.map((_, row) =>
        row
      ).sort((a, b) => meters(a) - meters(b))[0];
      const found = resolveSubject(SNAPSHOT, {
        by: "point",
        lat: pointLat,
        lon: pointLon,
      });
      if (Math.abs(meters(nearest) - REACH) < 1) return;
      assert.equal(found.parcel, meters(nearest) < REACH ? nearest : -1);
    },
  ));
});

Deno.test("parseSubject() takes exactly one way to name a property", () => {
  assert.deepEqual(parseSubject({ lat: 1, lon: 2 }), {
    by: "point",
    lat: 1,
    lon: 2,
  });
  assert.deepEqual(
    parseSubject({ point: { lat: 1, lon: 2 } }),
    parseSubject({ lat: 1, lon: 2 }),
  );
  assert.deepEqual(parseSubject({ address: " 1 A St " }), {
    by: "address",
    address: "1 A St",
  });
  const bad: readonly [Parameters<typeof parseSubject>[0], string][] = [
    [{}, "property_id"],
    [{ lat: 1 }, "lon"],
    [{ lon: 1 }, "lat"],
    [{ property_id: "1", address: "1 A St" }, "address"],
    [{ property_id: "1", lat: 1, lon: 2 }, "lat"],
    [{ point: { lat: 1, lon: 2 }, lat: 1, lon: 2 }, "point"],
    [{ property_id: "<script>" }, "property_id"],
  ];
  for (const [input, field] of bad) {
    const error = fault(() => parseSubject(input));
    assert.equal(error.code, "invalid_params");
    assert.equal(error.field, field, JSON.stringify(input));
    assert.ok(error.expected);
  }
});
