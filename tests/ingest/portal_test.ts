import assert from "node:assert/strict";
import { dayOf } from "../../core/engine/snapshot.ts";
import { codeAt } from "../../core/engine/tables.ts";
import { verifySnapshot } from "../../core/snapshot/verify.ts";
import { CARD, csv, gzip, ingested, PARCEL, SALE } from "./files.ts";

const FILES = {
  "parcel_sales.csv": csv([SALE]),
  "characteristics.csv": csv([CARD]),
  "parcel_universe.csv": csv([PARCEL]),
};

Deno.test("ingestDirectory() joins sales, facts and place of a parcel", () =>
  ingested(FILES, async ({ tables, dir, manifest, synthetic }) => {
    const { parcels, sales } = tables;
    assert.equal(synthetic, false);
    assert.equal((await verifySnapshot(dir)).ok, true);
    assert.deepEqual([parcels.rows, sales.rows], [1, 1]);
    assert.equal(parcels.property_id.at(0), "01011000010000");
    assert.equal(parcels.lat[0], 42.1);
    assert.equal(parcels.flood_zone[0], 0);
    const place = [
      parcels.county,
      parcels.township,
      parcels.neighborhood,
      parcels.tax_code,
      parcels.zip,
      parcels.tract,
    ].map((column) => codeAt(column, 0));
    assert.deepEqual(place, [
      "cook",
      "10",
      "10010",
      "10001",
      "60010",
      "17031824004",
    ]);
    for (const table of [parcels, sales]) {
      assert.equal(codeAt(table.prop_type, 0), "sfh");
      assert.equal(codeAt(table.class, 0), "203");
      assert.equal(codeAt(table.attic, 0), "Full, Living Area");
      assert.equal(codeAt(table.garage, 0), "detached");
      assert.equal(codeAt(table.porch, 0), "");
      assert.deepEqual([
        table.facts_year[0],
        table.bldg_sqft[0],
        table.garage_cars[0],
        table.stories[0],
        table.condition[0],
        table.quality[0],
        table.air[0],
        table.units[0],
        table.cards[0],
      ], [2022, 1200, 2.5, 1.5, 3, 2, 1, 1, 1]);
    }
    assert.equal(sales.sale_date[0], dayOf("2022-06-01"));
    assert.equal(sales.document.at(0), "2200000001");
    assert.equal(codeAt(sales.rejected, 0), "");
    assert.equal(codeAt(tables.townships.name, 0), "Barrington");
    assert.equal(manifest.newest_sale, "2022-06-01");
    assert.deepEqual(
      manifest.quality.sources.map(({ dataset, vintage, read, kept }) => [
        dataset,
        vintage,
        read,
        kept,
      ]),
      [
        ["parcel sales", "2022-06-01", 1, 1],
        ["parcel universe", "2023", 1, 1],
        ["characteristics", "2022", 1, 1],
      ],
    );
  }));

Deno.test("ingestDirectory() takes the portal's current column names and gzip", async () => {
  const files = {
    "Assessor_-_Parcel_Sales.csv.gz": await gzip(csv([{
      pin: "01-01-100-001-0000",
      nbhd: "10010",
      township_code: "10",
      class: "203",
      sale_date: "06/01/2022",
      sale_price: "$300,000",
      doc_no: "2200000001",
      deed_type: "Warranty",
      is_multisale: "false",
    }])),
    "x54s-btds.csv.gz": await gzip(csv([{
      pin: "1011000010000",
      year: "2022",
      card: "1",
      class: "203",
      char_yrblt: "1955",
      char_bldg_sf: "1200",
      char_land_sf: "6000",
      char_beds: "3",
      char_fbath: "1",
      char_hbath: "1",
      char_bsmt_fin: "Formal Rec Room",
      char_apts: "None",
      char_attic_type: "None",
    }])),
    "nj4t-kc8j.csv.gz": await gzip(csv([{
      pin: "01011000010000.0",
      year: "2023",
      class: "203",
      township_code: "10",
      nbhd_code: "10010",
      tax_code: "10001",
      lon: "-88.1",
      lat: "42.1",
      env_flood_fema_sfha: "false",
      env_flood_fs_factor: "1",
    }])),
  };
  await ingested(files, ({ tables: { parcels, sales } }) => {
    assert.deepEqual([parcels.rows, sales.rows], [1, 1]);
    assert.equal(sales.sale_price[0], 300_000);
    assert.equal(sales.sale_date[0], dayOf("2022-06-01"));
    assert.equal(codeAt(sales.rejected, 0), "");
    assert.equal(sales.bldg_sqft[0], 1200);
    assert.equal(codeAt(sales.basement_finish, 0), "Formal Rec Room");
    assert.equal(codeAt(sales.attic, 0), "");
    assert.equal(parcels.lon[0], -88.1);
    assert.equal(codeAt(parcels.tax_code, 0), "10001");
  });
});

Deno.test("a sale takes the facts of its year, else of the newest before, else of the earliest after", () => {
  const years = [2018, 2020, 2023, 2024];
  const cards = years.map((year) => ({
    ...CARD,
    tax_year: year,
    num_rooms: year % 100,
  }));
  const dates = [
    "2017-05-01",
    "2018-05-01",
    "2019-05-01",
    "2022-12-31",
    "2025-01-01",
  ];
  return ingested({
    "parcel_sales.csv": csv(dates.map((sale_date, i) => ({
      ...SALE,
      sale_date,
      sale_price: 300_000 + i,
    }))),
    "characteristics.csv": csv([cards[2], cards[0], cards[3], cards[1]]),
  }, ({ tables: { sales, parcels } }) => {
    assert.deepEqual([...sales.facts_year], [2018, 2018, 2018, 2020, 2024]);
    assert.deepEqual([...sales.rooms], [18, 18, 18, 20, 24]);
    assert.deepEqual([...parcels.facts_year], [2024]);
    assert.equal(codeAt(parcels.township, 0), "10", "from its newest sale");
    assert.ok(Number.isNaN(parcels.lat[0]));
  });
});

Deno.test("a multi-card PIN keeps its first card and is known as one, also where the county counts one", () => {
  const card = (n: number, sqft: number) => ({
    ...CARD,
    card_num: `${n}.0`,
    building_sqft: sqft,
  });
  return ingested({
    "parcel_sales.csv": csv([SALE]),
    "characteristics.csv": csv([card(2, 800), card(1, 1100), card(3, 700)]),
  }, ({ tables: { sales, parcels } }) => {
    assert.deepEqual([parcels.bldg_sqft[0], parcels.cards[0]], [1100, 2]);
    assert.equal(codeAt(sales.rejected, 0), "multi_card");
  });
});

Deno.test("property types follow class and apartments", () => {
  const cases: readonly (readonly [number, string, string])[] = [
    [202, "", "sfh"],
    [278, "", "sfh"],
    [210, "", "townhome"],
    [211, "Two", "mf2_4"],
    [211, "Four", "mf2_4"],
    [211, "Five", "apartment"],
    [211, "", "apartment"],
    [212, "Two", "mixed_use"],
    [299, "", "condo"],
    [100, "", "other"],
  ];
  return ingested({
    "parcel_universe.csv": csv(cases.map(([propertyClass], i) => ({
      ...PARCEL,
      pin: `0101100001000${i}`,
      class: propertyClass,
    }))),
    "characteristics.csv": csv(cases.map(([propertyClass, apartments], i) => ({
      ...CARD,
      pin: `0101100001000${i}`,
      class: propertyClass,
      num_apartments: apartments,
    }))),
  }, ({ tables: { parcels } }) => {
    const types = cases.map((_, row) => codeAt(parcels.prop_type, row));
    assert.deepEqual(types, cases.map(([, , type]) => type));
  });
});

Deno.test("a parcel without characteristics has the type of its class", () =>
  ingested({
    ...FILES,
    "parcel_universe.csv": csv([
      PARCEL,
      { ...PARCEL, pin: "01011000020000", class: "2-99" },
    ]),
  }, ({ tables: { parcels } }) => {
    assert.equal(codeAt(parcels.class, 1), "299");
    assert.equal(codeAt(parcels.prop_type, 1), "condo");
    assert.equal(parcels.facts_year[1], 0);
  }));

Deno.test("the snapshot's id does not depend on the order of rows", async () => {
  const sales = Array.from({ length: 60 }, (_, i) => ({
    ...SALE,
    pin: `010110000${10 + i % 20}000`,
    sale_date: `2022-0${1 + i % 9}-1${i % 7}`,
    sale_price: 200_000 + 1_000 * (i % 11),
    sale_document_num: `${i % 50}`,
  }));
  const cards = Array.from({ length: 60 }, (_, i) => ({
    ...CARD,
    pin: `010110000${10 + i % 20}000`,
    tax_year: 2020 + i % 3,
    building_sqft: 1000 + i,
  }));
  const parcels = Array.from({ length: 40 }, (_, i) => ({
    ...PARCEL,
    pin: `010110000${10 + i % 20}000`,
    tax_year: 2022 + i % 2,
    latitude: 42 + i / 1000,
  }));
  const ids = new Set<string>();
  const rotate = <T>(rows: readonly T[], by: number) => [
    ...rows.slice(by),
    ...rows.slice(0, by),
  ];
  for (const by of [0, 7, 31]) {
    await ingested(
      {
        "parcel_sales.csv": csv(rotate(sales, by)),
        "characteristics.csv": csv(rotate(cards, by).toReversed()),
        "parcel_universe.csv": csv(rotate(parcels, by)),
      },
      ({ id }) => void ids.add(id),
      { now: new Date(2026, 5, 1 + by) },
    );
  }
  assert.equal(ids.size, 1);
});

Deno.test("addresses and assessed values join known parcels, the newest address wins", () =>
  ingested({
    ...FILES,
    "parcel_addresses.csv": csv([
      {
        pin: PARCEL.pin,
        year: 2023,
        prop_address_full: "12  n Oak st",
        prop_address_city_name: "Barrington",
        prop_address_zipcode_1: "60010",
      },
      {
        pin: PARCEL.pin,
        year: 2021,
        prop_address_full: "10 N OAK ST",
        prop_address_city_name: "",
        prop_address_zipcode_1: "",
      },
      {
        pin: "33000000000000",
        year: 2023,
        prop_address_full: "1 ELM ST",
        prop_address_city_name: "",
        prop_address_zipcode_1: "",
      },
    ]),
    "assessed_values.csv": csv([
      { pin: PARCEL.pin, tax_year: 2023, mailed_tot: 20000, board_tot: "" },
      { pin: PARCEL.pin, tax_year: 2022, mailed_tot: 18000, board_tot: 17000 },
    ]),
  }, ({ tables: { parcels, assessments }, manifest }) => {
    assert.equal(parcels.address.at(0), "12 N OAK ST");
    assert.equal(codeAt(parcels.city, 0), "BARRINGTON");
    assert.deepEqual([...assessments.tax_year], [2022, 2023]);
    assert.deepEqual([...assessments.board], [17000, NaN]);
    const addresses = manifest.quality.sources.find((source) =>
      source.dataset === "addresses"
    );
    assert.deepEqual(addresses?.rejected, {
      "parcel not in universe, sales or characteristics": 1,
    });
  }));

Deno.test("listings match a parcel by PIN, else by an address that is its alone", () =>
  ingested({
    ...FILES,
    "parcel_addresses.csv": csv([{
      pin: PARCEL.pin,
      year: 2023,
      prop_address_full: "12 N OAK ST",
    }]),
    "listings.csv": csv(
      [
        { ListingKey: "b", ParcelNumber: "01-01-100-001-0000" },
        {
          ListingKey: "a",
          UnparsedAddress: "12 North Oak Street, Barrington, IL 60010",
        },
        { ListingKey: "c", UnparsedAddress: "14 N Oak St" },
        { ListingKey: "d", StandardStatus: "Closed" },
        { ListingKey: "e", OnMarketDate: "" },
      ].map((row) => ({
        ParcelNumber: "",
        ListPrice: 350_000,
        OnMarketDate: "2026-05-01",
        StandardStatus: "Active",
        NumberOfUnitsTotal: 1,
        BedroomsTotal: 3,
        UnparsedAddress: "",
        ...row,
      })),
    ),
  }, ({ tables: { listings } }) => {
    assert.deepEqual([...listings.parcel], [0, 0, -1, -1]);
    assert.equal(listings.listing_id.at(0), "a");
    assert.deepEqual([...listings.listed], [
      ...Array(3).fill(dayOf("2026-05-01")),
      dayOf("2026-06-01"),
    ]);
  }));

Deno.test("ingestDirectory() marks synthetic data", () =>
  ingested(FILES, ({ synthetic, manifest }) => {
    assert.equal(synthetic, true);
    assert.equal(manifest.synthetic, true);
  }, { synthetic: true }));
