import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { CellValue, SheetData } from "read-excel-file/universal";
import { Fault, invalidParams } from "../../contracts/errors.ts";
import { type Collected, csvDataset, type Dataset } from "./dataset.ts";
import { bindFields, type Cells, optional, required } from "./fields.ts";
import type { Tally } from "./tally.ts";
import { type Bounds, parseNumber, readNumber, readZip } from "./values.ts";

const RENT: Bounds = { min: 1, max: 100_000 };

/** HUD has renamed the columns of its workbooks four times; spaces and line breaks read as `_`. */
const rent = (bedrooms: number) =>
  required(
    `br${bedrooms}`,
    `safmr_${bedrooms}br`,
    `safmr${bedrooms}br`,
    `area_rent_br${bedrooms}`,
  );

const FIELDS = {
  zip: required("zip", "zip_code", "zipcode", "zcta"),
  area: optional(
    "area",
    "area_name",
    "hud_area_name",
    "hud_metro_fair_market_rent_area_name",
    "hud_fair_market_rent_area_name",
    "metro_name",
    "cbsa_name",
  ),
  br0: rent(0),
  br1: rent(1),
  br2: rent(2),
  br3: rent(3),
  br4: rent(4),
};

const NAME = "small area fair market rents";

/** Takes the rents of a ZIP in a fiscal year; gives the reason when the row is left out. */
function takeRents(
  { reference }: Collected,
  tally: Tally,
  fiscal_year: number,
  cells: Cells<typeof FIELDS>,
): string | undefined {
  const zip = readZip(cells.zip);
  if (!(fiscal_year > 1900 && fiscal_year < 2200)) {
    return "fiscal year: not a year";
  }
  if (zip === "") return "zip: not five digits";
  tally.covers("year", fiscal_year);
  // A ZIP code in two metro areas takes the rents of the Chicago one.
  const rank = /chicago/i.test(cells.area) ? 0 : 1;
  const read = (name: "br0" | "br1" | "br2" | "br3" | "br4") =>
    readNumber(cells[name], name, RENT, tally);
  reference.add("safmr", {
    fiscal_year,
    zip,
    br0: read("br0"),
    br1: read("br1"),
    br2: read("br2"),
    br3: read("br3"),
    br4: read("br4"),
  }, rank);
}

/** Rents of several fiscal years in one CSV file. */
const RENTS_CSV = csvDataset(
  NAME,
  /safmr.*\.(csv|tsv|txt)/,
  { ...FIELDS, fiscal_year: required("fiscal_year", "fy", "year") },
  (into, tally) => (cells) =>
    takeRents(into, tally, parseNumber(cells.fiscal_year), cells),
);

/** A workbook as HUD publishes it: one fiscal year, which the file's name tells. */
const RENTS_WORKBOOK: Dataset = {
  name: NAME,
  files: /safmr.*\.xlsx$/,
  async read(path, into, tally, { signal, onBytes }) {
    const file = basename(path);
    const year = /fy_?(\d{4})/i.exec(file)?.[1];
    if (year === undefined) {
      throw invalidParams(
        file,
        "a file name with the fiscal year, for example fy2024_safmrs.xlsx",
      );
    }
    const bytes = await readFile(path, { signal });
    onBytes?.(bytes.length);
    const [header = [], ...rows] = await firstSheet(file, bytes);
    const cellsOf = bindFields(FIELDS, header.map(columnName), {
      dataset: NAME,
      file,
    });
    for (const row of rows) {
      signal?.throwIfAborted();
      const text = header.map((_, i) => cellText(row[i]));
      const reason = takeRents(into, tally, Number(year), cellsOf(text));
      if (reason === undefined) tally.keep();
      else tally.reject(reason);
    }
  },
};

/** HUD's rents as CSV or as its workbooks. */
export const RENT_DATASETS: readonly Dataset[] = [RENTS_CSV, RENTS_WORKBOOK];

async function firstSheet(file: string, bytes: Uint8Array): Promise<SheetData> {
  // Loaded here: every other file is read without workbooks.
  const { readSheet } = await import("read-excel-file/universal");
  try {
    return await readSheet(new Blob([Uint8Array.from(bytes)]));
  } catch (error) {
    throw new Fault("invalid_params", `${file} is not a readable workbook`, {
      field: file,
      expected: "a workbook (.xlsx) as HUD publishes it",
      cause: error,
    });
  }
}

/** A header cell as a column name: `SAFMR\n0BR` is `safmr_0br`. */
function columnName(cell: CellValue | null): string {
  return cellText(cell).replace(/[\s_]+/g, "_").toLowerCase();
}

function cellText(cell: CellValue | null | undefined): string {
  return cell === null || cell === undefined ? "" : `${cell}`.trim();
}
