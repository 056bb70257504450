import { apportion } from "../../rounding.ts";
import type { SnapshotData } from "../../snapshot.ts";
import {
  type FactsAt,
  LINE_NAMES,
  LINE_OF_FEATURE,
  lineLabel,
  lineValue,
  PRIOR_SALE_LINE,
} from "./lines.ts";
import type { AdjustmentLine } from "./comp.ts";

/** What the subject's prior sale adds to every comp. */
export interface PriorSaleLine {
  /** Added to the log of the price. */
  readonly log: number;
  /** The sale, as the line shows it. */
  readonly words: string;
}

/** The adjustment of one comp, to be split into lines. */
export interface Adjustment {
  readonly subject: FactsAt;
  readonly comp: FactsAt;
  /** What each feature of the subject is worth over the comp's, logs. */
  readonly differences: Float64Array;
  /** What the subject's prior sale adds, or null. */
  readonly priorSale: PriorSaleLine | null;
  /** The comp's time-adjusted price, whole dollars. */
  readonly price: number;
  /** The adjustment, whole dollars. */
  readonly total: number;
  /** Lines below this share of the price are put together as `other`. */
  readonly minShare: number;
}

/**
 * Returns the adjustment of a comp as dollar lines. Each line is its features' share of the log
 * difference between subject and comp. Rounding is spread so that the lines sum exactly.
 */
export function adjustmentLines(
  snapshot: SnapshotData,
  adjustment: Adjustment,
): AdjustmentLine[] {
  const { subject, comp, differences, priorSale, price, total, minShare } =
    adjustment;
  const logs = new Float64Array(LINE_NAMES.length);
  let log = 0;
  for (let f = 0; f < LINE_OF_FEATURE.length; f++) {
    logs[LINE_OF_FEATURE[f]] += differences[f];
    log += differences[f];
  }
  if (priorSale) {
    logs[PRIOR_SALE_LINE] += priorSale.log;
    log += priorSale.log;
  }
  // price x (e^log - 1) spread in proportion to the logs; as log goes to 0 the factor goes to the price.
  const factor = Math.abs(log) < 1e-9 ? price : price * Math.expm1(log) / log;
  const other = LINE_NAMES.length - 1;
  const smallest = minShare * price;
  const amounts = new Map<number, number>();
  let shown = 0;
  logs.forEach((each, line) => {
    const amount = each * factor;
    if (line === other || Math.abs(amount) < smallest) return;
    amounts.set(line, amount);
    shown += amount;
  });
  amounts.set(other, total - shown);
  const lines = [...amounts.keys()];
  const dollars = apportion([...amounts.values()], 0, total);
  return lines.flatMap((line, i): AdjustmentLine[] =>
    dollars[i] === 0 ? [] : [{
      feature: LINE_NAMES[line],
      label: lineLabel(line),
      subject: priorSale && line === PRIOR_SALE_LINE
        ? priorSale.words
        : lineValue(line, subject, snapshot),
      comp: lineValue(line, comp, snapshot),
      amount: dollars[i],
    }]
  );
}
