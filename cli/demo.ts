import type { Snapshot } from "../core/snapshot/open.ts";
import { openDemo } from "../fixtures/demo/ensure.ts";
import { interruptible } from "./signals.ts";
import { duration } from "./format.ts";
import { note } from "./output.ts";
import { type Progress, startProgress } from "./progress.ts";

/** The demo county, made on first use. Either way stderr says that its data are synthetic. */
export async function demoCounty(dataDir: string): Promise<Snapshot> {
  let progress: Progress | undefined;
  const start = performance.now();
  try {
    const snapshot = await interruptible((signal) =>
      openDemo(dataDir, {
        now: Date.now(),
        signal,
        progress: (done, total, what) => {
          if (progress === undefined) {
            note("making the demo county (once): synthetic sales, real places");
            progress = startProgress("demo county");
          }
          progress.update(done, total, what);
        },
      })
    );
    progress?.stop();
    note(
      progress === undefined
        ? "data: the synthetic demo county (choose another with --snapshot or TWOFLAT_SNAPSHOT)"
        : `made in ${duration(performance.now() - start)}`,
    );
    return snapshot;
  } catch (error) {
    progress?.stop();
    throw error;
  }
}
