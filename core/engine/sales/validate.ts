import { MAD_TO_SD } from "../statistics/robust.ts";
import { SALE_VALIDATION } from "../../../contracts/constants/sales.ts";
import { dollars } from "../figures.ts";
import { codeAt, type CodeColumn, type Table, type TABLES } from "../tables.ts";
import { SortedWindow } from "./sorted_window.ts";

/** Why a sale is not valid: the code stored with it and what it means. Checked in this order. */
export const REJECTIONS = {
  price_floor: `price of ${dollars(SALE_VALIDATION.price_floor)} or less`,
  deed_type:
    "not an arm's-length deed (quit claim, executor, beneficiary or missing)",
  multi_parcel: "one price for several parcels, so it is not this one's",
  same_sale:
    `same price as an earlier sale of the parcel within ${SALE_VALIDATION.same_sale_days} days`,
  multi_card: "several buildings on the parcel",
  missing_facts: "property type or living area not on record",
  outlier_price:
    "price far from the year before in its township and property type",
  outlier_price_per_sqft:
    "price per square foot far from the year before in its township and property type",
} as const;

/** Code of a reason in `REJECTIONS`. */
export type Rejection = keyof typeof REJECTIONS;

/** The columns of the sales table that decide, in its order: by date, parcel, document. */
export type RecordedSales = Pick<
  Table<typeof TABLES.sales>,
  | "rows"
  | "parcel"
  | "sale_date"
  | "sale_price"
  | "document"
  | "deed_type"
  | "prop_type"
  | "bldg_sqft"
  | "cards"
>;

/** What the county records about a sale besides the sales table's columns, by sale. */
export interface SaleMarks {
  /** Township of the sale's parcel. */
  readonly township: CodeColumn;
  /** 1 where the county says that the deed covers several parcels. */
  readonly multiParcel: Uint8Array;
  /** 1 where the county says that the sale repeats one of the year before. */
  readonly sameSale: Uint8Array;
  /** 1 where neighbors were sold at the same price on the same day, and no deed says otherwise. */
  readonly packaged: Uint8Array;
  /** False when the county publishes no deed types: then they decide nothing. */
  readonly deedsKnown: boolean;
}

/**
 * Which recorded sales are valid (docs/data-sources.md): the reason by sale, `""` for a
 * validated one. A verdict rests on the sale itself, on other deeds of its day and on earlier
 * sales only, so sales recorded later never change it.
 */
export function validateSales(
  sales: RecordedSales,
  marks: SaleMarks,
): (Rejection | "")[] {
  const { price_floor } = SALE_VALIDATION;
  const armsLength = sales.deed_type.dictionary.map(isArmsLength);
  const shared = sharedDocuments(sales);
  const repeated = repeatedSales(sales);
  const outlier = outlierTest(sales, marks.township);
  return Array.from({ length: sales.rows }, (_, row) => {
    const deed = armsLength[sales.deed_type.values[row]];
    if (!(sales.sale_price[row] > price_floor)) return "price_floor";
    if (marks.deedsKnown && !deed) return "deed_type";
    if (marks.multiParcel[row] || shared[row] || marks.packaged[row]) {
      return "multi_parcel";
    }
    if (marks.sameSale[row] || repeated[row]) return "same_sale";
    if (sales.cards[row] > 1) return "multi_card";
    if (codeAt(sales.prop_type, row) === "" || !(sales.bldg_sqft[row] > 0)) {
      return "missing_facts";
    }
    return outlier(row);
  });
}

/** Whether a deed type, in the words a county uses, is one of an arm's-length sale. */
export function isArmsLength(deedType: string): boolean {
  const words = deedType.toLowerCase().split(/[^a-z]+/);
  return SALE_VALIDATION.arms_length_deeds.some((deed) => words.includes(deed));
}

/** 1 where the same document of the same day names another parcel too. */
function sharedDocuments(sales: RecordedSales): Uint8Array {
  const shared = new Uint8Array(sales.rows);
  for (let start = 0, end = 0; start < sales.rows; start = end) {
    const first = new Map<string, number>();
    while (
      end < sales.rows && sales.sale_date[end] === sales.sale_date[start]
    ) {
      const document = sales.document.at(end);
      const other = document === "" ? undefined : first.get(document);
      if (other === undefined) first.set(document, end);
      else if (sales.parcel[other] !== sales.parcel[end]) {
        shared[other] = shared[end] = 1;
      }
      end++;
    }
  }
  return shared;
}

/** 1 where the parcel was sold at the same price within `same_sale_days` before. */
function repeatedSales(sales: RecordedSales): Uint8Array {
  const repeated = new Uint8Array(sales.rows);
  const last = new Map<number, Map<number, number>>();
  for (let row = 0; row < sales.rows; row++) {
    const day = sales.sale_date[row], price = sales.sale_price[row];
    let byPrice = last.get(sales.parcel[row]);
    if (!byPrice) last.set(sales.parcel[row], byPrice = new Map());
    const before = byPrice.get(price);
    if (
      before !== undefined &&
      day - before <= SALE_VALIDATION.same_sale_days
    ) {
      repeated[row] = 1;
    }
    byPrice.set(price, day);
  }
  return repeated;
}

/** Sales of one group: those of the window in order, the rest waiting until their day is over. */
interface Group {
  readonly prices: SortedWindow;
  readonly perSqft: SortedWindow;
  readonly rows: number[];
  /** Rows before `oldest` have left the window, those from `waiting` on have not entered it. */
  oldest: number;
  waiting: number;
}

/**
 * Tests sales one by one, in the order of the table, against the sales of their group in the
 * window before their own day. Only sales that passed every other check are tested, so only
 * they make the norm; outliers among them stay in it, where the median does not mind.
 */
function outlierTest(sales: RecordedSales, township: CodeColumn) {
  const { window_months, min_group, max_robust_z } = SALE_VALIDATION.outlier;
  const windowDays = Math.round(window_months * 365.25 / 12);
  const groups = new Map<string, Group>();
  const logPrice = (row: number) => Math.log(sales.sale_price[row]);
  const logPerSqft = (row: number) =>
    Math.log(sales.sale_price[row] / sales.bldg_sqft[row]);

  const moveTo = (group: Group, day: number) => {
    const { rows, prices, perSqft } = group;
    for (; sales.sale_date[rows[group.waiting]] < day; group.waiting++) {
      prices.add(logPrice(rows[group.waiting]));
      perSqft.add(logPerSqft(rows[group.waiting]));
    }
    for (
      ;
      group.oldest < group.waiting &&
      sales.sale_date[rows[group.oldest]] < day - windowDays;
      group.oldest++
    ) {
      prices.remove(logPrice(rows[group.oldest]));
      perSqft.remove(logPerSqft(rows[group.oldest]));
    }
  };
  const isFar = (window: SortedWindow, value: number) => {
    const sigma = window.mad() * MAD_TO_SD;
    return sigma > 0 &&
      Math.abs(value - window.median()) > max_robust_z * sigma;
  };

  return (row: number): Rejection | "" => {
    const key = `${codeAt(township, row)} ${codeAt(sales.prop_type, row)}`;
    let group = groups.get(key);
    if (!group) {
      group = {
        prices: new SortedWindow(),
        perSqft: new SortedWindow(),
        rows: [],
        oldest: 0,
        waiting: 0,
      };
      groups.set(key, group);
    }
    moveTo(group, sales.sale_date[row]);
    group.rows.push(row);
    if (group.prices.size < min_group) return "";
    if (isFar(group.prices, logPrice(row))) return "outlier_price";
    if (isFar(group.perSqft, logPerSqft(row))) return "outlier_price_per_sqft";
    return "";
  };
}
