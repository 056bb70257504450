import { pruneAudit } from "../store/metering/audit.ts";
import { claimRun, finishRun } from "../store/runs.ts";

/** When the daily run starts, as cron says it, UTC. */
export const DAILY_SCHEDULE = "0 13 * * *";

/**
 * The daily run: deletes audit and usage rows past their retention. Every server's clock calls it;
 * one of them does it, and when that one dies another call takes over. Doing it again does no harm.
 *
 * @param now epoch milliseconds
 * @returns rows deleted; null when the run is done or in another server's hands
 */
export async function runDaily(
  kv: Deno.Kv,
  now: () => number,
): Promise<number | null> {
  const date = new Date(now()).toISOString().slice(0, 10);
  const fence = await claimRun(kv, date, now());
  if (fence === null) return null;
  const deleted = await pruneAudit(kv, now());
  await finishRun(kv, date, fence, now());
  return deleted;
}
