import process from "node:process";
import { Presets, SingleBar } from "cli-progress";
import { interruptible } from "./signals.ts";
import { count } from "./format.ts";

/** Shows how far long work is. Writes to stderr only. */
export interface Progress {
  /** Reports `done` of `total`; `what` names the step at hand. The total may change. */
  update(done: number, total: number, what?: string): void;
  /** Call once, also after an error. */
  stop(): void;
}

/**
 * A progress bar on a terminal, whose last state stays there; elsewhere a plain line at most every five seconds, so that logs
 * stay readable and short work stays silent.
 *
 * @param label what is being done, for example `ingest`
 */
export function startProgress(label: string): Progress {
  return process.stderr.isTTY ? bar(label) : lines(label);
}

/** Runs long work that shows how far it is, and ends it on an interrupt. */
export async function withProgress<T>(
  label: string,
  work: (
    observer: {
      readonly progress: Progress["update"];
      readonly signal: AbortSignal;
    },
  ) => Promise<T>,
): Promise<T> {
  const { update, stop } = startProgress(label);
  return await interruptible((signal) => work({ progress: update, signal }))
    .finally(stop);
}

/** Answers sooner than this show no progress, milliseconds. */
const SOON_MS = 1000;

/** Progress towards an answer: shown when it takes long, and gone from the terminal when it is there. */
export function answerProgress(label: string): Progress {
  const started = performance.now();
  let shown: Progress | undefined;
  return {
    update(done, total, what) {
      if (performance.now() - started < SOON_MS) return;
      shown ??= process.stderr.isTTY ? bar(label, true) : lines(label);
      shown.update(done, total, what);
    },
    stop: () => shown?.stop(),
  };
}

function bar(label: string, passing = false): Progress {
  const view = new SingleBar({
    format: `${label} {bar} {percentage}%  {done} of {all}  {what}`,
    stream: process.stderr,
    hideCursor: false,
    clearOnComplete: passing,
    etaBuffer: 50,
    barsize: 24,
    fps: 10,
  }, Presets.shades_classic);
  view.start(1, 0, { done: "0", all: "?", what: "" });
  return {
    update(done, total, what = "") {
      view.setTotal(total);
      view.update(done, { done: count(done), all: count(total), what });
    },
    stop: () => view.stop(),
  };
}

const LINE_EVERY_MS = 5000;

function lines(label: string): Progress {
  let last = performance.now();
  return {
    update(done, total, what) {
      const now = performance.now();
      if (now - last < LINE_EVERY_MS) return;
      last = now;
      const share = total > 0 ? ` ${Math.floor(100 * done / total)}%` : "";
      const step = what ? `: ${what}` : "";
      console.error(
        `${label}${share} (${count(done)} of ${count(total)})${step}`,
      );
    },
    stop() {},
  };
}
