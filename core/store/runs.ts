import { transact } from "./transact.ts";

/** A daily run: one a day over all servers of a store. */
interface Run {
  /** Grows with every claim; a claimant whose number was passed has lost the run. */
  readonly fence: number;
  /** Until when the claim holds without being finished, epoch milliseconds. */
  readonly leaseUntil: number;
  /** When it was finished, epoch milliseconds; null while it is not. */
  readonly finished: number | null;
}

const runKey = (date: string): Deno.KvKey => ["runs", "daily", date];
const LAST: Deno.KvKey = ["runs", "last"];

/** How long a server may take before another one takes the run over. */
const LEASE_MS = 10 * 60_000;

/**
 * Claims the run of a day.
 *
 * @param now epoch milliseconds
 * @returns the fence to finish it with; null when it is done, or in another server's hands
 */
export function claimRun(
  kv: Deno.Kv,
  date: string,
  now: number,
): Promise<number | null> {
  const key = runKey(date);
  return transact(kv, key, async (tx) => {
    const run = await tx.get<Run>(key);
    if (run && (run.finished !== null || run.leaseUntil > now)) return null;
    const fence = (run?.fence ?? 0) + 1;
    tx.set(
      key,
      { fence, leaseUntil: now + LEASE_MS, finished: null } satisfies Run,
    );
    return fence;
  });
}

/** Finishes a claimed run. Returns false, and changes nothing, when the claim was lost. */
export function finishRun(
  kv: Deno.Kv,
  date: string,
  fence: number,
  now: number,
): Promise<boolean> {
  const key = runKey(date);
  return transact(kv, key, async (tx) => {
    const run = await tx.get<Run>(key);
    if (run?.fence !== fence || run.finished !== null) return false;
    tx.set(key, { ...run, finished: now } satisfies Run);
    tx.set(LAST, now);
    return true;
  });
}

/** When the last daily run ended, epoch milliseconds; null before the first. */
export async function lastRun(kv: Deno.Kv): Promise<number | null> {
  return (await kv.get<number>(LAST)).value;
}
