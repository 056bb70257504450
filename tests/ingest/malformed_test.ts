import assert from "node:assert/strict";
import { join } from "node:path";
import { Fault } from "../../contracts/errors.ts";
import { codeAt } from "../../core/engine/tables.ts";
import { ingestDirectory } from "../../core/ingest/directory.ts";
import { openSnapshot } from "../../core/snapshot/open.ts";
import {
  CARD,
  csv,
  type Files,
  gzip,
  ingested,
  inTemp,
  PARCEL,
  SALE,
  writeFiles,
} from "./files.ts";

const SALES = csv([SALE]);
const CARDS = csv([CARD]);

/** The report of the sales file when it is ingested with one card of characteristics. */
async function salesReport(sales: string | Uint8Array) {
  let report: unknown;
  await ingested(
    { "parcel_sales.csv": sales, "characteristics.csv": CARDS },
    ({ manifest }) => {
      const [{ read, kept, rejected, remarks }] = manifest.quality.sources;
      report = { read, kept, rejected, remarks };
    },
  );
  return report;
}

const CLEAN = { read: 1, kept: 1, rejected: {}, remarks: {} };

Deno.test("a byte order mark, CRLF, blank lines and spaces around cells do not matter", async () => {
  const spaced = SALES.replaceAll(",", " , ").replaceAll("\n", "\r\n");
  assert.deepEqual(await salesReport(`\uFEFF${spaced}\r\n\r\n`), CLEAN);
  assert.deepEqual(
    await salesReport(SALES.trimEnd()),
    CLEAN,
    "no last newline",
  );
});

Deno.test("UTF-16 with a byte order mark is read", async () => {
  const text = `\uFEFF${SALES}`;
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  [...text].forEach((char, i) =>
    view.setUint16(2 * i, char.charCodeAt(0), true)
  );
  assert.deepEqual(await salesReport(bytes), CLEAN);
});

Deno.test("quoted cells hold commas, quotes and newlines", () =>
  ingested({
    "parcel_sales.csv": SALES,
    "characteristics.csv": CARDS,
    "addresses.csv": csv([{
      pin: SALE.pin,
      year: 2023,
      prop_address_full: '12 "OLD" OAK,\nSTREET',
    }]),
  }, ({ tables: { parcels } }) => {
    assert.equal(parcels.address.at(0), '12 "OLD" OAK, STREET');
  }));

Deno.test("a stray quote in a cell is kept and harms no other row", () =>
  ingested({
    "parcel_sales.csv": SALES,
    "characteristics.csv": CARDS,
    "addresses.csv":
      `pin,year,prop_address_full\n${SALE.pin},2023,5" OAK ST\n${SALE.pin},2022,"1" ELM ST\n`,
  }, ({ tables: { parcels }, manifest }) => {
    assert.equal(parcels.address.at(0), '5" OAK ST');
    assert.equal(manifest.quality.sources.at(-1)?.kept, 2);
  }));

Deno.test("rows with too few or too many cells are counted", async () => {
  assert.deepEqual(
    await salesReport(
      `${SALES}01011000010000,2022\n${SALES.split("\n")[1]},x,y\n`,
    ),
    {
      read: 3,
      kept: 1,
      rejected: {
        "fewer cells than the header": 1,
        "more cells than the header": 1,
      },
      remarks: {},
    },
  );
});

Deno.test("rows that cannot be sales are counted by reason", async () => {
  const bad = [
    { pin: "12" },
    { pin: "2.2133E+13" },
    { pin: "" },
    { sale_date: "" },
    { sale_date: "2022-13-01" },
    { sale_date: "1822-06-01" },
    { sale_date: "2026-06-02" },
    { sale_date: "2222-06-01" },
    { sale_price: "" },
    { sale_price: "1e400" },
    { sale_price: "0x10" },
    { sale_price: "12,34" },
    { sale_price: "-5" },
    { sale_price: "99999999999999999999" },
  ];
  const report = await salesReport(
    csv([SALE, ...bad.map((change) => ({ ...SALE, ...change }))]),
  );
  assert.deepEqual(report, {
    read: 15,
    kept: 1,
    rejected: {
      "pin: not 14 digits": 3,
      "sale date: after 2026-06-01": 2,
      "sale date: before 1900-01-01": 1,
      "sale date: not a date": 2,
      "sale price: negative": 1,
      "sale price: not a number": 4,
      "sale price: over a billion": 1,
    },
    remarks: {},
  });
});

Deno.test("a sale that a file repeats is kept once", async () => {
  assert.deepEqual(await salesReport(csv([SALE, SALE, SALE])), {
    read: 3,
    kept: 1,
    rejected: { "repeats another row": 2 },
    remarks: {},
  });
});

Deno.test("cells that are no facts become unknown and are counted", () =>
  ingested({
    "parcel_sales.csv": SALES,
    "characteristics.csv": csv([{
      ...CARD,
      building_sqft: "1e300",
      land_sqft: "0",
      year_built: "19O5",
      num_bedrooms: "-3",
      num_rooms: "Infinity",
      num_full_baths: "NaN",
      garage_size: "many cars",
      central_air: "?",
      repair_condition: "Superb",
    }]),
  }, ({ tables: { parcels }, manifest }) => {
    for (
      const column of [
        parcels.bldg_sqft,
        parcels.land_sqft,
        parcels.year_built,
        parcels.bedrooms,
        parcels.rooms,
        parcels.full_baths,
        parcels.garage_cars,
        parcels.air,
        parcels.condition,
      ]
    ) assert.ok(Number.isNaN(column[0]));
    assert.deepEqual(manifest.quality.sources[1].remarks, {
      "bedrooms: out of range": 1,
      "bldg_sqft: out of range": 1,
      "garage_cars: not a number": 1,
      "rooms: not a number": 1,
      "year_built: not a number": 1,
    });
  }));

Deno.test("a file with a header and no rows gives no rows", async () => {
  const [header] = SALES.split("\n");
  const empty = { read: 0, kept: 0, rejected: {}, remarks: {} };
  assert.deepEqual(await salesReport(header), empty);
});

Deno.test("text that is not UTF-8 is kept with replacement characters and remarked on", () =>
  ingested({
    "parcel_sales.csv": SALES,
    "characteristics.csv": CARDS,
    "addresses.csv": latin1(
      `pin,year,prop_address_full\n${SALE.pin},2023,1 CAFÉ ST\n`,
    ),
  }, ({ tables: { parcels }, manifest }) => {
    assert.equal(parcels.address.at(0), "1 CAF\uFFFD ST");
    assert.deepEqual(manifest.quality.sources.at(-1)?.remarks, {
      "the file is not UTF-8; some characters are lost": 1,
    });
  }));

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

const packed = await gzip(SALES.repeat(500));

/** Input that is damaged as a whole, the file the error names, and a word of its message. */
const DAMAGED: readonly (readonly [string, Files, string, RegExp])[] = [
  ["an empty file", { "parcel_sales.csv": "" }, "parcel_sales.csv", /empty/],
  [
    "an empty gzip file",
    { "parcel_sales.csv.gz": await gzip("") },
    "parcel_sales.csv.gz",
    /empty/,
  ],
  [
    "a truncated gzip file",
    { "parcel_sales.csv.gz": packed.subarray(0, packed.length / 2) },
    "parcel_sales.csv.gz",
    /ends too early/,
  ],
  [
    "a damaged gzip file",
    {
      "parcel_sales.csv.gz": packed.map((byte, i) =>
        i > 40 ? 255 - byte : byte
      ),
    },
    "parcel_sales.csv.gz",
    /damaged/,
  ],
  [
    "semicolons",
    { "parcel_sales.csv": SALES.replaceAll(",", ";") },
    "parcel_sales.csv",
    /separated by ";"/,
  ],
  [
    "a web page",
    { "parcel_sales.csv": "<!doctype html>\n<p>Not found</p>" },
    "pin",
    /parcel_sales\.csv.* no column for pin/,
  ],
  [
    "a quote that never closes",
    {
      "parcel_sales.csv": `${SALES}"${SALES.repeat(20_000)}`,
    },
    "parcel_sales.csv",
    /quoted cell is never closed near line/,
  ],
  [
    "a quote open at the end",
    { "parcel_sales.csv": `${SALES}"x` },
    "parcel_sales.csv",
    /quoted cell is never closed near line 3/,
  ],
  [
    "a column twice",
    {
      "parcel_sales.csv": SALES.replace("year", "SALE_PRICE"),
    },
    "sale_price",
    /column sale_price occurs more than once/,
  ],
  [
    "a missing column",
    { "parcel_sales.csv": SALES.replace("sale_price", "cost") },
    "sale_price",
    /parcel_sales\.csv.*sale_price \(accepted: sale_price\)/,
  ],
  [
    "two missing columns",
    {
      "characteristics.csv": CARDS.replace("building_sqft", "x")
        .replace("num_full_baths", "y"),
    },
    "bldg_sqft",
    /characteristics\.csv.*bldg_sqft \(accepted: char_bldg_sf, .*; full_baths \(/,
  ],
  [
    "a file plain and gzipped",
    { "parcel_sales.csv.gz": packed },
    "from",
    /there twice/,
  ],
  [
    "GeoJSON that is none",
    { "census_tracts.geojson": "[]" },
    "census_tracts.geojson",
    /not GeoJSON/,
  ],
  [
    "tax rates of no year",
    { "tax_code_effective_rates.csv": "tax_code,eff_rate_res\n10001,0.02\n" },
    "tax_code_effective_rates.csv",
    /tax year/,
  ],
];

for (const [what, files, field, message] of DAMAGED) {
  Deno.test(`${what} is one error that says so`, () =>
    inTemp(async (temp) => {
      const gz = "parcel_sales.csv.gz" in files && field !== "from";
      const from = [
        await writeFiles(temp, "in", {
          ...(gz ? {} : { "parcel_sales.csv": SALES }),
          "characteristics.csv": CARDS,
          ...files,
        }),
      ];
      const out = join(temp, "out");
      await assert.rejects(ingestDirectory({ from, out }), (error) => {
        assert.ok(error instanceof Fault, String(error));
        assert.deepEqual([error.code, error.field], ["invalid_params", field]);
        assert.match(error.message, message);
        assert.ok(error.expected);
        return true;
      });
      await assert.rejects(openSnapshot(out), { code: "not_found" });
      const left = await Array.fromAsync(Deno.readDir(temp));
      assert.deepEqual(left.map(({ name }) => name), ["in"]);
    }));
}

Deno.test("a gzip file without the ending, and a plain one with it, are read as what they are", async () => {
  await ingested({
    "parcel_sales.csv": await gzip(SALES),
    "characteristics.csv.gz": CARDS,
  }, ({ tables }) => assert.equal(tables.sales.rows, 1));
});

Deno.test("a gzip file of several parts is read to its end", async () => {
  const [header, row] = SALES.split("\n");
  const parts = [await gzip(`${header}\n`), await gzip(`${row}\n`)];
  await ingested({
    "parcel_sales.csv.gz": new Uint8Array(
      await new Blob(parts as BlobPart[]).arrayBuffer(),
    ),
    "characteristics.csv": CARDS,
  }, ({ tables }) => assert.equal(tables.sales.rows, 1));
});

Deno.test("too little to ingest names what was found and what is needed", () =>
  inTemp(async (temp) => {
    const from = [
      await writeFiles(temp, "in", {
        "parcel_sales.csv": SALES,
        "notes.csv": "a\n",
      }),
    ];
    await assert.rejects(ingestDirectory({ from, out: join(temp, "out") }), {
      code: "invalid_params",
      field: "from",
      message:
        "not enough to ingest: found parcel sales; not recognized by name: notes.csv",
      expected: /; for another county its file of sales with --mapping/,
    });
  }));

Deno.test("an interrupted ingest leaves the old snapshot as it was", () =>
  inTemp(async (temp) => {
    const from = [
      await writeFiles(temp, "in", {
        "parcel_universe.csv": csv([PARCEL]),
        "parcel_sales.csv": csv(
          Array.from(
            { length: 20_000 },
            (_, i) => ({ ...SALE, sale_price: i }),
          ),
        ),
      }),
    ];
    const out = join(temp, "out");
    await ingestDirectory({
      from: [join(from[0], "parcel_universe.csv")],
      out,
    });
    const { id } = await openSnapshot(out);
    for (
      const step of ["parcel_sales.csv", "joining and validating", "writing"]
    ) {
      const abort = new AbortController();
      const run = ingestDirectory({
        from,
        out,
        signal: abort.signal,
        progress: (_done, _total, what) => {
          if (what === step) abort.abort();
        },
      });
      await assert.rejects(run, { name: "AbortError" }, step);
      assert.equal((await openSnapshot(out)).id, id);
      const left = await Array.fromAsync(Deno.readDir(temp));
      assert.deepEqual(left.map(({ name }) => name).sort(), ["in", "out"]);
    }
  }));

Deno.test("progress counts every byte once and never runs backwards", () =>
  inTemp(async (temp) => {
    const from = [
      await writeFiles(temp, "in", {
        "parcel_sales.csv.gz": await gzip(SALES),
        "characteristics.csv": CARDS,
      }),
    ];
    const seen: number[] = [];
    let size = 0;
    await ingestDirectory({
      from,
      out: join(temp, "out"),
      progress: (done, total) => {
        seen.push(done);
        size = total;
      },
    });
    assert.deepEqual(seen, seen.toSorted((a, b) => a - b));
    assert.equal(seen.at(-1), size);
    assert.ok(size > 0);
  }));

Deno.test("a PIN keeps its leading zeros in every spelling", () => {
  const spellings = [
    "01011000010000",
    "1011000010000",
    "01-01-100-001-0000",
    "1011000010000.0",
  ];
  return ingested({
    "parcel_universe.csv": csv(
      spellings.map((pin, i) => ({ ...PARCEL, pin, tax_year: 2020 + i })),
    ),
  }, ({ tables: { parcels } }) => {
    assert.equal(parcels.rows, 1);
    assert.equal(parcels.property_id.at(0), "01011000010000");
    assert.equal(codeAt(parcels.tract, 0), "17031824004");
  });
});
