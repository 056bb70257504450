import {
  setImmediate as turn,
  setTimeout as delay,
} from "node:timers/promises";
import type { Steps } from "../engine/snapshot.ts";

/** Does work in steps, and returns its result. */
export type Runner = <T>(steps: Steps<T>) => Promise<T>;

/** How long work in steps keeps all else waiting, milliseconds. */
const SLICE_MS = 5;

/** Does work in steps with turns for all else in between: as soon as it can be done, at a start. */
export const inSlices: Runner = (steps) => run(steps, () => turn());

/** Does work in steps and rests for as long as it works, so that a server beside it answers without much delay. */
export const inBackground: Runner = (steps) =>
  run(steps, (worked) => delay(worked));

async function run<T>(
  steps: Steps<T>,
  rest: (worked: number) => Promise<void>,
): Promise<T> {
  let since = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const worked = performance.now() - since;
    if (worked < SLICE_MS) continue;
    await rest(worked);
    since = performance.now();
  }
}
