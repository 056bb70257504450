import { errorMessage } from "../../../contracts/errors.ts";
import * as Comlink from "comlink";
import { DAY_MS } from "../../../contracts/day.ts";
import { calibrationOf } from "../../engine/calibration/stored.ts";
import { isoOf, type SnapshotData } from "../../engine/snapshot.ts";
import { newestSaleDay } from "../../service/effective_date.ts";
import {
  clearNews,
  hasNews,
  noteFailed,
  noteRefreshed,
  sourceStatuses,
} from "../../store/source_status.ts";
import { downloadedSources, type SourceName } from "./county_sources.ts";
import type { Candidate, CountyJobs, CountyTask } from "./county_worker.ts";

/** What refreshes a county's data. */
export interface CountyRefresh {
  readonly task: CountyTask;
  /** The directory or address that the servers' snapshot is at. */
  readonly target: string;
}

/** A run that comes a little early counts as a day later, milliseconds. */
const SLACK_MS = DAY_MS / 4;
/** A table that shrinks below this share of its rows has lost something. */
const LEAST_SHARE = 0.9;

/** When a county is refreshed. */
export interface RefreshOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Only counts what is due. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/** What a refresh did. */
export interface RefreshOutcome {
  readonly counts: Readonly<Record<string, number>>;
  /** What failed, in words; the rest was done all the same. */
  readonly failures: readonly string[];
}

/**
 * Downloads the sources that are due and, where they brought something, makes a snapshot and
 * puts it in the place of the one in use. A source that fails does not stop the others. A snapshot
 * that has lost rows, its newest sales or its calibration is not used.
 */
export async function refreshCounty(
  kv: Deno.Kv,
  { task, target }: CountyRefresh,
  current: SnapshotData,
  { now, dryRun, signal }: RefreshOptions,
): Promise<RefreshOutcome> {
  const names = downloadedSources(task.sources);
  const due = await dueSources(kv, names, task, now);
  const counts = {
    sources: names.length,
    due: due.length,
    refreshed: 0,
    rows: 0,
    snapshots: 0,
  };
  const failures: string[] = [];
  if (dryRun) return { counts, failures };
  for (const name of due) {
    try {
      const rows = await inThread(signal, (jobs) => jobs.download(name, task));
      await noteRefreshed(kv, name, now, rows > 0);
      counts.refreshed++;
      counts.rows += rows;
    } catch (error) {
      signal.throwIfAborted();
      const why = errorMessage(error);
      await noteFailed(kv, name, now, why);
      failures.push(`${name}: ${why}`);
    }
  }
  if (await hasNews(kv)) {
    const why = await makeSnapshot(kv, names, task, target, current, signal);
    if (why === null) counts.snapshots = 1;
    else failures.push(`no new snapshot: ${why}`);
  }
  return { counts, failures };
}

async function dueSources(
  kv: Deno.Kv,
  names: readonly SourceName[],
  { sources }: CountyTask,
  now: number,
): Promise<SourceName[]> {
  const statuses = new Map(
    (await sourceStatuses(kv)).map(({ name, refreshed }) => [name, refreshed]),
  );
  return names.filter((name) => {
    const refreshed = statuses.get(name) ?? null;
    const every = sources[name]!.every_days * DAY_MS;
    return refreshed === null || now - refreshed >= every - SLACK_MS;
  });
}

/** Makes a snapshot and puts it in its place. Returns why not, or null. */
async function makeSnapshot(
  kv: Deno.Kv,
  names: readonly SourceName[],
  task: CountyTask,
  target: string,
  current: SnapshotData,
  signal: AbortSignal,
): Promise<string | null> {
  const statuses = await sourceStatuses(kv);
  const missing = names.filter((name) =>
    !statuses.some((each) => each.name === name && each.refreshed !== null)
  );
  if (missing.length > 0) {
    return `${missing.join(", ")} could not be downloaded`;
  }
  try {
    const candidate = await inThread(signal, (jobs) => jobs.make(task));
    const why = lossOf(candidate, current);
    if (why !== null) return why;
    await inThread(signal, (jobs) => jobs.place(candidate.dir, target));
    await clearNews(kv);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    return errorMessage(error);
  }
}

/** Returns what a candidate has lost against the snapshot in use; null where nothing. */
export function lossOf(
  candidate: Pick<Candidate, "rows" | "newestSale" | "isCalibrated">,
  current: SnapshotData,
): string | null {
  for (const [name, { rows }] of Object.entries(current.tables)) {
    const now = candidate.rows[name] ?? 0;
    if (now < rows * LEAST_SHARE) {
      return `it has ${now} ${name}, the one in use ${rows}`;
    }
  }
  const newest = newestSaleDay(current);
  if (newest !== undefined && (candidate.newestSale ?? "") < isoOf(newest)) {
    return `its newest sale is of ${
      candidate.newestSale ?? "no day"
    }, that of the one in use of ${isoOf(newest)}`;
  }
  if (calibrationOf(current) !== null && !candidate.isCalibrated) {
    return "its history is too short to measure error rates";
  }
  return null;
}

/** Runs work in a new thread, which ends with it or with the signal. */
async function inThread<R>(
  signal: AbortSignal,
  work: (jobs: Comlink.Remote<CountyJobs>) => Promise<R>,
): Promise<R> {
  signal.throwIfAborted();
  const worker = new Worker(import.meta.resolve("./county_worker.ts"), {
    type: "module",
  });
  const failed = Promise.withResolvers<never>();
  const abort = () => failed.reject(signal.reason);
  signal.addEventListener("abort", abort);
  worker.onerror = (event) => {
    event.preventDefault();
    failed.reject(new Error(event.message));
  };
  try {
    const jobs = Comlink.wrap<CountyJobs>(worker);
    return await Promise.race([work(jobs), failed.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
    worker.terminate();
  }
}
