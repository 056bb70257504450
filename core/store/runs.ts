import { DAY_MS, isoTime } from "../../contracts/day.ts";
import type { RunReport, RunStep } from "../../contracts/runs.ts";
import { transact } from "./transact.ts";

/** A run of a day over all servers of a store. Times are epoch milliseconds. */
interface Run {
  /** Rises with every claim; a claimant whose number was passed has lost the run. */
  readonly fence: number;
  /** Until when the claim holds without being renewed or finished. */
  readonly leaseUntil: number;
  readonly started: number;
  /** Null while it is not finished. */
  readonly finished: number | null;
  /** Steps that have ended, in their order. */
  readonly steps: readonly RunStep[];
}

/** A run in the hands of one server. */
export interface RunClaim {
  readonly date: string;
  readonly fence: number;
  /** Steps that an earlier claimant has ended. */
  readonly steps: readonly RunStep[];
}

const runKey = (date: string): Deno.KvKey => ["runs", "daily", date];
const LAST: Deno.KvKey = ["runs", "last"];

/** How long a server may be silent before another one takes its run over. */
export const RUN_LEASE_MS = 60_000;
/** How long a finished run is kept, milliseconds. */
const KEPT = 90 * DAY_MS;

/**
 * Claims the run of a day.
 *
 * @param now epoch milliseconds
 * @param again claims a finished run too: its steps start again
 * @returns null when it is finished, or in another server's hands
 */
export function claimRun(
  kv: Deno.Kv,
  date: string,
  now: number,
  again = false,
): Promise<RunClaim | null> {
  const key = runKey(date);
  return transact(kv, key, async (tx) => {
    const run = await tx.get<Run>(key);
    if (run && run.finished === null && run.leaseUntil > now) return null;
    if (run && run.finished !== null && !again) return null;
    const isAnew = !run || run.finished !== null;
    const claimed: Run = {
      fence: (run?.fence ?? 0) + 1,
      leaseUntil: now + RUN_LEASE_MS,
      started: isAnew ? now : run.started,
      finished: null,
      steps: isAnew ? [] : run.steps,
    };
    tx.set(key, claimed);
    return { date, fence: claimed.fence, steps: claimed.steps };
  });
}

/** Changes a run while the claim holds. Returns false, and changes nothing, when it was lost. */
function whileHeld(
  kv: Deno.Kv,
  { date, fence }: RunClaim,
  change: (run: Run) => Run,
): Promise<boolean> {
  const key = runKey(date);
  return transact(kv, key, async (tx) => {
    const run = await tx.get<Run>(key);
    if (run?.fence !== fence || run.finished !== null) return false;
    const changed = change(run);
    tx.set(key, changed, changed.finished === null ? {} : { expireIn: KEPT });
    if (changed.finished !== null) {
      tx.set(LAST, reportOf(date, changed));
    }
    return true;
  });
}

/** Lets the claim hold longer. Returns false when it was lost. */
export function renewRun(
  kv: Deno.Kv,
  claim: RunClaim,
  now: number,
): Promise<boolean> {
  return whileHeld(kv, claim, (run) => ({
    ...run,
    leaseUntil: now + RUN_LEASE_MS,
  }));
}

/** Keeps that a step has ended. Returns false when the claim was lost. */
export function endStep(
  kv: Deno.Kv,
  claim: RunClaim,
  step: RunStep,
  now: number,
): Promise<boolean> {
  return whileHeld(kv, claim, (run) => ({
    ...run,
    leaseUntil: now + RUN_LEASE_MS,
    steps: [...run.steps.filter(({ name }) => name !== step.name), step],
  }));
}

/** Finishes a claimed run. Returns false, and changes nothing, when the claim was lost. */
export function finishRun(
  kv: Deno.Kv,
  claim: RunClaim,
  now: number,
): Promise<boolean> {
  return whileHeld(kv, claim, (run) => ({ ...run, finished: now }));
}

/** Returns the last run that was finished; null before the first. */
export async function lastRun(kv: Deno.Kv): Promise<RunReport | null> {
  return (await kv.get<RunReport>(LAST)).value;
}

/** Returns the run of a day, finished or not; null before it began. */
export async function runOf(
  kv: Deno.Kv,
  date: string,
): Promise<RunReport | null> {
  const { value } = await kv.get<Run>(runKey(date));
  return value && reportOf(date, value);
}

function reportOf(date: string, run: Run): RunReport {
  return {
    date,
    started_at: isoTime(run.started),
    finished_at: isoTime(run.finished),
    attempts: run.fence,
    steps: [...run.steps],
    failures: run.steps.filter(({ error }) => error !== null).length,
  };
}
