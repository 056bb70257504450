import assert from "node:assert/strict";
import { dayOf } from "../../../core/engine/snapshot.ts";
import {
  importListings,
  type ImportOptions,
} from "../../../core/inventory/import/import_file.ts";
import { parseListingMapping } from "../../../core/inventory/import/listing_mapping.ts";
import type { Listing } from "../../../core/inventory/listing.ts";
import { LiveInventory } from "../../../core/inventory/live/live_inventory.ts";
import { SourceWriter } from "../../../core/inventory/lifecycle/source_writer.ts";
import { unmatchedRows } from "../../../core/store/listings/rows.ts";
import { SNAPSHOT } from "../reso/feed_fixture.ts";

const PORTAL = parseListingMapping(
  await Deno.readTextFile(
    new URL("../../../docs/mappings/portal-listings.json", import.meta.url),
  ),
  "portal-listings.json",
);

/** The header of a portal's download, as it is. */
const HEADER =
  "SALE TYPE,SOLD DATE,PROPERTY TYPE,ADDRESS,CITY,STATE OR PROVINCE,ZIP OR POSTAL CODE,PRICE,BEDS,BATHS,LOCATION,SQUARE FEET,LOT SIZE,YEAR BUILT,DAYS ON MARKET,$/SQUARE FEET,HOA/MONTH,STATUS,NEXT OPEN HOUSE START TIME,NEXT OPEN HOUSE END TIME,URL (SEE https://www.redfin.com/buy-a-home/comparative-market-analysis FOR INFO ON PRICING),SOURCE,MLS#,FAVORITE,INTERESTED,LATITUDE,LONGITUDE";

const NOTE =
  '"In accordance with local MLS rules, some MLS listings are not included in the download"';

/** A synthetic row in the portal's columns. */
function row(facts: Record<string, string | number>): string {
  return HEADER.split(",").map((name) => facts[name] ?? "").join(",");
}

/** Imports the text as a file that was made on 2026-11-10. */
async function imported(
  kv: Deno.Kv,
  name: string,
  text: string,
  options: Omit<ImportOptions, "path"> = {},
) {
  const dir = await Deno.makeTempDir();
  try {
    const path = `${dir}/${name}`;
    await Deno.writeTextFile(path, text);
    const made = Date.parse("2026-11-10T12:00:00Z") / 1000;
    await Deno.utime(path, made, made);
    return await importListings(kv, SNAPSHOT, { path, ...options });
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const seenBy = async (kv: Deno.Kv, audience: "public" | "operator") =>
  (await LiveInventory.open(kv, SNAPSHOT, audience)).current;

const PORTAL_FILE = [
  HEADER,
  NOTE,
  row({
    "SALE TYPE": "MLS Listing",
    "PROPERTY TYPE": "Multi-Family (2-4 Unit)",
    ADDRESS: "103 W Oak St",
    CITY: "Chicago",
    "ZIP OR POSTAL CODE": "60610",
    PRICE: 410000,
    BEDS: 5,
    BATHS: "2.5",
    LOCATION: '"Near North Side, ""The Gold Coast"""',
    "SQUARE FEET": 2400,
    "YEAR BUILT": 1905,
    "DAYS ON MARKET": 12,
    "$/SQUARE FEET": 171,
    STATUS: "Active",
    "MLS#": 12345678,
  }),
  row({
    "PROPERTY TYPE": "Condo/Co-op",
    ADDRESS: '"104 W Oak St Unit 3B"',
    CITY: "Chicago",
    "ZIP OR POSTAL CODE": "60610-1234",
    PRICE: '"$1,250,000"',
    STATUS: "Contingent",
    "MLS#": 12345679,
    LATITUDE: 41.90004,
    LONGITUDE: -87.64,
  }),
  row({ ADDRESS: "105 W Oak St", STATUS: "Active", "MLS#": 12345680 }),
  row({ ADDRESS: "106 W Oak St", PRICE: "call", STATUS: "Active", "MLS#": 1 }),
  row({ ADDRESS: "107 W Oak St", PRICE: 1e5, STATUS: "Auction", "MLS#": 2 }),
  row({ ADDRESS: "108 W Oak St", PRICE: 1e5, STATUS: "Active" }),
  '"MLS Listing",,"Townhouse","broken',
  'across lines"',
  row({
    "PROPERTY TYPE": "Vacant Land",
    ADDRESS: "1 Nowhere Ln",
    PRICE: 90000,
    STATUS: "Coming soon",
    "MLS#": 12345681,
  }),
  "",
].join("\r\n");

Deno.test("a portal's download imports with its disclaimer, missing prices and odd quotes; each rejected row has its line", async () => {
  using kv = await Deno.openKv(":memory:");
  const { source, counts, rejections, notes } = await imported(
    kv,
    "redfin.csv",
    PORTAL_FILE,
    { mapping: PORTAL },
  );
  assert.equal(source, "portal");
  assert.equal(counts.added, 3);
  assert.equal(notes.length, 1);
  assert.match(notes[0], /^line 2: In accordance with local MLS rules/);
  assert.deepEqual(rejections, [
    { record: "line 5", reason: "no price" },
    { record: "line 6", reason: "the price is not a price" },
    { record: "line 7", reason: "unknown status Auction" },
    { record: "line 8", reason: "no listing key" },
    { record: "line 9", reason: "fewer cells than the header" },
  ]);
  const all = await seenBy(kv, "operator");
  const flat = all.get("portal:12345678")!;
  assert.deepEqual(
    [flat.status, flat.propType, flat.listPrice, flat.bathrooms, flat.pin],
    ["active", "sfh", 410_000, 2.5, "3".padStart(14, "0")],
    "the county's type wins where the parcel is known",
  );
  assert.deepEqual(
    [flat.onMarket, flat.onMarketBasis],
    [dayOf("2026-11-10") - 12, "days_on_market"],
  );
  const condo = all.get("portal:12345679")!;
  assert.deepEqual(
    [condo.status, condo.address, condo.listPrice, condo.zip],
    ["active_under_contract", "104 W Oak St #3B", 1_250_000, "60610"],
  );
  const land = all.get("portal:12345681")!;
  assert.deepEqual(
    [land.status, land.propType, land.pin, land.onMarketBasis],
    ["coming_soon", "other", null, "first_seen"],
  );
  // A file is no license: everyone else sees none of it.
  assert.equal((await seenBy(kv, "public")).size, 0);
});

Deno.test("a file imported twice changes nothing, and a newer one brings prices and statuses", async () => {
  using kv = await Deno.openKv(":memory:");
  await imported(kv, "redfin.csv", PORTAL_FILE, { mapping: PORTAL });
  const again = await imported(kv, "redfin.csv", PORTAL_FILE, {
    mapping: PORTAL,
  });
  assert.equal(again.counts.unchanged, 3);
  assert.equal(again.counts.added + again.counts.changed, 0);
  await imported(
    kv,
    "redfin.csv",
    PORTAL_FILE.replace("410000", "399000"),
    { mapping: PORTAL },
  );
  const { prices } = (await seenBy(kv, "operator")).get("portal:12345678")!;
  assert.deepEqual(prices.map(({ price }) => price), [410_000, 399_000]);
});

Deno.test("a CSV file with RESO names and a file in the Common Format give the same listings", async () => {
  const fields = {
    ListingKey: "A1",
    StandardStatus: "Active",
    ListPrice: 250_000,
    OriginalListPrice: 260_000,
    OnMarketDate: "2026-10-01",
    PropertyType: "Residential Income",
    NumberOfUnitsTotal: 3,
    UnparsedAddress: "150 W Oak St, Chicago",
    PostalCode: "60610",
    PublicRemarks: 'Say "hi", now',
  };
  const csv = [
    Object.keys(fields).join(","),
    Object.values(fields).map((value) =>
      `"${String(value).replaceAll('"', '""')}"`
    ).join(","),
  ].join("\n");
  const context = "urn:reso:metadata:2.0:resource:property";
  const several = { "@reso.context": context, value: [fields] };
  const single = { "@reso.context": context, ...fields };
  const found: Listing[] = [];
  for (
    const [name, text] of [
      ["a.csv", csv],
      ["several.json", JSON.stringify(several)],
      ["single.json", JSON.stringify(single)],
    ]
  ) {
    using kv = await Deno.openKv(":memory:");
    const { counts } = await imported(kv, name, text);
    assert.equal(counts.added, 1, name);
    const { firstSeen: _, ...listing } = (await seenBy(kv, "operator"))
      .get("import:A1")!;
    found.push(listing as Listing);
  }
  assert.deepEqual(found[1], found[0]);
  assert.deepEqual(found[2], found[0]);
  assert.deepEqual(
    found[0].prices.map(({ price }) => price),
    [260_000, 250_000],
  );
});

Deno.test("a file that is something else is refused with what was expected", async () => {
  using kv = await Deno.openKv(":memory:");
  const cases: [string, string, RegExp][] = [
    ["empty.csv", "", /empty/],
    ["other.csv", "a,b\n1,2", /RESO Data Dictionary/],
    ["quote.csv", 'ListingKey,ListPrice\n"1,2', /quote\.csv: /i],
    ["x.json", "[1]", /no object/],
    ["x.json", '{"value": []}', /@reso\.context/],
    [
      "x.json",
      '{"@reso.context": "urn:reso:metadata:2.0:resource:member"}',
      /@reso\.context/,
    ],
  ];
  for (const [name, text, message] of cases) {
    await assert.rejects(imported(kv, name, text), {
      name: "Fault",
      code: "invalid_params",
      field: "file",
      message,
    });
  }
  await assert.rejects(
    imported(kv, "b.csv", "MLS#,ADDRESS\n1,2", { mapping: PORTAL }),
    /no column "STATUS"/,
  );
  for (
    const text of [
      "{",
      '{"name": "x"}',
      '{"name":"x","source":"y","columns":{}}',
    ]
  ) {
    assert.throws(() => parseListingMapping(text, "m.json"), {
      code: "invalid_params",
    });
  }
});

Deno.test("an import says what became of each listing: new, updated with its price and status, or unchanged", async () => {
  using kv = await Deno.openKv(":memory:");
  const file = (...rows: string[]) => [HEADER, NOTE, ...rows].join("\n");
  const home = (facts: Record<string, string | number>) =>
    row({ ADDRESS: "110 W Oak St", STATUS: "Active", "MLS#": 7, ...facts });
  const other = row({ ADDRESS: "111 W Oak St", PRICE: 2e5, "MLS#": 8 });
  const options = { mapping: PORTAL };
  const first = await imported(
    kv,
    "first.csv",
    file(home({ PRICE: 3e5 }), other),
    options,
  );
  assert.deepEqual([first.counts.added, first.known], [2, []]);
  const later = await imported(
    kv,
    "later.csv",
    file(home({ PRICE: 290_000, STATUS: "Pending" }), other),
    options,
  );
  assert.deepEqual([later.counts.changed, later.counts.unchanged], [1, 1]);
  assert.deepEqual(later.changes, [{
    id: "portal:7",
    address: "110 W Oak St",
    was: { price: 300_000, status: "active" },
    is: { price: 290_000, status: "pending" },
  }]);
  const listing = (await seenBy(kv, "operator")).get("portal:7")!;
  assert.deepEqual(listing.prices.map(({ price }) => price), [3e5, 290_000]);
  assert.deepEqual(
    listing.statuses.map(({ status }) => status),
    ["active", "pending"],
  );
  // The same home from elsewhere is another listing of it, and said to be.
  const elsewhere = await imported(
    kv,
    "elsewhere.csv",
    file(home({ PRICE: 295_000, "MLS#": 99 })),
    { ...options, source: "broker" },
  );
  assert.equal(elsewhere.counts.added, 1);
  assert.deepEqual(elsewhere.known, [{
    id: "broker:99",
    others: [{ id: "portal:7", status: "pending", listPrice: 290_000 }],
  }]);
});

Deno.test("a parcel that a person named stays with the listing through later reports, until it is cleared", async () => {
  using kv = await Deno.openKv(":memory:");
  const land = (price: number) =>
    [
      HEADER,
      row({ ADDRESS: "1 Nowhere Ln", PRICE: price, "MLS#": 5 }),
    ].join("\n");
  const options = { mapping: PORTAL };
  await imported(kv, "a.csv", land(9e4), options);
  const unmatched = () => Array.fromAsync(unmatchedRows(kv));
  assert.equal((await unmatched()).length, 1);
  const assign = async (key: string, pin: string | null) => {
    await using writer = await SourceWriter.open(kv, SNAPSHOT, {
      source: "portal",
      licensed: false,
    });
    return await writer.assign(key, pin);
  };
  const pin = "9".padStart(14, "0");
  assert.deepEqual(
    await assign("5", pin),
    { pin, by: "person", confidence: 1, reason: "" },
  );
  assert.deepEqual(await unmatched(), []);
  const now = async () => (await seenBy(kv, "operator")).get("portal:5")!;
  assert.deepEqual([(await now()).pin, (await now()).matchedBy], [
    pin,
    "person",
  ]);
  await imported(kv, "b.csv", land(8e4), options);
  assert.deepEqual([(await now()).pin, (await now()).listPrice], [pin, 8e4]);
  // On another snapshot too, as long as it has the parcel.
  await using writer = await SourceWriter.open(
    kv,
    { ...SNAPSHOT, id: "newer" },
    { source: "portal", licensed: false },
  );
  await writer.rematch();
  await writer[Symbol.asyncDispose]();
  assert.equal((await now()).pin, pin);

  assert.equal((await assign("5", null)).pin, null);
  assert.equal((await unmatched()).length, 1);
  await assert.rejects(assign("6", pin), { code: "not_found" });
});
