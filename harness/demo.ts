import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { dayOf } from "../core/engine/snapshot.ts";
import type { Snapshot } from "../core/snapshot/open.ts";
import { openDemo } from "../fixtures/demo/ensure.ts";
import { sourceFiles, sourceOf } from "./source_files.ts";

/** The day the tests' demo county is made for. */
export const DEMO_DAY = "2026-11-01";

/** What the demo county is made by: when a file changes, the tests make a new one. */
const MADE_BY =
  /^(fixtures\/demo|core\/(ingest|snapshot|modeling)|core\/engine\/(sales|tables|snapshot|valuation|calibration|statistics)|contracts\/constants)/;

/** The demo county as of `DEMO_DAY`, made once and shared by all tests and runs. */
export function demoSnapshot(): Promise<Snapshot> {
  const hash = createHash("sha256");
  for (const path of sourceFiles().filter((path) => MADE_BY.test(path))) {
    hash.update(path).update("\0").update(sourceOf(path)).update("\0");
  }
  const key = hash.digest("hex").slice(0, 12);
  const dir = fileURLToPath(
    new URL(`../.twoflat/tests/${key}`, import.meta.url),
  );
  return openDemo(dir, { now: dayOf(DEMO_DAY) * 86_400_000 });
}
