import { isoDay } from "../../contracts/day.ts";
import { errorMessage } from "../../contracts/errors.ts";
import type { RunReport, RunStep, RunStepName } from "../../contracts/runs.ts";
import { RUN_STEPS } from "../../contracts/runs.ts";
import {
  claimRun,
  endStep,
  finishRun,
  renewRun,
  RUN_LEASE_MS,
  runOf,
} from "../store/runs.ts";

/** When the daily run starts, as cron says it, UTC. */
export const DAILY_SCHEDULE = "0 13 * * *";
/** When it is looked whether a run was missed or left by a server that died. */
export const CATCH_UP_SCHEDULE = "* * * * *";
/** Hour of `DAILY_SCHEDULE`. */
const HOUR = 13;

/** What a step is told. */
export interface StepContext {
  /** The run's day, as YYYY-MM-DD. */
  readonly date: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly dryRun: boolean;
  /** Aborted when another server has taken the run over. */
  readonly signal: AbortSignal;
}

/** Does one step; doing it again does no harm. Returns what it did. */
export type StepWork = (
  context: StepContext,
) => Promise<Readonly<Record<string, number>>>;

/** A step that did some of its work; `message` says what failed. */
export class PartlyFailed extends Error {
  override readonly name = "PartlyFailed";

  /** @param counts what it did all the same */
  constructor(
    message: string,
    readonly counts: Readonly<Record<string, number>>,
  ) {
    super(message);
  }
}

/** What each step does. A step that a server has nothing for is left out. */
export type DailySteps = Partial<Readonly<Record<RunStepName, StepWork>>>;

/** How a run is made. */
export interface RunOptions {
  /** Epoch milliseconds, by default the clock's. */
  readonly now?: () => number;
  /** Only this step. */
  readonly step?: RunStepName;
  /** Changes nothing and claims nothing. */
  readonly dryRun?: boolean;
  /** Runs it though today's is finished: started by hand. */
  readonly again?: boolean;
}

/**
 * Runs the day's steps, unless they are done or another server does them. A step that fails is
 * kept with its reason, and the next one runs. A server that takes over goes on after the last step
 * that ended.
 *
 * @returns null when there was nothing to do, or the run was lost to another server
 */
export async function runDaily(
  kv: Deno.Kv,
  steps: DailySteps,
  options: RunOptions = {},
): Promise<RunReport | null> {
  const { now = Date.now, again = false } = options;
  const started = now();
  const date = isoDay(started);
  if (options.dryRun) return await dryRunOf(steps, date, options, now);
  const claim = await claimRun(kv, date, started, again);
  if (!claim) return null;
  const lost = new AbortController();
  const renewing = setInterval(async () => {
    // A store that does not answer is asked again before the lease ends.
    const held = await renewRun(kv, claim, now()).catch(() => true);
    if (!held) lost.abort(new Error("another server has taken the run over"));
  }, RUN_LEASE_MS / 4);
  try {
    for (const name of namesOf(steps, options.step)) {
      if (claim.steps.some((step) => step.name === name)) continue;
      const context = { date, now: now(), dryRun: false, signal: lost.signal };
      const step = await doStep(name, steps[name]!, context, now);
      if (lost.signal.aborted || !await endStep(kv, claim, step, now())) {
        return null;
      }
    }
    return await finishRun(kv, claim, now()) ? await runOf(kv, date) : null;
  } finally {
    clearInterval(renewing);
  }
}

/** Whether a run of today should have begun by now. */
export function isRunHour(now: number): boolean {
  return new Date(now).getUTCHours() >= HOUR;
}

function namesOf(
  steps: DailySteps,
  only: RunStepName | undefined,
): RunStepName[] {
  return RUN_STEPS.filter((name) =>
    steps[name] !== undefined && (only === undefined || only === name)
  );
}

async function doStep(
  name: RunStepName,
  work: StepWork,
  context: StepContext,
  now: () => number,
): Promise<RunStep> {
  const started = now();
  const ended = (rest: Pick<RunStep, "counts" | "error">): RunStep => ({
    name,
    started_at: new Date(started).toISOString(),
    ms: Math.round(now() - started),
    ...rest,
  });
  try {
    return ended({ counts: { ...await work(context) }, error: null });
  } catch (error) {
    const words = errorMessage(error);
    const counts = error instanceof PartlyFailed ? { ...error.counts } : {};
    return ended({ counts, error: words.slice(0, 500) });
  }
}

async function dryRunOf(
  steps: DailySteps,
  date: string,
  { step }: RunOptions,
  now: () => number,
): Promise<RunReport> {
  const started = new Date(now()).toISOString();
  const done: RunStep[] = [];
  const { signal } = new AbortController();
  for (const name of namesOf(steps, step)) {
    const context = { date, now: now(), dryRun: true, signal };
    done.push(await doStep(name, steps[name]!, context, now));
  }
  return {
    date,
    started_at: started,
    finished_at: new Date(now()).toISOString(),
    attempts: 0,
    steps: done,
    failures: done.filter(({ error }) => error !== null).length,
  };
}
