import type { Snapshot } from "../core/snapshot/open.ts";
import { openDemo, type OpenDemoOptions } from "../fixtures/demo/ensure.ts";
import { interruptible } from "./signals.ts";
import { duration } from "./format.ts";
import { note } from "./output.ts";
import { type Progress, startProgress } from "./progress.ts";
import { startWorker } from "./workers.ts";

/** The demo county, made on first use. Either way stderr says that its data are synthetic. */
export async function demoCounty(dataDir: string): Promise<Snapshot> {
  return await openShown(dataDir, {});
}

/** A demo county that can be served. */
export interface ServedDemo {
  readonly dir: string;
  /** Begins to measure its error rates, beside the server. */
  measure(): void;
  /** Resolves when its error rates are measured: then the directory holds them. */
  readonly fitted: Promise<unknown>;
}

/** The demo county as soon as it can be served. */
export async function demoToServe(dataDir: string): Promise<ServedDemo> {
  const readable = Promise.withResolvers<string>();
  const { promise: asked, resolve: measure } = Promise.withResolvers<void>();
  const fitted = openShown(dataDir, {
    onReadable: (dir) => {
      readable.resolve(dir);
      return asked;
    },
    pool: { workers: 1, start: startWorker },
  });
  const whole = fitted.then(({ dir }) => dir);
  const dir = await Promise.race([readable.promise, whole]);
  return { dir, measure, fitted };
}

/** Opens the demo county, and shows how far its making is. */
async function openShown(
  dataDir: string,
  { onReadable, pool }: Pick<OpenDemoOptions, "onReadable" | "pool">,
): Promise<Snapshot> {
  let shown: Progress | undefined;
  let making = false;
  const start = performance.now();
  const update: Progress["update"] = (done, total, what) => {
    if (!making) {
      making = true;
      note("making the demo county (once): synthetic sales, real places");
      shown = startProgress("demo county");
    }
    shown?.update(done, total, what);
  };
  try {
    const snapshot = await interruptible((signal) =>
      openDemo(dataDir, {
        now: Date.now(),
        signal,
        progress: update,
        pool,
        onWaiting: () =>
          note("waiting for another process that makes the demo county"),
        onReadable: onReadable && ((dir) => {
          shown?.stop();
          shown = undefined;
          note(
            "ready to use; until the backtest has finished, within a minute, ranges are provisional and every answer says so",
          );
          return onReadable(dir);
        }),
      })
    );
    shown?.stop();
    note(
      making
        ? `made in ${duration(performance.now() - start)}`
        : "data: the synthetic demo county (choose another with --snapshot or TWOFLAT_SNAPSHOT)",
    );
    return snapshot;
  } catch (error) {
    shown?.stop();
    throw error;
  }
}
