import { MODEL_CONFIG, type ModelConfig } from "../engine/model_config.ts";
import {
  calibrate,
  type Calibration,
  type TooLittleHistory,
} from "../engine/calibration/calibrate.ts";
import type { IntervalRow } from "../engine/calibration/segments.ts";
import { monthOf, monthStart } from "../engine/calendar.ts";
import {
  type Publication,
  publish,
} from "../engine/valuation/decision/publish.ts";
import type { ValuedSale } from "./value_period.ts";

/** A valued sale with what would have been shown of it on its day. */
export interface PublishedSale extends ValuedSale {
  readonly publication: Publication;
}

/** A past, published, and what it taught in the end. */
export interface ReplayedCalibration {
  readonly sales: readonly PublishedSale[];
  readonly learned: Calibration | TooLittleHistory;
}

/** How a calibration is replayed. */
export interface ReplayOptions {
  /** Days between a sale and the day it is known; default 0. */
  readonly lag?: number;
  /** Default `MODEL_CONFIG`. */
  readonly config?: ModelConfig;
}

/**
 * Publishes valued sales month by month, each month by calibration on the months before it.
 *
 * @param valued by day
 */
export function replayCalibration(
  valued: readonly ValuedSale[],
  { lag = 0, config = MODEL_CONFIG }: ReplayOptions = {},
): ReplayedCalibration {
  const sales: PublishedSale[] = [];
  for (
    const [number, month] of Map.groupBy(valued, ({ day }) => monthOf(day))
  ) {
    const known = monthStart(number) - lag;
    const learned = learn(sales.filter(({ day }) => day < known), config);
    sales.push(...month.map((sale) => ({
      ...sale,
      publication: publish(sale.rawEstimate, {
        learned,
        age: sale.day - sale.asOf,
        config,
      }),
    })));
  }
  return { sales, learned: learn(sales, config) };
}

/** Segments are graded by intervals that were learned from an earlier past, not by those of the warm-up. */
function learn(
  past: readonly PublishedSale[],
  config: ModelConfig,
): Calibration | TooLittleHistory {
  const rows = past.flatMap(outOfSample);
  return calibrate(
    rows,
    rows.filter(({ learned }) => learned),
    config.calibration,
  );
}

/** A published sale as calibration sees it: none where the engine had no value. */
function outOfSample(
  { segment, day, price, rawEstimate, publication: { value } }: PublishedSale,
): (IntervalRow & { readonly learned: boolean })[] {
  return value
    ? [{
      segment,
      day,
      price,
      base: value.base,
      basis: value.basis,
      scale: rawEstimate.scale,
      conservative: value.conservative,
      aggressive: value.aggressive,
      learned: value.intervalSource === "conformal",
    }]
    : [];
}
