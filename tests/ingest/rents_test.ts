import assert from "node:assert/strict";
import { join } from "node:path";
import writeXlsxFile from "write-excel-file/universal";
import { Fault } from "../../contracts/errors.ts";
import { laddersOf } from "../../core/engine/rent/safmr.ts";
import { ingestDirectory } from "../../core/ingest/directory.ts";
import { openSnapshot } from "../../core/snapshot/open.ts";
import { inTemp } from "./files.ts";

const UNIVERSE = [
  "pin,tax_year,class,township_code,neighborhood_code,tax_code,longitude,latitude",
  "17000000000000,2025,203,70,70010,70001,-87.69,41.81",
].join("\n");

type Cell = string | number;

/** Writes a workbook with one sheet. */
async function workbook(
  path: string,
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const blob = await writeXlsxFile(
    rows.map((row) => row.map((value) => ({ value }))),
  ).toBlob();
  await Deno.writeFile(path, new Uint8Array(await blob.arrayBuffer()));
}

/** The ladders of ZIP 60608 after ingesting what `write` puts into a directory. */
function laddersAfter(
  write: (dir: string) => Promise<void>,
): Promise<(readonly [number, readonly number[]])[]> {
  let ladders: (readonly [number, readonly number[]])[] = [];
  return inTemp(async (dir) => {
    const from = join(dir, "county");
    await Deno.mkdir(from);
    await Deno.writeTextFile(join(from, "parcel_universe.csv"), UNIVERSE);
    await write(from);
    const out = join(dir, "snapshot");
    await ingestDirectory({ from: [from], out });
    ladders = laddersOf(await openSnapshot(out), "60608")
      .map(({ fiscalYear, rents }) => [fiscalYear, rents] as const);
  }).then(() => ladders);
}

const RENTS = [1000, 1100, 1300, 1600, 1900];
const AREA = "Chicago-Joliet-Naperville, IL HUD Metro FMR Area";
const STANDARDS = (bedrooms: number) => [
  `SAFMR\n${bedrooms}BR`,
  `SAFMR\n${bedrooms}BR - 90%\nPayment\nStandard`,
  `SAFMR\n${bedrooms}BR - 110%\nPayment\nStandard`,
];

/** Headers that HUD has used, with a row's cells in their order. */
const HEADERS: readonly [year: number, header: string[], row: Cell[]][] = [
  [
    2024,
    [
      "ZIP\nCode",
      "HUD Area Code",
      "HUD Metro Fair Market Rent Area Name",
      ...[0, 1, 2, 3, 4].flatMap(STANDARDS),
    ],
    [
      "60608",
      "METRO16980M16980",
      AREA,
      ...RENTS.flatMap((rent) => [rent, rent * 0.9, rent * 1.1]),
    ],
  ],
  [
    2018,
    [
      "zcta",
      "metro_name",
      ...[0, 1, 2, 3, 4].map((bedrooms) => `safmr_${bedrooms}br`),
    ],
    [60608, AREA, ...RENTS],
  ],
  [
    2017,
    [
      "zip_code",
      "metro_name",
      ...[0, 1, 2, 3, 4].map((bedrooms) => `area_rent_br${bedrooms}`),
    ],
    ["60608", AREA, ...RENTS],
  ],
];

Deno.test("HUD's workbooks are read under every header that HUD has used", async () => {
  const ladders = await laddersAfter(async (dir) => {
    for (const [year, header, row] of HEADERS) {
      await workbook(join(dir, `fy${year}_safmrs.xlsx`), [header, row]);
    }
  });
  assert.deepEqual(
    ladders,
    [[2017, RENTS], [2018, RENTS], [2024, RENTS]],
  );
});

Deno.test("a workbook and a CSV file give the same rents", async () => {
  const [[year, header, row]] = HEADERS;
  const ladders = await laddersAfter(async (dir) => {
    await workbook(join(dir, `FY${year}_safmrs.xlsx`), [header, row]);
    await Deno.writeTextFile(
      join(dir, "safmr.csv"),
      `fy,zip,area,br0,br1,br2,br3,br4\n2023,60608,"${AREA}",${RENTS}\n`,
    );
  });
  assert.deepEqual(ladders, [[2023, RENTS], [2024, RENTS]]);
});

Deno.test("a workbook that cannot be used is one clear fault", async () => {
  const faultOf = async (name: string, rows?: Cell[][]) => {
    try {
      await laddersAfter((dir) =>
        rows
          ? workbook(join(dir, name), rows)
          : Deno.writeTextFile(join(dir, name), "not a workbook")
      );
    } catch (error) {
      assert.ok(error instanceof Fault);
      return `${error.code}: ${error.message}`;
    }
  };
  const [[, header, row]] = HEADERS;
  assert.match((await faultOf("safmrs.xlsx", [header, row]))!, /fiscal year/);
  assert.match(
    (await faultOf("fy2024_safmrs.xlsx", [["ZIP"], ["60608"]]))!,
    /no column for br0/,
  );
  assert.match(
    (await faultOf("fy2024_safmrs.xlsx"))!,
    /not a readable workbook/,
  );
});
