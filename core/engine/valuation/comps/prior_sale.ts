import { dollars } from "../../figures.ts";
import { isoOf, type SnapshotData } from "../../snapshot.ts";
import { monthOf } from "../../calendar.ts";
import { levelOfSale, type Market } from "../model/market.ts";
import type { TrainingSales } from "../training/sales.ts";
import type { PriorSaleFacts } from "./comp.ts";

/** The last known arm's-length sale of a house, and its premium over the price model. */
export interface PriorSale {
  /** Place in the training sales. */
  readonly sale: number;
  /** Log of its price, brought to the as-of day, over what the price model says of the house then. */
  readonly premium: number;
  /** What of that is carried into the value: log, 0 or more. */
  readonly carried: number;
}

/**
 * The last known arm's-length sale of a house, and what of it is carried over. A house that
 * brought more than its record explains is better than its record, and brings more again; one that
 * brought less was sold in need or has been repaired since, and says nothing.
 * docs/experiments.md has the pairs of sales it rests on.
 *
 * @param type place in `MODELLED_TYPES`
 * @param yearBuilt NaN when unknown
 * @returns null without one of this type and this building
 */
export function priorSale(
  market: Market,
  parcel: number,
  type: number,
  yearBuilt: number,
): PriorSale | null {
  const { training, count, nowcastDrift, fitted, config } = market;
  let sale = training.lastOf[parcel];
  while (sale >= count) sale = training.before[sale];
  if (
    sale < 0 || training.type[sale] !== type || Number.isNaN(fitted[sale]) ||
    Math.floor(monthOf(training.day[sale]) / 12) < yearBuilt
  ) return null;
  const { share, cap } = config.priorSale;
  const premium = training.logPrice[sale] -
    levelOfSale(market, sale) -
    fitted[sale] - nowcastDrift;
  return {
    sale,
    premium,
    carried: share * Math.max(0, Math.min(cap, premium)),
  };
}

/** A prior sale in figures. */
export function priorSaleFacts(
  { tables: { sales, year_only_sales } }: SnapshotData,
  { row, day, yearOnly }: TrainingSales,
  { sale, premium, carried }: PriorSale,
): PriorSaleFacts {
  const date = isoOf(day[sale]);
  const dated = sale >= yearOnly;
  return {
    year: Number(date.slice(0, 4)),
    date: dated ? date : null,
    price: (dated ? sales : year_only_sales).sale_price[row[sale]],
    premiumOverModel: Math.expm1(premium),
    adjustment: Math.expm1(carried),
  };
}

/** `$412,000 in 2018` */
export function priorSaleWords(
  snapshot: SnapshotData,
  training: TrainingSales,
  own: PriorSale,
): string {
  const { price, year } = priorSaleFacts(snapshot, training, own);
  return `${dollars(price)} in ${year}`;
}
