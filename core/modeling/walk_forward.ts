import * as Comlink from "comlink";
import type { Miss } from "../engine/backtest/misses.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import {
  explainMisses,
  type OnShare,
  type Period,
  type PeriodOptions,
  testSales,
  type ValuedSale,
  valuePeriod,
} from "./value_period.ts";
import { inWorkers, type PoolOptions } from "./pool.ts";
import type { Jobs } from "./worker.ts";
import type { Progress } from "../engine/progress.ts";

/** Options of a walk-forward backtest. */
export interface WalkForwardOptions extends PeriodOptions, PoolOptions {
  readonly progress?: Progress;
}

/**
 * Values the sales of all periods, each from its own past alone, in parallel; with `workers: 0`
 * in this thread.
 *
 * @param snapshot with the directory that its workers open it from
 * @returns valued sales by day, then row
 */
export async function walkForward(
  snapshot: SnapshotData & { readonly dir: string },
  periods: readonly Period[],
  options: WalkForwardOptions,
): Promise<ValuedSale[]> {
  const tasks = periods.map((period) => ({
    period,
    sales: testSales(snapshot, period),
  }));
  return await overPeriods(snapshot, tasks, options, "valuing past sales", {
    here: ({ period }, options, share) =>
      valuePeriod(snapshot, period, options, share),
    away: (jobs, { period }, options, share) =>
      jobs.valuePeriod(period, options, share),
  });
}

/** A period and the sales that were missed in it, by row. */
export interface MissedSales {
  readonly period: Period;
  readonly sales: readonly Miss["sale"][];
}

/**
 * Values the missed sales of each period again, and says what the records know of each.
 *
 * @returns misses in the order of the tasks and their sales
 */
export async function explain(
  snapshot: SnapshotData & { readonly dir: string },
  tasks: readonly MissedSales[],
  options: WalkForwardOptions,
): Promise<Miss[]> {
  return await overPeriods(snapshot, tasks, options, "explaining misses", {
    here: ({ period, sales }, options, share) =>
      explainMisses(snapshot, period, sales, options, share),
    away: (jobs, { period, sales }, options, share) =>
      jobs.explainMisses(period, sales, options, share),
  });
}

/** A period and what is tested in it. */
interface PeriodTask {
  readonly period: Period;
  readonly sales: readonly unknown[];
}

/** What is done with a period, in this thread and in a worker's. */
interface PeriodWork<P extends PeriodTask, T> {
  here(task: P, options: PeriodOptions, onShare: OnShare): T[];
  away(
    jobs: Comlink.Remote<Jobs>,
    task: P,
    options: PeriodOptions,
    onShare: OnShare,
  ): Promise<T[]>;
}

async function overPeriods<P extends PeriodTask, T>(
  snapshot: SnapshotData & { readonly dir: string },
  tasks: readonly P[],
  options: WalkForwardOptions,
  what: string,
  work: PeriodWork<P, T>,
): Promise<T[]> {
  const { lag, priceModel, trees, config, progress = () => {} } = options;
  const periodOptions = { lag, priceModel, trees, config };
  const total = tasks.reduce((sum, { sales }) => sum + sales.length, 0);
  const shares = tasks.map(() => 0);
  const reporter = (at: number): OnShare => (share) => {
    // Reports travel beside results, so an old one can come last.
    shares[at] = Math.max(shares[at], share);
    const done = shares.reduce(
      (sum, each, i) => sum + each * tasks[i].sales.length,
      0,
    );
    progress(Math.round(done), total, what);
  };
  progress(0, total, what);
  if (options.workers === 0) {
    return tasks.flatMap((task, at) => {
      options.signal?.throwIfAborted();
      const report = reporter(at);
      const results = work.here(task, periodOptions, report);
      report(1);
      return results;
    });
  }
  const results = await inWorkers(
    tasks.map((task, at) => ({ task, report: reporter(at) })),
    async (jobs, { task, report }) => {
      const share = Comlink.proxy(report);
      const results = await work.away(jobs, task, periodOptions, share);
      report(1);
      return results;
    },
    options,
    (jobs) => jobs.open(snapshot.dir),
  );
  return results.flat();
}
