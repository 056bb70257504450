import { CONSTANTS } from "../../../../contracts/constants.ts";
import { dollars } from "../../figures.ts";
import { isoOf, type SnapshotData } from "../../snapshot.ts";
import { monthOf } from "../../calendar.ts";
import type { Market } from "../model/market.ts";
import type { EvidenceSales } from "../training/sales.ts";
import type { OwnSaleFacts } from "./comp.ts";

/** What the last known arm's-length sale of a house says of it beyond its record. */
export interface OwnSale {
  /** Place in the evidence. */
  readonly sale: number;
  /** Log of its price, brought to the as-of day, over what the surface says of the house then. */
  readonly ahead: number;
  /** What of that is carried into the value: log, 0 or more. */
  readonly carried: number;
}

/**
 * The last known arm's-length sale of a house, and what of it is carried over. A house that
 * brought more than its record explains is better than its record, and brings more again; one that
 * brought less was sold in need or has been repaired since, and says nothing.
 * Source: docs/valuation.md, step 3.
 *
 * @param type place in `MODELLED_TYPES`
 * @param yearBuilt NaN when unknown
 * @returns null without one of this type and this building
 */
export function ownSale(
  { evidence, count, index, ahead: newest, fitted }: Market,
  parcel: number,
  type: number,
  yearBuilt: number,
): OwnSale | null {
  let sale = evidence.lastOf[parcel];
  while (sale >= count) sale = evidence.before[sale];
  if (
    sale < 0 || evidence.type[sale] !== type || Number.isNaN(fitted[sale]) ||
    Math.floor(monthOf(evidence.day[sale]) / 12) < yearBuilt
  ) return null;
  const { share, at_most } = CONSTANTS.own_sale;
  const ahead = evidence.logPrice[sale] -
    index.logAt(evidence.segment[sale], evidence.day[sale]) -
    fitted[sale] - newest;
  return {
    sale,
    ahead,
    carried: share * Math.max(0, Math.min(at_most, ahead)),
  };
}

/** An own sale in figures. */
export function ownSaleFacts(
  { tables: { sales, undated_sales } }: SnapshotData,
  { row, day, undated }: EvidenceSales,
  { sale, ahead, carried }: OwnSale,
): OwnSaleFacts {
  const date = isoOf(day[sale]);
  const dated = sale >= undated;
  return {
    year: Number(date.slice(0, 4)),
    date: dated ? date : null,
    price: (dated ? sales : undated_sales).sale_price[row[sale]],
    overSurface: Math.expm1(ahead),
    raises: Math.expm1(carried),
  };
}

/** `$412,000 in 2018` */
export function ownSaleWords(
  snapshot: SnapshotData,
  evidence: EvidenceSales,
  own: OwnSale,
): string {
  const { price, year } = ownSaleFacts(snapshot, evidence, own);
  return `${dollars(price)} in ${year}`;
}
