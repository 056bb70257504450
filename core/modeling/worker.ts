/**
 * What a job's worker does. Loaded in a worker, by itself or by the command line's entry point,
 * it waits for calls; loaded elsewhere it does nothing.
 */
import * as Comlink from "comlink";
import type { Miss } from "../engine/backtest/misses.ts";
import { encodeBooster } from "../engine/boosting/mod.ts";
import {
  trainTreeFold,
  type TreeTask,
} from "../engine/valuation/model/trees.ts";
import { openSnapshot, type Snapshot } from "../snapshot/open.ts";
import {
  explainMisses,
  type OnShare,
  type Period,
  type PeriodOptions,
  type ValuedSale,
  valuePeriod,
} from "./value_period.ts";

/** A trained fold as it travels between threads. */
export interface PostedFold {
  readonly booster: Uint8Array;
  readonly rows: Uint32Array;
  readonly predictions: Float64Array;
}

let snapshot: Snapshot | undefined;

/** What can be asked of a worker. */
export const JOBS = {
  /** Opens the snapshot that later calls are about. */
  async open(dir: string): Promise<void> {
    snapshot = await openSnapshot(dir);
  },
  valuePeriod(
    period: Period,
    options: PeriodOptions,
    onShare: OnShare,
  ): ValuedSale[] {
    return valuePeriod(snapshot!, period, options, onShare);
  },
  explainMisses(
    period: Period,
    missed: readonly Miss["sale"][],
    options: PeriodOptions,
    onShare: OnShare,
  ): Miss[] {
    return explainMisses(snapshot!, period, missed, options, onShare);
  },
  trainFold(
    task: TreeTask,
    fold: number,
    trees: number | undefined,
    onTree: () => void,
  ): PostedFold {
    const { booster, rows, predictions } = trainTreeFold(task, fold, {
      trees,
      onTree,
    });
    return { booster: encodeBooster(booster), rows, predictions };
  },
};

/** What can be asked of a worker. */
export type Jobs = typeof JOBS;

/** A worker's global scope, as far as it is used. */
interface WorkerScope {
  postMessage(message: string): void;
}

if ("WorkerGlobalScope" in globalThis) {
  Comlink.expose(JOBS);
  // A call posted while this module was still loading would be lost: the parent waits for this.
  (globalThis as unknown as WorkerScope).postMessage("ready");
}
