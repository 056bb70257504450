import { isoDay } from "../../contracts/day.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { DeadLetter } from "../../contracts/alerts.ts";
import type { OperatorState } from "../../contracts/operator.ts";
import type { Report } from "../../contracts/reports.ts";
import type { RunReport, RunRequest } from "../../contracts/runs.ts";
import type { ReplayChoice, ReplayOutcome } from "../service/channels.ts";
import { latestDead } from "../store/delivery/dead_letters.ts";
import { listReports, resolveReport } from "../store/reports/reports.ts";
import { runOf } from "../store/runs.ts";
import { type DailySteps, runDaily } from "./daily.ts";
import type { DailySource } from "./daily_steps.ts";
import { operatorDeals, type RankDeals } from "./operator_deals.ts";
import { operatorState } from "./operator_state.ts";
import { replayDead } from "./replay_dead.ts";

/** What the operator sees and does. */
export interface OperatorConsole {
  state(): Promise<OperatorState>;
  readonly deals: RankDeals;
  /**
   * Runs the daily run now.
   * @returns null when another server is running it; a report without `finished_at` when it takes
   * longer than the request waits
   */
  run(request: RunRequest): Promise<RunReport | null>;
  deadLetters(): Promise<DeadLetter[]>;
  /**
   * Sends dead letters of any owner again.
   *
   * @throws {Fault} `not_found` or `conflict`
   */
  replay(choice: ReplayChoice): Promise<ReplayOutcome>;
  reports(): Promise<Report[]>;
  /**
   * Closes a report with a note.
   *
   * @throws {Fault} `not_found` or `conflict`
   */
  resolve(id: string, note: string): Promise<Report>;
}

/** How long a caller waits for a run to end, milliseconds; a connection waits for 30 s. */
const RUN_WAIT_MS = 20_000;

/** Returns the operator's console over a server's own parts. */
export function operatorConsole(
  source: Pick<
    DailySource,
    "kv" | "snapshot" | "inventory" | "index" | "today" | "wake"
  >,
  steps: DailySteps,
  {
    startedAt,
    now = Date.now,
    onReports = async () => {},
    onError = () => {},
  }: {
    /** Epoch milliseconds. */
    readonly startedAt: number;
    readonly now?: () => number;
    /** Told that a report was closed. */
    readonly onReports?: () => Promise<void>;
    /** Called when a run fails after its caller has disconnected. */
    readonly onError?: (error: unknown) => void;
  },
): OperatorConsole {
  const { kv } = source;
  return {
    state: () => operatorState(source, startedAt, now()),
    deals: operatorDeals(source),
    async run({ step, dry_run: dryRun }) {
      const run = runDaily(kv, steps, { now, step, dryRun, again: true });
      if (dryRun) return await run;
      const late = new AbortController();
      const { signal } = late;
      const waited = delay(RUN_WAIT_MS, undefined, { signal, ref: false });
      try {
        return await Promise.race([
          run,
          waited.then(() => runOf(kv, isoDay(now()))),
        ]);
      } finally {
        late.abort();
        waited.catch(() => {});
        run.catch(onError);
      }
    },
    deadLetters: () => latestDead(kv),
    async replay(choice) {
      const outcome = await replayDead(kv, choice, { now: now() });
      source.wake?.();
      return outcome;
    },
    reports: () => listReports(kv),
    async resolve(id, note) {
      const report = await resolveReport(kv, id, note, now());
      await onReports();
      return report;
    },
  };
}
