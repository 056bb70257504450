import * as Comlink from "comlink";
import type { SnapshotData } from "../engine/snapshot.ts";
import {
  askedSales,
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
  const { lag, surface, trees, progress = () => {} } = options;
  const judging = { lag, surface, trees };
  const asked = periods.map((period) => askedSales(snapshot, period).length);
  const total = asked.reduce((sum, each) => sum + each, 0);
  const shares = periods.map(() => 0);
  const reporter = (at: number) => (share: number) => {
    // Reports travel beside results, so an old one can come last.
    shares[at] = Math.max(shares[at], share);
    const done = shares.reduce((sum, each, i) => sum + each * asked[i], 0);
    progress(Math.round(done), total, "judging past sales");
  };
  progress(0, total, "judging past sales");
  if (options.workers === 0) {
    return periods.flatMap((period, at) => {
      options.signal?.throwIfAborted();
      const report = reporter(at);
      const rows = judgePeriod(snapshot, period, judging, report);
      report(1);
      return rows;
    });
  }
  const rows = await inWorkers(
    periods.map((period, at) => ({ period, report: reporter(at) })),
    async (jobs, { period, report }) => {
      const share = Comlink.proxy(report);
      const rows = await jobs.judgePeriod(period, judging, share);
      report(1);
      return rows;
    },
    options,
    (jobs) => jobs.open(snapshot.dir),
  );
  return rows.flat();
}
