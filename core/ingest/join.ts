import { packageSales } from "../engine/sales/package_sales.ts";
import { type Rejection, validateSales } from "../engine/sales/validate.ts";
import type { CodeColumn, Table, TABLES } from "../engine/tables.ts";
import {
  codeColumn,
  type ColumnBuilder,
  orderBy,
  type TableBuilder,
} from "../snapshot/builder.ts";
import type { QualityReport } from "../snapshot/manifest.ts";
import type { CountyBuilder } from "./county.ts";
import { compareCells, copyFacts, propertyType } from "./facts.ts";
import { joinYearOnly } from "./year_only.ts";
import { copyPlace, type PARCELS, type SALES } from "./work_tables.ts";

/** A county's tables, joined and in their order. */
export interface County {
  readonly parcels: Table<typeof TABLES.parcels>;
  readonly sales: Table<typeof TABLES.sales>;
  readonly year_only_sales: Table<typeof TABLES.year_only_sales>;
  readonly assessments: Table<typeof TABLES.assessments>;
  readonly quality: Pick<QualityReport, "sales" | "remarks">;
  /** Final row of each row of the builder's parcels. */
  readonly rankOf: Int32Array;
}

/**
 * Sorts and joins what a builder collected, validates the sales and says what is missing.
 * The result does not depend on the order in which rows were added.
 */
export function joinCounty(county: CountyBuilder): County {
  const { parcels: parcelRows, sales: saleRows, assessments } = county;
  const parcelOrder = sortByText(parcelRows, "property_id");
  const rankOf = new Int32Array(parcelRows.rows);
  parcelOrder.forEach((row, rank) => rankOf[row] = rank);

  const saleOrder = orderSales(saleRows, rankOf, county);
  fillSales(saleRows, parcelRows);
  fillParcels(parcelRows, saleRows, saleOrder);
  const parcelOf = saleRows.columns.parcel;
  for (const row of saleOrder) parcelOf.set(row, rankOf[parcelOf.get(row)]);

  const parcels = parcelRows.take(parcelOrder);
  const work = saleRows.take(saleOrder);
  const verdicts = validateSales(work, {
    township: pick(parcels.township, work.parcel),
    multiParcel: Uint8Array.from(work.multi_parcel),
    sameSale: Uint8Array.from(work.same_sale),
    packaged: packageSales(work, Uint8Array.from(work.exact_day), parcels),
    deedsKnown: county.deedsKnown,
  });
  const sales = { ...work, rejected: codeColumn(verdicts) };
  const year_only_sales = joinYearOnly(
    county.yearOnly.map((sale) => ({ ...sale, parcel: rankOf[sale.parcel] })),
    parcels,
    sales,
  );
  return {
    parcels,
    sales,
    year_only_sales,
    assessments: joinAssessments(assessments, rankOf),
    quality: qualityOf(parcels, verdicts, year_only_sales, county),
    rankOf,
  };
}

function sortByText(
  builder: TableBuilder<typeof PARCELS>,
  name: "property_id",
): Int32Array {
  const column = builder.columns[name];
  const keys = Array.from(
    { length: builder.rows },
    (_, row) => column.get(row),
  );
  return orderBy(keys.length, (a, b) => (keys[a] < keys[b] ? -1 : 1));
}

/** Sale rows by date, parcel and document, then by everything else; what a deed repeats is left out. */
function orderSales(
  { rows, columns }: TableBuilder<typeof SALES>,
  rankOf: Int32Array,
  { tallies }: CountyBuilder,
): Int32Array {
  const { sale_date, parcel, document, sale_price, deed_type } = columns;
  const dates = Int32Array.from(
    { length: rows },
    (_, row) => sale_date.get(row),
  );
  const ranks = dates.map((_, row) => rankOf[parcel.get(row)]);
  const rest = Object.values(columns) as ColumnBuilder[];
  const order = orderBy(rows, (a, b) => {
    const key = dates[a] - dates[b] || ranks[a] - ranks[b] ||
      compareCells(document.get(a), document.get(b));
    if (key !== 0) return key;
    for (const column of rest) {
      const order = compareCells(column.get(a), column.get(b));
      if (order !== 0) return order;
    }
    return 0;
  });
  const same = (a: number, b: number) =>
    [sale_date, parcel, document, sale_price, deed_type].every((column) =>
      column.get(a) === column.get(b)
    );
  return order.filter((row, i) => {
    if (i === 0 || !same(order[i - 1], row)) return true;
    tallies[columns.tally.get(row)].withdraw("repeats another row");
    return false;
  });
}

/** Sales without facts take their class from the universe, and their type from the class. */
function fillSales(
  { rows, columns }: TableBuilder<typeof SALES>,
  parcels: TableBuilder<typeof PARCELS>,
): void {
  for (let row = 0; row < rows; row++) {
    if (columns.class.get(row) === "") {
      const parcel = columns.parcel.get(row);
      columns.class.set(row, parcels.columns.universe_class.get(parcel));
    }
    fillType(columns, row);
  }
}

/**
 * Parcels without a universe row or characteristics are described by their newest sale; a
 * ZIP code the universe lacks comes from the address.
 */
function fillParcels(
  { rows, columns }: TableBuilder<typeof PARCELS>,
  sales: TableBuilder<typeof SALES>,
  saleOrder: Int32Array,
): void {
  const { place_year, facts_year } = columns;
  const bare = Uint8Array.from(
    { length: rows },
    (_, row) => Number(facts_year.get(row) === 0),
  );
  const newestSale = new Int32Array(rows).fill(-1);
  for (const sale of saleOrder) {
    newestSale[sales.columns.parcel.get(sale)] = sale;
  }
  for (let row = 0; row < rows; row++) {
    const sale = newestSale[row];
    if (sale >= 0 && place_year.get(row) === 0) {
      copyPlace(sales.columns, sale, columns, row);
    }
    if (sale >= 0 && bare[row]) copyFacts(sales.columns, sale, columns, row);
    if (bare[row] && columns.universe_class.get(row) !== "") {
      columns.class.set(row, columns.universe_class.get(row));
      columns.prop_type.set(row, "");
    }
    fillType(columns, row);
    if (columns.address_year.get(row) > 0) {
      columns.address.set(row, columns.address_street.get(row));
      columns.city.set(row, columns.address_city.get(row));
    }
    if (columns.zip.get(row) === "") {
      columns.zip.set(row, columns.address_zip.get(row));
    }
  }
}

function fillType(
  columns: TableBuilder<typeof SALES | typeof PARCELS>["columns"],
  row: number,
): void {
  if (columns.prop_type.get(row) !== "") return;
  const type = propertyType(columns.class.get(row), columns.units.get(row));
  columns.prop_type.set(row, type);
}

/** The code of each row's parcel. */
function pick(column: CodeColumn, rows: Int32Array): CodeColumn {
  return {
    dictionary: column.dictionary,
    values: rows.map((row) => column.values[row]),
  };
}

function joinAssessments(
  builder: TableBuilder<typeof TABLES.assessments>,
  rankOf: Int32Array,
): Table<typeof TABLES.assessments> {
  const { parcel, tax_year, ...values } = builder.columns;
  for (let row = 0; row < builder.rows; row++) {
    parcel.set(row, rankOf[parcel.get(row)]);
  }
  const key = (a: number, b: number) =>
    parcel.get(a) - parcel.get(b) || tax_year.get(a) - tax_year.get(b);
  const order = orderBy(builder.rows, (a, b) => {
    let order = key(a, b);
    for (const column of Object.values(values)) {
      order ||= compareCells(column.get(a), column.get(b));
    }
    return order;
  });
  return builder.take(
    order.filter((row, i) => i === 0 || key(order[i - 1], row) !== 0),
  );
}

function qualityOf(
  parcels: Table<typeof TABLES.parcels>,
  verdicts: readonly (Rejection | "")[],
  yearOnly: Table<typeof TABLES.year_only_sales>,
  { deedsKnown }: CountyBuilder,
): Pick<QualityReport, "sales" | "remarks"> {
  const rejected: Record<string, number> = {};
  for (const verdict of verdicts.toSorted()) {
    if (verdict !== "") rejected[verdict] = (rejected[verdict] ?? 0) + 1;
  }
  const total = verdicts.length;
  const invalid = Object.values(rejected).reduce((sum, n) => sum + n, 0);
  const count = (is: (row: number) => boolean) => {
    let n = 0;
    for (let row = 0; row < parcels.rows; row++) if (is(row)) n++;
    return n;
  };
  const remarks = {
    "parcels without a position": count((row) =>
      Number.isNaN(parcels.lat[row])
    ),
    "parcels without living area": count((row) =>
      Number.isNaN(parcels.bldg_sqft[row])
    ),
    "parcels without an address": count((row) =>
      parcels.address.at(row) === ""
    ),
    "sales not checked for their deed type": deedsKnown ? 0 : total,
    "year-only sales: used to train the price model": yearOnly.rows,
  };
  return {
    sales: { total, validated: total - invalid, rejected },
    remarks: Object.fromEntries(
      Object.entries(remarks).filter(([, rows]) => rows > 0),
    ),
  };
}
