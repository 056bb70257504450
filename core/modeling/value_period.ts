import { type Miss, missOf } from "../engine/backtest/misses.ts";
import type { ModelConfig } from "../engine/model_config.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import {
  parcelSubject,
  type ResolvedSubject,
} from "../engine/subject/resolve.ts";
import { codeAt, MODELLED_TYPES } from "../engine/tables.ts";
import {
  countBefore,
  type Market,
  marketOf,
} from "../engine/valuation/model/market.ts";
import {
  fitPrices,
  type PriceFit,
  treeTasks,
  withTrees,
} from "../engine/valuation/model/price_fit.ts";
import type { RawEstimate } from "../engine/valuation/decision/publish.ts";
import { trainingSales } from "../engine/valuation/training/sales.ts";
import { joinFolds, trainTreeFold } from "../engine/valuation/model/trees.ts";
import { valueSale, valueSubject } from "../engine/valuation/value.ts";

/** A period whose sales are valued by one fit on what was known when it began. */
export interface Period {
  /** First day. */
  readonly start: number;
  /** Day after the last. */
  readonly end: number;
}

/** How past sales are valued. */
export interface PeriodOptions {
  /** Days between a sale and the day it is known; default 0: known the next day. */
  readonly lag?: number;
  /** `linear` leaves the trees out: much faster, a little less accurate. */
  readonly priceModel?: "trees" | "linear";
  /** Trees a booster; default the config's. */
  readonly trees?: number;
  /** Hyperparameters; default `MODEL_CONFIG`. */
  readonly config?: ModelConfig;
}

/** Told how much of a period is done, 0-1. */
export type OnShare = (share: number) => void;

/** Share of a period's time that growing trees takes, about. */
const FIT_SHARE = 0.8;
/** Sales valued between two reports. */
const REPORT_EVERY = 100;

/** A past sale, with what the engine says of it from what was known before its day. */
export interface ValuedSale {
  /** Row of `sales`. */
  readonly sale: number;
  readonly day: number;
  readonly price: number;
  readonly segment: string;
  readonly propType: string;
  readonly rawEstimate: RawEstimate;
  /** Comps that counted. */
  readonly comps: number;
  /** Day of the newest sale that was known. */
  readonly asOf: number;
}

/** Test sales of a backtest: arm's length by every rule that does not look at the price level. */
const TEST_REASONS = new Set([
  "",
  "outlier_price",
  "outlier_price_per_sqft",
  "missing_facts",
]);

/** Rows of `sales` in a period that a backtest tests, by day. */
export function testSales(
  { tables: { sales } }: SnapshotData,
  { start, end }: Period,
): number[] {
  const rows: number[] = [];
  for (let row = countBefore(sales.sale_date, start); row < sales.rows; row++) {
    if (sales.sale_date[row] >= end) break;
    const modelled = MODELLED_TYPES.some((type) =>
      type === codeAt(sales.prop_type, row)
    );
    if (modelled && TEST_REASONS.has(codeAt(sales.rejected, row))) {
      rows.push(row);
    }
  }
  return rows;
}

/** Fits prices on what was known at the start of a period, and predicts what became known in it. */
function fitFor(
  snapshot: SnapshotData,
  { start, end }: Period,
  { lag = 0, priceModel = "trees", trees, config }: PeriodOptions,
  onShare: OnShare,
): PriceFit {
  const training = trainingSales(snapshot);
  const fit = fitPrices(
    training,
    countBefore(training.day, start - lag),
    countBefore(training.day, end - lag),
    config,
  );
  if (priceModel === "linear") return fit;
  const ids = snapshot.tables.parcels.property_id;
  const tasks = treeTasks(fit, (parcel) => ids.at(parcel));
  const total = tasks.reduce((sum, task) => sum + (task?.folds ?? 0), 0);
  let done = 0;
  const grown = tasks.map((task) =>
    task && joinFolds(
      task,
      Array.from({ length: task.folds }, (_, fold) => {
        const trained = trainTreeFold(task, fold, { trees });
        onShare(FIT_SHARE * ++done / total);
        return trained;
      }),
    )
  );
  return withTrees(fit, grown);
}

/**
 * Values every test sale of a period as of its own day: price model and index from what was known at
 * the start of the period, comps and the newest price level from what was known the day before.
 */
export function valuePeriod(
  snapshot: SnapshotData,
  period: Period,
  options: PeriodOptions = {},
  onShare: OnShare = () => {},
): ValuedSale[] {
  const { sales } = snapshot.tables;
  const asked = testSales(snapshot, period);
  return asDays(snapshot, period, asked, options, onShare, (at) => {
    const { sale, subject, market } = at;
    const { rawEstimate, comps } = valueSale(snapshot, subject, market, sale);
    return {
      sale,
      day: sales.sale_date[sale],
      price: sales.sale_price[sale],
      segment: rawEstimate.segment,
      propType: subject.propType,
      rawEstimate,
      comps,
      asOf: market.asOf,
    };
  });
}

/** Values sales of a period that were missed once more, and says what the records know of each. */
export function explainMisses(
  snapshot: SnapshotData,
  period: Period,
  missed: readonly Miss["sale"][],
  options: PeriodOptions = {},
  onShare: OnShare = () => {},
): Miss[] {
  const bySale = new Map(missed.map((each) => [each.sale, each]));
  return asDays(
    snapshot,
    period,
    [...bySale.keys()],
    options,
    onShare,
    ({ sale, subject, market }) =>
      missOf(
        snapshot,
        bySale.get(sale)!,
        valueSubject(snapshot, subject, {
          today: snapshot.tables.sales.sale_date[sale],
          asSold: sale,
          market,
          calibration: null,
        }),
      ),
  );
}

/** A sale, its parcel as it was sold, and what was known before its day. */
interface AsOfDay {
  readonly sale: number;
  readonly subject: ResolvedSubject;
  readonly market: Market;
}

/**
 * Asks something about sales of a period, each as of its own day.
 *
 * @param asked rows of `sales`, by day
 */
function asDays<T>(
  snapshot: SnapshotData,
  period: Period,
  asked: readonly number[],
  options: PeriodOptions,
  onShare: OnShare,
  ask: (at: AsOfDay) => T,
): T[] {
  if (asked.length === 0) return [];
  const { sales } = snapshot.tables;
  const fit = fitFor(snapshot, period, options, onShare);
  const { training } = fit;
  let market: Market | undefined;
  return asked.map((sale, at) => {
    if (at % REPORT_EVERY === 0) {
      onShare(FIT_SHARE + (1 - FIT_SHARE) * at / asked.length);
    }
    const day = sales.sale_date[sale] - (options.lag ?? 0);
    const known = countBefore(training.day, day);
    if (market?.count !== known) market = marketOf(fit, known);
    const subject = {
      ...parcelSubject(snapshot, sales.parcel[sale], "property_id", null),
      propType: codeAt(sales.prop_type, sale),
    };
    return ask({ sale, subject, market });
  });
}
