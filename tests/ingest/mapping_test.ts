import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../../contracts/errors.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { codeAt } from "../../core/engine/tables.ts";
import { ingestDirectory } from "../../core/ingest/directory.ts";
import { MAPPED_SALE } from "../../core/ingest/mapped_kind.ts";
import { parseMapping } from "../../core/ingest/mapping.ts";
import { ORDINAL_SCALES } from "../../core/engine/valuation/training/ordinal_scales.ts";
import { openSnapshot, type Snapshot } from "../../core/snapshot/open.ts";
import { inTemp, writeFiles } from "./files.ts";

const SMALL = {
  constants: { county: "elm" },
  columns: { property_id: "id", sale_date: "sold", sale_price: "price" },
};

const mappingOf = (mapping: unknown) =>
  parseMapping(JSON.stringify(mapping), "elm.json");

/** Ingests a CSV text through a mapping. */
function mapped(
  mapping: unknown,
  text: string,
  check: (snapshot: Snapshot) => void = () => {},
): Promise<void> {
  return inTemp(async (temp) => {
    const from = [await writeFiles(temp, "in", { "elm.csv": text })];
    const out = join(temp, "out");
    await ingestDirectory({
      from,
      mapping: mappingOf(mapping),
      out,
      now: new Date("2026-06-01"),
    });
    check(await openSnapshot(out));
  });
}

Deno.test("a mapping needs four fields, the rest has defaults", () =>
  mapped(
    SMALL,
    "id,sold,price,note\n7,2022-06-01,250000,x\n8,2022-07-01,260000,y\n",
    ({ tables: { parcels, sales }, manifest }) => {
      assert.deepEqual([...sales.sale_price], [250_000, 260_000]);
      assert.equal(parcels.property_id.at(1), "8");
      assert.equal(codeAt(parcels.county, 0), "elm");
      assert.equal(codeAt(parcels.township, 0), "elm");
      assert.equal(codeAt(parcels.prop_type, 0), "sfh");
      assert.equal(parcels.units[0], 1);
      assert.equal(codeAt(sales.rejected, 0), "missing_facts");
      assert.equal(
        manifest.quality.remarks["sales not checked for their deed type"],
        2,
      );
    },
  ));

Deno.test("a mapping renames, scales, joins, translates and formats", () =>
  mapped(
    {
      delimiter: ";",
      constants: { county: "elm", neighborhood: "north" },
      columns: {
        property_id: ["street", "no"],
        address: { column: ["no", "street"] },
        sale_date: { column: "sold", format: "DD.MM.YYYY" },
        sale_price: { column: "price_k", scale: 1000 },
        bldg_sqft: { column: "m2", scale: 10.7639 },
        prop_type: {
          column: "use",
          values: { House: "sfh", Duplex: "mf2_4" },
          otherwise: "other",
        },
        condition: { column: "state", values: { good: 3, bad: 1 } },
        year_built: { column: "built", unknown: ["9999"] },
        waterfront: "lake",
        deed_type: "deed",
        parcels_in_deed: "lots",
        zip: "plz",
      },
    },
    [
      "street;no;sold;price_k;m2;use;state;built;lake;deed;lots;plz",
      "Elm St;12;31.05.2022;250,5;100;House;good;1955;Y;Warranty;1;01234",
      "Oak St;3;01.06.2022;300;;Duplex;bad;9999;N;Quit claim;1;1234.0",
      "Oak St;4;02.06.2022;300;90;Barn;odd;1800;;Warranty;2;",
      "Oak St;4;02/06/2022;300;90;Barn;odd;1800;;Warranty;2;",
    ].join("\n").replace("250,5", "250.5"),
    ({ tables: { parcels, sales }, manifest }) => {
      assert.deepEqual([...sales.sale_price], [250_500, 300_000, 300_000]);
      assert.equal(sales.sale_date[0], dayOf("2022-05-31"));
      const [elm, oak3, oak4] = sales.parcel;
      assert.equal(parcels.property_id.at(elm), "Elm St 12");
      assert.equal(parcels.address.at(elm), "12 ELM ST");
      assert.equal(Math.round(sales.bldg_sqft[0]), 1076);
      const types = [elm, oak3, oak4].map((row) =>
        codeAt(parcels.prop_type, row)
      );
      assert.deepEqual(types, ["sfh", "mf2_4", "other"]);
      assert.deepEqual([...sales.condition], [3, 1, NaN]);
      assert.deepEqual([...sales.year_built], [1955, NaN, 1800]);
      assert.deepEqual([...sales.waterfront], [1, 0, NaN]);
      assert.deepEqual([...sales.units], [1, NaN, NaN]);
      const zips = [elm, oak3, oak4].map((row) => codeAt(parcels.zip, row));
      assert.deepEqual(zips, ["01234", "01234", ""]);
      assert.equal(codeAt(parcels.neighborhood, elm), "north");
      const verdicts = [0, 1, 2].map((row) => codeAt(sales.rejected, row));
      assert.deepEqual(verdicts, ["", "deed_type", "multi_parcel"]);
      const [source] = manifest.quality.sources;
      assert.deepEqual(source.rejected, { "sale date: not a date": 1 });
      assert.deepEqual(source.remarks, { "condition: not a number": 1 });
    },
  ));

Deno.test("a mapped parcel is described by its newest sale, whatever the order of rows", () => {
  const rows = [
    "1,2020-01-01,200000,1000,Elm",
    "1,2022-01-01,250000,1400,Oak",
    "1,2021-01-01,220000,1200,Ash",
  ];
  return mapped(
    {
      ...SMALL,
      columns: { ...SMALL.columns, bldg_sqft: "sqft", neighborhood: "hood" },
    },
    ["id,sold,price,sqft,hood", ...rows].join("\n"),
    ({ tables: { parcels, sales } }) => {
      assert.deepEqual([...sales.bldg_sqft], [1000, 1200, 1400]);
      assert.equal(parcels.bldg_sqft[0], 1400);
      assert.equal(codeAt(parcels.neighborhood, 0), "Oak");
    },
  );
});

Deno.test("dates without a format are read in the usual ways", () =>
  mapped(
    SMALL,
    [
      "id,sold,price",
      "1,2022-06-01,1",
      "2,2022-06-01T00:00:00.000,1",
      "3,6/1/2022,1",
      "4,20220601,1",
      "5,20220601T000000,1",
      "6,2022/06/01 00:00:00+00,1",
      "7,2022-02-30,1",
      "8,2/30/2022,1",
      "9,June 1,1",
    ].join("\n"),
    ({ tables: { sales }, manifest }) => {
      const day = dayOf("2022-06-01");
      assert.deepEqual([...sales.sale_date], Array(6).fill(day));
      assert.deepEqual(manifest.quality.sources[0].rejected, {
        "sale date: not a date": 3,
      });
    },
  ));

Deno.test("a file may mix full dates with dates that name the month only", () =>
  mapped(
    SMALL,
    "id,sold,price\n1,2022-06-01,1\n2,2004-02,1\n3,2004/12,1\n4,2004-13,1\n",
    ({ tables: { sales }, manifest }) => {
      const days = ["2004-02-29", "2004-12-31", "2022-06-01"].map(dayOf);
      assert.deepEqual([...sales.sale_date], days);
      const { rejected, remarks } = manifest.quality.sources[0];
      assert.deepEqual(rejected, { "sale date: not a date": 1 });
      assert.equal(
        remarks[
          "sale_date: only the month is named; it counts from the month's last day"
        ],
        2,
      );
    },
  ));

Deno.test("a number is the sum of its columns, scaled and shifted, of the part of a cell that matches", () =>
  mapped(
    {
      constants: { county: "elm" },
      columns: {
        property_id: "id",
        sale_date: {
          column: "sold",
          match: "(\\w{3} \\d+) .* (\\d{4})$",
          format: "MON D YYYY",
        },
        sale_price: { column: "price", match: "[\\d.,]+" },
        bldg_sqft: ["first_floor", "second_floor"],
        land_sqft: { column: "acres", scale: 43560 },
        year_built: { column: "age", scale: -1, add: 2016 },
        full_baths: {
          column: ["baths", "bsmt_baths"],
          values: { one: 1 },
        },
        zip: { column: "address", match: "\\d{5}$" },
        neighborhood: { column: "id", match: "^\\d+" },
        lat: "lat",
        lon: "lon",
      },
    },
    [
      "id,sold,price,first_floor,second_floor,acres,age,baths,bsmt_baths,address,lat,lon",
      '0151 7,Wed May 21 00:00:00 EDT 2008,"USD 250,000.50",800,40,0.25,8,one,0.5,"1 Elm St, PA 15216",41.5,-87.5',
      "0151 8,Thu May 22 00:00:00 EDT 2008,USD 1,800,,,0,2,x,nowhere,0,0",
      "0152 9,Fri May 23 00:00:00 EDT 2008,none,800,0,1,1,1,1,,41,-87",
    ].join("\n"),
    ({ tables: { parcels, sales }, manifest }) => {
      assert.deepEqual([...sales.sale_price], [250_000.5, 1]);
      assert.equal(sales.sale_date[0], dayOf("2008-05-21"));
      assert.deepEqual([...sales.bldg_sqft], [840, 800]);
      assert.deepEqual([...sales.land_sqft], [10_890, NaN]);
      assert.deepEqual([...sales.year_built], [2008, 2016]);
      assert.deepEqual([...sales.full_baths], [1.5, 2]);
      assert.deepEqual([...parcels.lat], [41.5, NaN]);
      assert.deepEqual([...parcels.lon], [-87.5, NaN]);
      const [elm, other] = sales.parcel;
      assert.equal(codeAt(parcels.zip, elm), "15216");
      assert.equal(codeAt(parcels.zip, other), "");
      assert.equal(codeAt(parcels.neighborhood, elm), "0151");
      const [source] = manifest.quality.sources;
      assert.deepEqual(source.rejected, { "sale price: not a number": 1 });
      assert.deepEqual(source.remarks, { "full_baths: not a number": 1 });
    },
  ));

Deno.test("dates with the day first are not read month first", async () => {
  const text = "id,sold,price\n1,3/5/2016,1\n2,13/5/2016,1\n";
  await assert.rejects(mapped(SMALL, text), (error) => {
    assert.ok(error instanceof Fault);
    assert.equal(error.field, "columns.sale_date");
    assert.match(`${error.message} ${error.expected}`, /day first.*D\/M\/YYYY/);
    return true;
  });
  const sale_date = { column: "sold", format: "D/M/YYYY" };
  await mapped(
    { ...SMALL, columns: { ...SMALL.columns, sale_date } },
    text,
    ({ tables: { sales } }) =>
      assert.deepEqual(
        [...sales.sale_date],
        [dayOf("2016-05-03"), dayOf("2016-05-13")],
      ),
  );
  const slips = Array.from({ length: 9 }, (_, i) => `${i + 3},6/1/2022,1\n`);
  await mapped(SMALL, text + slips.join(""), ({ manifest }) => {
    const [{ rejected, remarks }] = manifest.quality.sources;
    assert.deepEqual(rejected, { "sale date: not a date": 1 });
    assert.deepEqual(remarks, { "sale_date: the day comes first": 1 });
  });
});

Deno.test("date formats cover day first, month names, two-digit years and months alone", async () => {
  const cases = [
    ["D/M/YYYY", "1/6/2022", "2022-06-01"],
    ["DD-MON-YY", "01-Jun-22", "2022-06-01"],
    ["MON D, YYYY", "June 1, 2022", "2022-06-01"],
    ["D/M/YY", "1/6/98", "1998-06-01"],
    ["YYYYMMDDT000000", "20220601T000000", "2022-06-01"],
    ["YYYY/MM/DD HH:mm:ss", "2022/06/01 23:59:59", "2022-06-01"],
    ["M YYYY", "6 2022", "2022-06-30"],
  ];
  for (const [format, cell, date] of cases) {
    const sale_date = { column: "sold", format };
    await mapped(
      { ...SMALL, columns: { ...SMALL.columns, sale_date } },
      `id,sold,price\n1,"${cell}",5\n`,
      ({ tables }) =>
        assert.equal(tables.sales.sale_date[0], dayOf(date), format),
    );
  }
});

/** Mappings that are wrong, the place that is wrong, and a word of the message. */
const WRONG: readonly (readonly [unknown, string, RegExp])[] = [
  [
    { ...SMALL, columns: { ...SMALL.columns, bedroom: "b" } },
    "columns.bedroom",
    /did you mean bedrooms/,
  ],
  [{ ...SMALL, colums: {} }, "mapping", /colums/],
  [
    { ...SMALL, constants: {} },
    "constants.county",
    /county is missing/,
  ],
  [
    { ...SMALL, columns: { property_id: "id", sale_date: "sold" } },
    "columns.sale_price",
    /sale_price is missing/,
  ],
  [
    { ...SMALL, constants: { county: "elm", prop_type: "house" } },
    "constants.prop_type",
    /no property type/,
  ],
  [
    { ...SMALL, constants: { county: "elm", rooms: "six" } },
    "constants.rooms",
    /is a number/,
  ],
  [
    { ...SMALL, constants: { county: "elm", sale_price: 1 } },
    "constants.sale_price",
    /given twice/,
  ],
  [
    {
      ...SMALL,
      columns: { ...SMALL.columns, sale_date: { column: "d", format: "D.M" } },
    },
    "columns.sale_date.format",
    /not understood/,
  ],
  [
    { ...SMALL, columns: { ...SMALL.columns, zip: { column: "z", scale: 2 } } },
    "columns.zip.scale",
    /no number/,
  ],
  [
    {
      ...SMALL,
      columns: {
        ...SMALL.columns,
        quality: { column: "q", values: { A: "top" } },
      },
    },
    "columns.quality.values.A",
    /is a number/,
  ],
  [
    { ...SMALL, columns: { ...SMALL.columns, sqft: "area" } },
    "columns.sqft",
    /did you mean bldg_sqft/,
  ],
  [
    { ...SMALL, columns: { ...SMALL.columns, latitude: "y" } },
    "columns.latitude",
    /did you mean lat\?/,
  ],
  [
    {
      ...SMALL,
      columns: { ...SMALL.columns, rooms: { column: "r", scale: "2" } },
    },
    "columns.rooms.scale",
    /expected number/,
  ],
  [
    {
      ...SMALL,
      columns: { ...SMALL.columns, air: { column: "a", values: { Y: 5 } } },
    },
    "columns.air.values.Y",
    /is yes or no/,
  ],
  [
    {
      ...SMALL,
      columns: {
        ...SMALL.columns,
        attic: { column: "a", values: { Pave: "nonsense" } },
      },
    },
    "columns.attic.values.Pave",
    /no word of its scale/,
  ],
  [
    {
      ...SMALL,
      columns: {
        ...SMALL.columns,
        sale_date: { column: "m", values: { "8": "August" } },
      },
    },
    "columns.sale_date.values.8",
    /is a date/,
  ],
  [
    { ...SMALL, columns: { ...SMALL.columns, air: { column: "a", add: 2 } } },
    "columns.air.add",
    /no number/,
  ],
  [
    { ...SMALL, columns: { ...SMALL.columns, lat: { column: "a", scale: 0 } } },
    "columns.lat.scale",
    /must not be 0/,
  ],
  [
    {
      ...SMALL,
      columns: { ...SMALL.columns, zip: { column: "z", match: "(" } },
    },
    "columns.zip.match",
    /not understood/,
  ],
  [
    { ...SMALL, columns: { ...SMALL.columns, zip: { col: "z" } } },
    "columns.zip.column",
    /expected string/,
  ],
];

Deno.test("a wrong mapping is one error that names the place", () => {
  for (const [mapping, field, message] of WRONG) {
    assert.throws(() => mappingOf(mapping), (error) => {
      assert.ok(error instanceof Fault);
      assert.deepEqual([error.code, error.field], ["invalid_params", field]);
      assert.match(error.message, /^elm\.json: /);
      assert.match(error.message, message);
      assert.ok(error.expected);
      return true;
    });
  }
  assert.throws(
    () => parseMapping("{", "elm.json"),
    /elm\.json: it is not JSON/,
  );
});

Deno.test("a column the file lacks is one error that lists the file's columns", () =>
  assert.rejects(mapped(SMALL, "id,date,price\n1,2022-06-01,5\n"), (error) => {
    assert.ok(error instanceof Fault);
    assert.equal(error.field, "columns.sale_date");
    assert.match(error.message, /no column "sold".*id, date, price/);
    return true;
  }));

Deno.test("a mapping under which no row is a sale says why", () =>
  assert.rejects(mapped(SMALL, "id,sold,price\n1,1.6.22,5\n"), (error) => {
    assert.ok(error instanceof Fault);
    assert.match(
      error.message,
      /sale date: not a date \(1 rows\).*1,1\.6\.22,5/,
    );
    return true;
  }));

Deno.test("a file without rows is an error, not an empty county", () =>
  assert.rejects(mapped(SMALL, "id,sold,price\n"), /no row.*it has no rows/));

Deno.test("a word that its scale does not have is counted", () =>
  mapped(
    {
      ...SMALL,
      columns: { ...SMALL.columns, porch: "porch", exterior: "wall" },
    },
    "id,sold,price,porch,wall\n1,2022-06-01,5,Screened,Brick\n2,2022-06-01,5,Enclosed,Brick\n",
    ({ manifest }) =>
      assert.deepEqual(manifest.quality.sources[0].remarks, {
        'porch: not a value of its scale, so it counts as unknown, such as "Screened"':
          1,
      }),
  ));

Deno.test("a cell that says neither yes nor no is counted, and one of them quoted whatever the order", async () => {
  const mapping = { ...SMALL, columns: { ...SMALL.columns, air: "air" } };
  const rows = ["1,2022-06-01,5,Y", "2,2022-06-01,5,Gd", "3,2022-06-01,5,Ex"];
  for (const order of [rows, rows.toReversed()]) {
    await mapped(
      mapping,
      `id,sold,price,air\n${order.join("\n")}\n4,2022-06-01,5,\n`,
      ({ manifest }) =>
        assert.deepEqual(manifest.quality.sources[0].remarks, {
          'air: neither yes nor no, such as "Ex"': 2,
        }),
    );
  }
});

Deno.test("a mapping may say that a word means nothing known", () =>
  mapped(
    {
      ...SMALL,
      columns: {
        ...SMALL.columns,
        attic: { column: "attic", values: { Pave: "" } },
      },
    },
    "id,sold,price,attic\n1,2022-06-01,5,Pave\n",
    ({ tables, manifest }) => {
      assert.equal(codeAt(tables.sales.attic, 0), "");
      assert.deepEqual(manifest.quality.sources[0].remarks, {});
    },
  ));

Deno.test("a type and an identifier that lead nowhere are counted and quoted", () =>
  mapped(
    { ...SMALL, columns: { ...SMALL.columns, prop_type: "type" } },
    "id,sold,price,type\n..1,2022-06-01,5,sfh\n2,2022-06-01,5,h\n3,2022-06-01,5,\n",
    ({ manifest }) =>
      assert.deepEqual(manifest.quality.sources[0].remarks, {
        'property_id: cannot be requested; needed: at most 40 letters, digits, dashes, dots and spaces, beginning with a letter or digit, such as "..1"':
          1,
        'prop_type: no known type, so not valued and not a comp, such as "h"':
          2,
      }),
  ));

Deno.test("a date may come from the mapping itself", async () => {
  const sale_date = { column: "month", values: { "8": "2016-08-15" } };
  await mapped(
    { ...SMALL, columns: { ...SMALL.columns, sale_date } },
    "id,month,price\n1,8,5\n",
    ({ tables }) =>
      assert.equal(tables.sales.sale_date[0], dayOf("2016-08-15")),
  );
  const { sale_date: _, ...columns } = SMALL.columns;
  await mapped(
    { constants: { ...SMALL.constants, sale_date: "2016-06-15" }, columns },
    "id,price\n1,5\n",
    ({ tables }) =>
      assert.equal(tables.sales.sale_date[0], dayOf("2016-06-15")),
  );
});

Deno.test("docs/data-sources.md describes every field of a mapping", async () => {
  const text = await readFile(
    new URL("../../docs/data-sources.md", import.meta.url),
    "utf8",
  );
  const missing = Object.keys(MAPPED_SALE.targets).filter((name) =>
    !new RegExp(`\\| \`${name}\` +\\|`).test(text)
  );
  assert.deepEqual(missing, []);
  for (const [name, scale] of Object.entries(ORDINAL_SCALES)) {
    const row = text.split("\n").find((line) =>
      line.startsWith(`| \`${name}\``)
    );
    for (const [word] of scale) assert.ok(row?.includes(`\`${word}\``), word);
  }
});
