import { RENT } from "../../../contracts/constants/rent.ts";
import { isoOf, perSnapshot, type SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";

/** What a table of the snapshot covers. */
export interface Vintage {
  readonly table: string;
  readonly what: string;
  /** ISO date or year of the oldest and the newest fact. */
  readonly from: string;
  readonly to: string;
  readonly rows: number;
}

/** The vintages of the tables that are in the snapshot and carry a time. */
export const dataVintages: (snapshot: SnapshotData) => readonly Vintage[] =
  perSnapshot(read);

function read({ tables }: SnapshotData): Vintage[] {
  const found: Vintage[] = [];
  const add = (
    table: string,
    what: string,
    values: Iterable<number>,
    text: (value: number) => string = String,
  ) => {
    let from = Infinity, to = -Infinity, rows = 0;
    for (const value of values) {
      rows++;
      if (value < from) from = value;
      if (value > to) to = value;
    }
    if (rows > 0) {
      found.push({ table, what, from: text(from), to: text(to), rows });
    }
  };
  const { sales, tax_rates } = tables;
  add(
    "sales",
    "validated sales",
    sales.sale_date.filter((_, row) => codeAt(sales.rejected, row) === ""),
    isoOf,
  );
  add("assessments", "assessed values, tax year", tables.assessments.tax_year);
  const census = RENT.census_year;
  add(
    "tracts",
    "census (ACS) five-year figures",
    new Array<number>(tables.tracts.rows).fill(census),
  );
  add("area_prices", "published sale prices", tables.area_prices.year);
  add(
    "city_records",
    "records of the City of Chicago",
    tables.city_records.date,
    isoOf,
  );
  add("safmr", "HUD rents, fiscal year", tables.safmr.fiscal_year);
  for (const basis of ["composite", "effective"]) {
    add(
      "tax_rates",
      `${basis} tax rates, tax year`,
      tax_rates.tax_year.filter((_, row) =>
        codeAt(tax_rates.basis, row) === basis
      ),
    );
  }
  return found;
}

/**
 * ISO date of the newest fact about places: a year counts from its first day (the assessor values
 * as of it), a fiscal year from its start; never after today. Tax rates do not count: some are
 * estimates for years to come.
 */
export function placesAsOf(snapshot: SnapshotData, today: number): string {
  let newest = "";
  for (const { table, to } of dataVintages(snapshot)) {
    if (table === "tax_rates") continue;
    const date = to.length > 4
      ? to
      : table === "safmr"
      ? `${Number(to) - 1}-10-01`
      : `${to}-01-01`;
    if (date > newest) newest = date;
  }
  const now = isoOf(today);
  return newest === "" || newest > now ? now : newest;
}
