import type { ModelConfig } from "../../model_config.ts";
import { COMPS } from "../../../../contracts/constants/valuation.ts";
import { perSnapshot, type SnapshotData } from "../../snapshot.ts";
import { quantileSorted } from "../../statistics/quantile.ts";
import { DAYS_A_MONTH } from "../../calendar.ts";
import { nowcast } from "./nowcast.ts";
import {
  fitPrices,
  type PriceFit,
  type TypeFit,
  winsorized,
} from "./price_fit.ts";
import { type TrainingSales, trainingSales } from "../training/sales.ts";
import { storedFit } from "./stored_fit.ts";
import type { TimeIndex } from "./time_index.ts";

/** What one property type's attributes are worth. */
export interface TypeModel extends TypeFit {
  /** 10%, 50% and 90% quantiles of log price (brought to the as-of day) less the price model. */
  readonly residuals: readonly [number, number, number];
  /** Mean absolute residual. */
  readonly typicalError: number;
}

/** Everything known strictly before a day: what things are worth and how prices moved. */
export interface Market {
  readonly training: TrainingSales;
  /** Sales 0 to `count - 1` of `training` are known. */
  readonly count: number;
  /** Day of the newest known sale: what every price is brought to. */
  readonly asOf: number;
  readonly index: TimeIndex;
  /** Nowcast drift: log difference of the newest weeks' prices from price model and monthly index. */
  readonly nowcastDrift: number;
  /** By place in `MODELLED_TYPES`; null where no sale of the type is known. */
  readonly types: readonly (TypeModel | null)[];
  /** By sale: which of its type's fold models has not seen its parcel, and predicts it. */
  readonly heldOutBy: Uint8Array;
  /** What that fold model predicts of each known sale. */
  readonly fitted: Float64Array;
  /** Log of how expensive each known sale's home is predicted to be relative to the usual one of its type. */
  readonly tier: Float64Array;
  /** The same by place in `MODELLED_TYPES` and in the order of `training.near[type].points`. */
  readonly fittedNear: readonly Float64Array[];
  /** Known sales of each segment in the widest search window: how well the price model knows the place. */
  readonly support: Int32Array;
  /** What it was fitted with. */
  readonly config: ModelConfig;
}

const WIDEST_MONTHS = Math.max(
  ...COMPS.tiers.map(({ months }) => months),
);

/** Whether the price model has seen enough sales of a type, and of the segment lately, to give a value by itself. */
export function priceModelUsable(
  { training, types, support, config }: Market,
  type: number,
  segment: string,
): boolean {
  const { minSales, minSegmentSales } = config.linear;
  const at = training.segments.indexOf(segment);
  return (types[type]?.sales ?? 0) >= minSales &&
    support[at] >= minSegmentSales;
}

/** Returns the log price level on the day of a known sale, for a home like it; 0 on the as-of day. */
export function levelOfSale(
  { index, training: { segment, day }, tier }: Market,
  sale: number,
): number {
  return index.logAt(segment[sale], day[sale], tier[sale]);
}

/** How many of ascending days are below a day. */
export function countBefore(day: Int32Array, before: number): number {
  let low = 0;
  let high = day.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (day[middle] < before) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The market as known before a day, by a fit that is no younger: later sales are predicted by its
 * price model, and move the price level of the newest weeks.
 *
 * @param count known are sales 0 to `count - 1`; at least as many as were fitted on
 */
export function marketOf(fit: PriceFit, count: number): Market {
  const { training, heldOutBy, fitted, tier, config } = fit;
  const { day, segment, segments, type, logPrice } = training;
  const asOf = count === 0 ? 0 : day[count - 1];
  const known = day.subarray(0, count);
  const residual = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    // Of the first sales of a type the fit says nothing: they bring no news.
    residual[i] = fit.types[type[i]]
      ? logPrice[i] - fit.level[i] - fitted[i]
      : 0;
  }
  const drift = nowcastDriftOf(
    known,
    winsorized(residual, config.nowcast.winsorSds),
    config.nowcast,
  );
  const index = withNowcast(fit.index, drift, asOf);
  const levels = Float64Array.from(
    segments,
    (_, s) => fit.index.logAt(s, asOf),
  );
  const slope = fit.index.logAt(0, asOf, 1) - fit.index.logAt(0, asOf);
  const byType = fit.types.map((each) => new Float64Array(each?.sales ?? 0));
  const filled = fit.types.map(() => 0);
  const nowcastDrift = drift(asOf);
  for (let i = 0; i < fit.trained; i++) {
    // What `index` says, without asking it for every sale.
    const level = fit.level[i] - levels[segment[i]] - slope * tier[i] +
      drift(day[i]) - nowcastDrift;
    byType[type[i]][filled[type[i]]++] = logPrice[i] - level - fitted[i];
  }
  const types = fit.types.map((each, t): TypeModel | null => {
    if (!each) return null;
    const left = byType[t].sort();
    return {
      ...each,
      residuals: [
        quantileSorted(left, 0.1),
        quantileSorted(left, 0.5),
        quantileSorted(left, 0.9),
      ],
      typicalError: left.reduce((sum, each) => sum + Math.abs(each), 0) /
        left.length,
    };
  });
  const support = new Int32Array(segments.length);
  const oldest = asOf - Math.round(WIDEST_MONTHS * DAYS_A_MONTH);
  for (let i = count - 1; i >= training.yearOnly && day[i] >= oldest; i--) {
    support[segment[i]]++;
  }
  const fittedNear = nearOf(fit);
  return {
    training,
    count,
    asOf,
    index,
    nowcastDrift,
    types,
    heldOutBy,
    fitted,
    tier,
    fittedNear,
    support,
    config,
  };
}

const near = new WeakMap<PriceFit, readonly Float64Array[]>();

/** What a fit says of each sale in the order of `training.near`: once a fit, of which a backtest makes a market a day. */
function nearOf(fit: PriceFit): readonly Float64Array[] {
  let fittedNear = near.get(fit);
  if (!fittedNear) {
    fittedNear = fit.training.near.map(({ points }) =>
      Float64Array.from(points, (sale) => fit.fitted[sale])
    );
    near.set(fit, fittedNear);
  }
  return fittedNear;
}

/** The nowcast drift on a day. */
type Drift = (day: number) => number;

function nowcastDriftOf(
  day: Int32Array,
  residual: Float64Array,
  config: ModelConfig["nowcast"],
): Drift {
  if (day.length === 0) return () => 0;
  const level = nowcast(day, residual, config);
  return (on) => level[Math.max(0, Math.min(level.length - 1, on - day[0]))];
}

/** The index with the price level of the newest weeks added; 0 on the as-of day again. */
function withNowcast(index: TimeIndex, drift: Drift, asOf: number): TimeIndex {
  const now = drift(asOf);
  return {
    logAt: (segment, on, tier) =>
      index.logAt(segment, on, tier) - index.logAt(segment, asOf, tier) +
      drift(on) - now,
    marketAt: (on) =>
      index.marketAt(on) - index.marketAt(asOf) + drift(on) - now,
  };
}

const markets = perSnapshot(() => new Map<number, Market>());
/** Markets kept a snapshot: the live one and a few days of a backtest. */
const KEPT = 8;

/** The snapshot's own fit where it has one that is no younger than what is known; else a linear fit. */
function fitOf(
  snapshot: SnapshotData,
  training: TrainingSales,
  count: number,
): PriceFit {
  const stored = storedFit(snapshot);
  return stored && count >= stored.trained
    ? stored
    : fitPrices(training, count);
}

/**
 * The market as known before a day, fitted on first use.
 *
 * @param before only sales strictly before this day; Infinity for all
 */
export function marketBefore(snapshot: SnapshotData, before: number): Market {
  const training = trainingSales(snapshot);
  const count = countBefore(training.day, before);
  const kept = markets(snapshot);
  let market = kept.get(count);
  if (!market) {
    market = marketOf(fitOf(snapshot, training, count), count);
    if (kept.size >= KEPT) {
      // A backtest passing through must not push out the live market.
      for (const old of kept.keys()) {
        if (old === training.count) continue;
        kept.delete(old);
        break;
      }
    }
    kept.set(count, market);
  }
  return market;
}
