import { CONSTANTS } from "../../../../contracts/constants.ts";
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

/**
 * Splits the adjustment of a comp into dollar lines. Each line is its features' share of the log
 * difference between subject and comp; lines below `CONSTANTS.comps.min_line_share` of the price
 * are put together as `other`, and rounding is spread so that the lines sum exactly.
 *
 * @param differences what each feature of the subject is worth over the comp's, logs
 * @param own what the subject's prior sale adds, or null
 * @param price the comp's time-adjusted price, whole dollars
 * @param total the adjustment, whole dollars
 */
export function adjustmentLines(
  snapshot: SnapshotData,
  subject: FactsAt,
  comp: FactsAt,
  differences: Float64Array,
  own: PriorSaleLine | null,
  price: number,
  total: number,
): AdjustmentLine[] {
  const logs = new Float64Array(LINE_NAMES.length);
  let log = 0;
  for (let f = 0; f < LINE_OF_FEATURE.length; f++) {
    logs[LINE_OF_FEATURE[f]] += differences[f];
    log += differences[f];
  }
  if (own) {
    logs[PRIOR_SALE_LINE] += own.log;
    log += own.log;
  }
  // price x (e^log - 1) spread in proportion to the logs; as log goes to 0 the factor goes to the price.
  const factor = Math.abs(log) < 1e-9 ? price : price * Math.expm1(log) / log;
  const other = LINE_NAMES.length - 1;
  const smallest = CONSTANTS.comps.min_line_share * price;
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
      subject: own && line === PRIOR_SALE_LINE
        ? own.words
        : lineValue(line, subject, snapshot),
      comp: lineValue(line, comp, snapshot),
      amount: dollars[i],
    }]
  );
}
