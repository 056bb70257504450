import { lastDayOf } from "../engine/sales/year_only.ts";
import { validateSales } from "../engine/sales/validate.ts";
import {
  codeAt,
  type CodeColumn,
  FACTS,
  type Table,
  TABLES,
} from "../engine/tables.ts";
import { codeColumn, orderBy, TableBuilder } from "../snapshot/builder.ts";
import type { YearOnlySale } from "./county.ts";
import type { Facts } from "./facts.ts";

/**
 * The sales of which only the year is known, in the years before the first dated one: from then on
 * the dated sales tell the same and more. Kept are those that pass the rules for valid sales. A house
 * is described as at its first dated sale, else as the parcel is now; one that was built since was
 * not what was sold.
 *
 * @param yearOnly sales with their final row of `parcels`
 */
export function joinYearOnly(
  yearOnly: readonly YearOnlySale[],
  parcels: Table<typeof TABLES.parcels>,
  sales: Table<typeof TABLES.sales>,
): Table<typeof TABLES.year_only_sales> {
  const firstSale = new Map<number, number>();
  for (let sale = sales.rows - 1; sale >= 0; sale--) {
    firstSale.set(sales.parcel[sale], sale);
  }
  const builder = new TableBuilder(TABLES.year_only_sales);
  for (const { parcel, year, price } of yearOnly) {
    if (sales.rows === 0 || lastDayOf(year) >= sales.sale_date[0]) continue;
    const sale = firstSale.get(parcel);
    const facts = sale === undefined
      ? factsAt(parcels, parcel)
      : factsAt(sales, sale);
    if (facts.year_built! > year) continue;
    builder.push({ parcel, sale_year: year, sale_price: price, ...facts });
  }
  const { parcel, sale_year, sale_price } = builder.columns;
  const order = orderBy(
    builder.rows,
    (a, b) =>
      sale_year.get(a) - sale_year.get(b) || parcel.get(a) - parcel.get(b) ||
      sale_price.get(a) - sale_price.get(b),
  );
  const verdicts = verdictsOn(builder.take(order), parcels.township);
  return builder.take(order.filter((_, at) => verdicts[at] === ""));
}

function factsAt(
  table: Table<typeof FACTS>,
  row: number,
): Partial<Facts> {
  return Object.fromEntries(
    Object.entries(FACTS).map(([name, { type }]) => {
      const column = table[name as keyof typeof FACTS];
      return [
        name,
        type === "code"
          ? codeAt(column as CodeColumn, row)
          : (column as Float32Array)[row],
      ];
    }),
  );
}

/** What the rules for valid sales say of each, as far as they ask for no more than is known. */
function verdictsOn(
  sales: Table<typeof TABLES.year_only_sales>,
  township: CodeColumn,
): ReturnType<typeof validateSales> {
  const unknown = new Array<string>(sales.rows).fill("");
  return validateSales({
    ...sales,
    sale_date: sales.sale_year.map(lastDayOf),
    document: { length: sales.rows, at: () => "" },
    deed_type: codeColumn(unknown),
  }, {
    township: {
      dictionary: township.dictionary,
      values: sales.parcel.map((parcel) => township.values[parcel]),
    },
    multiParcel: new Uint8Array(sales.rows),
    sameSale: new Uint8Array(sales.rows),
    packaged: new Uint8Array(sales.rows),
    deedsKnown: false,
  });
}
