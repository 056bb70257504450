import * as Comlink from "comlink";
import type { Jobs } from "./worker.ts";

/** Starts a worker whose module loads `worker.ts`. */
export type StartWorker = () => Worker;

/** The worker of a checkout or of a server: `worker.ts` itself. */
export const startWorker: StartWorker = () =>
  new Worker(import.meta.resolve("./worker.ts"), { type: "module" });

/** How work is spread over cores. */
export interface PoolOptions {
  /** Workers at most; default: the cores of this machine. */
  readonly workers?: number;
  /** Default `startWorker`. */
  readonly start?: StartWorker;
  readonly signal?: AbortSignal;
}

/**
 * Runs tasks in workers, each taking the next task as soon as it is free.
 *
 * @param setUp what each worker does first
 * @returns results in the order of the tasks
 * @throws what the first failing task threw; the signal's reason when aborted. The workers are
 *   ended either way.
 */
export async function inWorkers<T, R>(
  tasks: readonly T[],
  work: (jobs: Comlink.Remote<Jobs>, task: T) => Promise<R>,
  options: PoolOptions = {},
  setUp: (jobs: Comlink.Remote<Jobs>) => Promise<void> = () =>
    Promise.resolve(),
): Promise<R[]> {
  const { start = startWorker, signal } = options;
  signal?.throwIfAborted();
  const count = Math.min(
    tasks.length,
    options.workers ?? navigator.hardwareConcurrency,
  );
  const workers = Array.from({ length: count }, start);
  const results: R[] = new Array(tasks.length);
  let next = 0;
  const failed = Promise.withResolvers<never>();
  const abort = () => failed.reject(signal!.reason);
  signal?.addEventListener("abort", abort);
  try {
    const done = Promise.all(workers.map(async (worker) => {
      worker.onerror = (event) => {
        event.preventDefault();
        failed.reject(new Error(`a worker failed: ${event.message}`));
      };
      await readiness(worker);
      const jobs = Comlink.wrap<Jobs>(worker);
      await setUp(jobs);
      while (next < tasks.length) {
        const at = next++;
        results[at] = await work(jobs, tasks[at]);
      }
    }));
    await Promise.race([done, failed.promise]);
    return results;
  } finally {
    signal?.removeEventListener("abort", abort);
    for (const worker of workers) worker.terminate();
  }
}

/** Resolves once a worker takes calls: its first message says so. */
function readiness(worker: Worker): Promise<unknown> {
  return new Promise((resolve) =>
    worker.addEventListener("message", resolve, { once: true })
  );
}
