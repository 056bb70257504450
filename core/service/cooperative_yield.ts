import { setTimeout } from "node:timers/promises";
import { Fault } from "../../contracts/errors.ts";
import type { OperationContext } from "./operation.ts";

/** How long one call may keep all others waiting, milliseconds. */
const SLICE_MS = 30;

/**
 * Cuts long work into short pieces. What it returns is to be awaited between steps: after a piece it
 * tells how far the work is, lets other calls be answered, and ends a call that was given up.
 *
 * @param total steps
 * @returns takes the steps done; throws the `Fault` `busy` when the caller canceled or the server stops
 */
export function cooperativeYield(
  { signal, progress }: OperationContext,
  total: number,
  what: string,
): (done: number) => Promise<void> {
  let began = performance.now();
  return async (done) => {
    if (performance.now() - began < SLICE_MS) return;
    progress?.(done, total, what);
    await setTimeout(1);
    if (signal?.aborted) throw new Fault("busy", "the call was stopped");
    began = performance.now();
  };
}
