import { CONSTANTS } from "../../../contracts/constants.ts";
import type { SnapshotData } from "../snapshot.ts";
import { MODELLED_TYPES } from "../tables.ts";
import { DAYS_A_MONTH } from "./calendar.ts";
import { hedonicDesign } from "./hedonic.ts";
import { type EvidenceSales, evidenceSales } from "./sales.ts";
import type { Surface } from "./surface.ts";
import { fitTimeIndex, FLAT_INDEX, type TimeIndex } from "./time_index.ts";

/** What one property type's attributes are worth. */
export interface TypeModel {
  /** Log price on the as-of day. */
  readonly surface: Surface;
  /** Sales it was fitted on. */
  readonly sales: number;
  /** 10%, 50% and 90% quantiles of log price (brought to the as-of day) less the surface. */
  readonly residuals: readonly [number, number, number];
}

/** Everything fitted on the sales strictly before a day: what things are worth and how prices moved. */
export interface Market {
  readonly evidence: EvidenceSales;
  /** Sales 0 to `count - 1` of `evidence` are known. */
  readonly count: number;
  /** Day of the newest known sale: what every price is brought to. */
  readonly asOf: number;
  readonly index: TimeIndex;
  /** By place in `MODELLED_TYPES`; null where no sale of the type is known. */
  readonly types: readonly (TypeModel | null)[];
  /** The surface at each known sale. */
  readonly fitted: Float64Array;
  /** Known sales of each segment in the widest search window: how well the surface knows the place. */
  readonly support: Int32Array;
}

const WIDEST_MONTHS = Math.max(
  ...CONSTANTS.comps.tiers.map(({ months }) => months),
);

const markets = new WeakMap<SnapshotData, Map<number, Market>>();
/** Markets kept a snapshot: the live one and a few days of a backtest. */
const KEPT = 8;

/** Whether the surface has seen enough sales of a type, and of the segment lately, to give a value by itself. */
export function surfaceUsable(
  { evidence, types, support }: Market,
  type: number,
  segment: string,
): boolean {
  const { min_sales, min_segment_sales } = CONSTANTS.hedonic;
  const at = evidence.segments.indexOf(segment);
  return (types[type]?.sales ?? 0) >= min_sales &&
    support[at] >= min_segment_sales;
}

/**
 * The market as known before a day, fitted on first use.
 *
 * @param before only sales strictly before this day; Infinity for all
 */
export function marketBefore(snapshot: SnapshotData, before: number): Market {
  const evidence = evidenceSales(snapshot);
  const count = countBefore(evidence.day, before);
  let kept = markets.get(snapshot);
  if (!kept) markets.set(snapshot, kept = new Map());
  let market = kept.get(count);
  if (!market) {
    market = fitMarket(evidence, count);
    if (kept.size >= KEPT) {
      // A backtest passing through must not push out the live market.
      for (const old of kept.keys()) {
        if (old === evidence.count) continue;
        kept.delete(old);
        break;
      }
    }
    kept.set(count, market);
  }
  return market;
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
 * Fits surface and index together: the surface on prices brought to the as-of day, the index on
 * what the surface leaves over, in turn until they settle.
 */
function fitMarket(evidence: EvidenceSales, count: number): Market {
  const { day, segment, segments, type, logPrice, features } = evidence;
  const asOf = count === 0 ? 0 : day[count - 1];
  const rows = MODELLED_TYPES.map((_, t) =>
    Int32Array.from({ length: count }, (_, i) => i)
      .filter((i) => type[i] === t)
  );
  const designs = rows.map((each) =>
    each.length === 0 ? null : hedonicDesign(features, each)
  );
  const fitted = new Float64Array(count);
  const residual = new Float64Array(count);
  const surfaces: (Surface | null)[] = rows.map(() => null);
  let index: TimeIndex = FLAT_INDEX;
  for (let round = 0; round < CONSTANTS.hedonic.index_rounds; round++) {
    rows.forEach((each, t) => {
      const target = Float64Array.from(
        each,
        (i) => logPrice[i] - index.logAt(segment[i], day[i]),
      );
      const fit = designs[t]?.fit(target);
      if (!fit) return;
      surfaces[t] = fit.surface;
      each.forEach((i, at) => fitted[i] = fit.fitted[at]);
    });
    for (let i = 0; i < count; i++) residual[i] = logPrice[i] - fitted[i];
    index = fitTimeIndex(
      { day: day.subarray(0, count), segment, residual: clip(residual) },
      segments.length,
      asOf,
    );
  }
  const types = rows.map((each, t): TypeModel | null => {
    const surface = surfaces[t];
    if (!surface) return null;
    const left = Float64Array.from(
      each,
      (i) => logPrice[i] - index.logAt(segment[i], day[i]) - fitted[i],
    ).sort();
    const quantile = (q: number) => left[Math.floor(q * (left.length - 1))];
    return {
      surface,
      sales: each.length,
      residuals: [quantile(0.1), quantile(0.5), quantile(0.9)],
    };
  });
  const support = new Int32Array(segments.length);
  const oldest = asOf - Math.round(WIDEST_MONTHS * DAYS_A_MONTH);
  for (let i = count - 1; i >= 0 && day[i] >= oldest; i--) {
    support[segment[i]]++;
  }
  return { evidence, count, asOf, index, types, fitted, support };
}

/** Residuals with their tails drawn in to a few robust standard deviations around the median. */
function clip(residual: Float64Array): Float64Array {
  const sorted = residual.toSorted();
  const at = (q: number) => sorted[Math.floor(q * (sorted.length - 1))];
  // The quartiles of a normal distribution lie 1.349 standard deviations apart.
  const limit = CONSTANTS.hedonic.winsor_sds * (at(0.75) - at(0.25)) / 1.349;
  const middle = at(0.5);
  return residual.map((value) =>
    Math.max(middle - limit, Math.min(middle + limit, value))
  );
}
