import * as Comlink from "comlink";
import { invalidParams } from "../../contracts/errors.ts";
import { CALIBRATION_FILE } from "../engine/calibration/stored.ts";
import { decodeBooster } from "../engine/boosting/mod.ts";
import { isoOf } from "../engine/snapshot.ts";
import { countBefore } from "../engine/valuation/model/market.ts";
import {
  fitPrices,
  treeTasks,
  withTrees,
} from "../engine/valuation/model/price_fit.ts";
import { trainingSales } from "../engine/valuation/training/sales.ts";
import { encodeFit } from "../engine/valuation/model/stored_fit.ts";
import {
  joinFolds,
  trainTreeFold,
  type Trees,
  type TreeTask,
} from "../engine/valuation/model/trees.ts";
import { withModel } from "../snapshot/model.ts";
import { checkReplaceable } from "../snapshot/replace.ts";
import { openSnapshot, type Snapshot } from "../snapshot/open.ts";
import { inWorkers } from "./pool.ts";
import {
  replayCalibration,
  type ReplayedCalibration,
} from "./replay_calibration.ts";
import { walkForward, type WalkForwardOptions } from "./walk_forward.ts";
import { periodsOf } from "./refit_periods.ts";

/** Days before the newest sale that a fit is calibrated on. */
const CALIBRATION_DAYS = 365;

/** How a snapshot is fitted. */
export interface FitOptions extends Omit<WalkForwardOptions, "lag" | "config"> {
  /** Fit on sales before this day only; default: all. */
  readonly asOf?: number;
  /** Months between the fits of the past; default by how many sales there are. */
  readonly refitMonths?: number;
}

/** A fitted snapshot, and the backtest it was calibrated on. */
export interface FitResult {
  readonly snapshot: Snapshot;
  readonly past: ReplayedCalibration;
}

/**
 * Completes a snapshot: learns intervals, confidence and states from a backtest of its last
 * months, and trains the trees on all its sales before `asOf`. The old snapshot stays as it is
 * until the new one is whole.
 *
 * @throws {Fault} `invalid_params` when there are no sales before `asOf`
 */
export async function fitSnapshot(
  dir: string,
  options: FitOptions = {},
): Promise<FitResult> {
  const { priceModel = "trees", progress = () => {}, signal } = options;
  await checkReplaceable(dir);
  const snapshot = await openSnapshot(dir);
  const training = trainingSales(snapshot);
  const trained = countBefore(training.day, options.asOf ?? Infinity);
  if (training.count === 0) {
    throw invalidParams(
      "snapshot",
      "a snapshot with validated sales of houses or two- to four-flats",
      "no sale of this snapshot is valid; `twoflat snapshot inspect` shows why",
    );
  }
  if (trained === 0) {
    throw invalidParams("as_of", "a day after the first validated sale");
  }
  const newest = training.day[trained - 1];
  const periods = periodsOf(
    training.day,
    newest + 1 - CALIBRATION_DAYS,
    newest + 1,
    options.refitMonths,
  );
  const past = replayCalibration(await walkForward(snapshot, periods, options));
  const fit = fitPrices(training, trained);
  const ids = snapshot.tables.parcels.property_id;
  let trees: readonly (Trees | null)[] = fit.types.map(() => null);
  if (priceModel === "trees") {
    progress(0, 1, "trying how large trees should be");
    const tasks = treeTasks(fit, (parcel) => ids.at(parcel));
    signal?.throwIfAborted();
    trees = await trainTrees(tasks, options);
  }
  progress(1, 1, "writing the model");
  const files = encodeFit(withTrees(fit, trees));
  files.set(
    CALIBRATION_FILE,
    new TextEncoder().encode(JSON.stringify(past.learned)),
  );
  await withModel(dir, snapshot.id, files, {
    as_of: isoOf(newest),
    priceModel,
    trained_on: trained,
    backtested_sales: past.sales.length,
  }, signal);
  return { snapshot: await openSnapshot(dir), past };
}

/** Trains the trees of every type, fold by fold, in workers; with `workers: 0` in this thread. */
async function trainTrees(
  tasks: readonly (TreeTask | null)[],
  options: FitOptions,
): Promise<(Trees | null)[]> {
  const { progress = () => {} } = options;
  const folds = tasks.flatMap((task) =>
    task
      ? Array.from({ length: task.folds }, (_, fold) => ({ task, fold }))
      : []
  );
  const total = folds.reduce(
    (sum, { task }) => sum + (options.trees ?? task.options.trees),
    0,
  );
  let done = 0;
  const grown = () => {
    if (++done % 10 === 0 || done === total) {
      progress(done, total, "growing trees");
    }
  };
  const trained = options.workers === 0
    ? folds.map(({ task, fold }) =>
      trainTreeFold(task, fold, {
        trees: options.trees,
        onTree: grown,
        signal: options.signal,
      })
    )
    : await inWorkers(folds, async (jobs, { task, fold }) => {
      const posted = await jobs.trainFold(
        task,
        fold,
        options.trees,
        Comlink.proxy(grown),
      );
      return { ...posted, booster: decodeBooster(posted.booster) };
    }, options);
  return tasks.map((task) =>
    task &&
    joinFolds(task, trained.filter((_, at) => folds[at].task === task))
  );
}
