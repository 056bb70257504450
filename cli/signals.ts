import { EXIT } from "./exit.ts";
import { note } from "./output.ts";

/** One Ctrl-C reaches us twice when a task runs us: from the terminal, and passed on by the task. */
const SAME_PRESS_MS = 500;

/** Signals that end a program, with their numbers. */
const ENDING = [["SIGINT", 2], ["SIGTERM", 15]] as const;

let interrupted = false;

/** Returns whether the command was interrupted. */
export function wasInterrupted(): boolean {
  return interrupted;
}

/**
 * Runs work that cleans up after itself: the first Ctrl-C aborts its signal, a second one ends
 * the process at once. Everything else ends at the first.
 */
export async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const press = presses(() => {
    interrupted = true;
    controller.abort(new DOMException("interrupted", "AbortError"));
  });
  const onInterrupt = () => press(EXIT.interrupted);
  Deno.addSignalListener("SIGINT", onInterrupt);
  try {
    return await work(controller.signal);
  } finally {
    Deno.removeSignalListener("SIGINT", onInterrupt);
  }
}

/** Waits for a signal that ends the program, and stops: the first one cleanly, a later one at once. */
export function untilSignal(stop: () => Promise<void>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const press = presses(() => {
    note("stopping; send the signal again to stop immediately");
    stop().then(resolve, reject);
  });
  for (const [signal, number] of ENDING) {
    Deno.addSignalListener(signal, () => press(128 + number));
  }
  return promise;
}

/** Returns what to call at each signal: the first starts the end, a later one exits with the status given. */
function presses(first: () => void): (status: number) => void {
  let at: number | undefined;
  return (status) => {
    if (at === undefined) {
      at = performance.now();
      first();
    } else if (performance.now() - at > SAME_PRESS_MS) {
      Deno.exit(status);
    }
  };
}
