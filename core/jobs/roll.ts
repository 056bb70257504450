import type { SnapshotData } from "../engine/snapshot.ts";
import {
  type JudgedSale,
  type JudgeOptions,
  judgePeriod,
  type Period,
} from "./judge_period.ts";
import { inWorkers, type PoolOptions } from "./pool.ts";

/** Progress of a job: `done` of `total` steps, and what is being done. */
export type Progress = (done: number, total: number, what: string) => void;

/** How the past is rolled through. */
export interface RollOptions extends JudgeOptions, PoolOptions {
  readonly progress?: Progress;
}

/**
 * Judges the sales of all periods, each from its own past alone, in parallel; with `workers: 0`
 * in this thread.
 *
 * @param dir the directory `snapshot` was opened from
 * @returns judged sales by day, then row
 */
export async function roll(
  snapshot: SnapshotData & { readonly dir: string },
  periods: readonly Period[],
  options: RollOptions,
): Promise<JudgedSale[]> {
  const { lag, surface, progress = () => {} } = options;
  const judging = { lag, surface };
  let done = 0;
  const finished = (rows: JudgedSale[]) => {
    progress(++done, periods.length, "judging past sales");
    return rows;
  };
  progress(0, periods.length, "judging past sales");
  if (options.workers === 0) {
    return periods.flatMap((period) => {
      options.signal?.throwIfAborted();
      return finished(judgePeriod(snapshot, period, judging));
    });
  }
  const rows = await inWorkers(
    periods,
    async (jobs, period) => finished(await jobs.judgePeriod(period, judging)),
    options,
    (jobs) => jobs.open(snapshot.dir),
  );
  return rows.flat();
}
