import { z } from "zod";
import type { ScorecardRow } from "./scorecard.ts";

const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/);

/** Figures of a method that another program measured. */
const MeasuredElsewhere = z.strictObject({
  market: z.string(),
  prop_type: z.string(),
  method: z.string(),
  from: Day,
  to: Day,
  sales: z.int().positive(),
  median_error: z.number().min(0),
  within_20: z.number().min(0).max(1),
  measured_by: z.string(),
  measured_on: Day,
});

/** A file of such figures: what `bench/other_methods.json` holds. */
export const MeasuredElsewhereFile = z.array(MeasuredElsewhere);

/** One entry of such a file. */
export type MeasuredElsewhere = z.infer<typeof MeasuredElsewhere>;

/**
 * Returns rows of a scorecard with what others measured put after the rows of the same market,
 * property type and days. Figures of other days are left out: they compare nothing.
 */
export function withMeasuredElsewhere(
  rows: readonly ScorecardRow[],
  entries: readonly MeasuredElsewhere[],
): ScorecardRow[] {
  const keyOf = (
    { market, prop_type, from, to }: ScorecardRow | MeasuredElsewhere,
  ) => [market, prop_type, from, to].join(" ");
  const last = new Map(rows.map((row, at) => [keyOf(row), at]));
  return rows.flatMap((row, at) => [
    row,
    ...entries.filter((entry) => last.get(keyOf(entry)) === at)
      .map(rowOf),
  ]);
}

function rowOf(entry: MeasuredElsewhere): ScorecardRow {
  const { market, prop_type, method, from, to } = entry;
  return {
    market,
    prop_type,
    method,
    from,
    to,
    source: `${entry.measured_by}, ${entry.measured_on}`,
    figures: {
      sales: entry.sales,
      median_error: entry.median_error,
      median_error_bounds: null,
      within_20: entry.within_20,
      median_ratio: null,
      cod: null,
      coverage: null,
    },
  };
}
