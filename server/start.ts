import { join } from "node:path";
import { Fault, invalidParams } from "../contracts/errors.ts";
import type { Config } from "../core/config.ts";
import type { SnapshotData } from "../core/engine/snapshot.ts";
import { inBackground, inSlices } from "../core/inventory/in_slices.ts";
import { readFeeds } from "../core/inventory/reso/feed.ts";
import { readCountySources } from "../core/jobs/county/county_sources.ts";
import type { CountyRefresh } from "../core/jobs/county/refresh_county.ts";
import {
  CATCH_UP_SCHEDULE,
  DAILY_SCHEDULE,
  type DailySteps,
  isRunHour,
  runDaily,
} from "../core/jobs/daily.ts";
import { followSnapshot } from "../core/jobs/follow_snapshot.ts";
import { effectiveDate } from "../core/service/effective_date.ts";
import { prepareRest } from "../core/service/prepare.ts";
import { unfittedText } from "../core/service/unfitted.ts";
import { openStore } from "../core/store/open.ts";
import { listen, type Listening } from "../routes/listen.ts";
import {
  configureLogging,
  logFailed,
  logReplaced,
  logUnfitted,
} from "../routes/middleware/logging.ts";
import { type HowToCall, welcome } from "../routes/pages/welcome.ts";
import { isScored, openServing, type Serving } from "./serving.ts";
import { openShared } from "./shared.ts";
import { startTracing } from "./tracing.ts";

/** A server that listens. */
export interface RunningServer {
  /** Returns what to try next. */
  welcome(how: HowToCall): string;
  /** Looks for a newer snapshot now. */
  refresh(): void;
  /** Ends the requests under way, then everything else. */
  stop(): Promise<void>;
}

/**
 * Starts the service: settings, snapshot, store, routes, clock.
 *
 * @param snapshotAt where the snapshot is: a directory or an address
 * @throws {Fault} where a setting, the snapshot or the store does not allow it
 */
export async function startServer(
  config: Config,
  snapshotAt: string,
): Promise<RunningServer> {
  configureLogging(config.log);
  const dayOf = (snapshot: SnapshotData) =>
    effectiveDate(snapshot, config.today, Date.now());
  const env = (name: string) => Deno.env.get(name);
  const tracing = await startTracing(env);
  const followed = await followSnapshot({
    snapshot: snapshotAt,
    dataDir: config.dataDir,
    env,
    // A day before the newest sale is refused now, not at the first request.
    today: dayOf,
    onError: logFailed,
    onOpened: (snapshot) => logUnfitted(unfittedText(snapshot, snapshot.dir)),
  });
  const store = await openStore(config);
  const feeds = config.feeds === undefined ? [] : await readFeeds(config.feeds);
  const county = await countyRefresh(config);
  const shared = await openShared(config, store, {
    snapshot: () => serving.snapshot,
    inventory: () => serving.index.inventory,
    index: () => serving.index.current,
    scored: (signal) => isScored(serving, signal),
    today: () => dayOf(serving.snapshot),
    feeds,
    env,
    refreshSnapshot: replace,
    county,
  });
  const parts = {
    store,
    copyPath: join(config.dataDir, "inventory.copy"),
    shared: { ...shared.service, snapshotProblem: () => followed.problem },
    feeds,
    env,
    dayOf,
    onListings: shared.onListings,
  };
  let serving: Serving = await openServing(parts, followed.first, inSlices);

  /** Puts a newer snapshot in the place of the one in use, once it is ready. Requests under way end on the old one. */
  async function takeNewer(): Promise<boolean> {
    const next = await followed.next();
    if (!next) return false;
    const old = serving;
    serving = await openServing(parts, next, inBackground);
    old.unfollow();
    logReplaced(old.snapshot.id, next.id);
    Deno.unrefTimer(setTimeout(() => old.end().catch(logFailed), DRAIN_MS));
    return true;
  }

  let taking: Promise<boolean> | undefined;

  /** Takes a newer snapshot; who asks meanwhile hears of the same one. */
  function replace(): Promise<boolean> {
    return taking ??= takeNewer().finally(() => taking = undefined);
  }

  const refresh = () => void replace().catch(logFailed);
  scheduleDaily(store, shared.steps);
  Deno.unrefTimer(setInterval(refresh, config.snapshotSeconds * 1_000));
  const server = listenAt(config, () => serving);
  // An answer that needs any of it before then builds that itself.
  void prepareRest(followed.first, dayOf(followed.first), inBackground).catch(
    logFailed,
  );
  return {
    welcome: (how) =>
      welcome(server.url, serving.snapshot, dayOf(serving.snapshot), how),
    refresh,
    async stop() {
      await server.stop();
      await serving.copier.copy().catch(logFailed);
      await shared.stop();
      store.close();
      await tracing?.stop().catch(logFailed);
    },
  };
}

/** Returns which sources of the county are refreshed, and where the snapshot goes. */
async function countyRefresh(
  config: Config,
): Promise<CountyRefresh | undefined> {
  const { sources, snapshot, dataDir, portalToken, censusKey } = config;
  if (sources === undefined) return undefined;
  if (snapshot === undefined) {
    throw invalidParams(
      "TWOFLAT_SNAPSHOT",
      "set with TWOFLAT_SOURCES: where the snapshot is that the daily run replaces",
    );
  }
  const task = {
    sources: await readCountySources(sources),
    dir: join(dataDir, "county"),
    portalToken,
    censusKey,
  };
  return { task, target: snapshot };
}

/** Runs the daily steps at their hour, and what a server has missed or left of them within a minute. */
function scheduleDaily(store: Deno.Kv, steps: DailySteps): void {
  const daily = async () => {
    await runDaily(store, steps).catch(logFailed);
  };
  Deno.cron("daily run", DAILY_SCHEDULE, daily);
  Deno.cron("catch up", CATCH_UP_SCHEDULE, async () => {
    if (isRunHour(Date.now())) await daily();
  });
}

/** Listens where the settings say. */
function listenAt(config: Config, serving: () => Serving): Listening {
  const { host, port } = config;
  try {
    return listen(
      {
        routes: serving().app.routes,
        fetch: (request, connection) =>
          serving().app.fetch(request, connection),
        close: () => serving().end(),
      },
      host,
      port,
      {
        limits: { total: config.connections },
        trustedProxies: config.trustedProxies,
      },
    );
  } catch (cause) {
    throw unheard(cause, `${host}:${port}`);
  }
}

/** Says which setting to change where nothing can listen. */
function unheard(cause: unknown, at: string): unknown {
  const refused = (field: string, detail: string, expected: string) =>
    new Fault("invalid_params", `${field}: ${detail}`, {
      field,
      expected,
      cause,
    });
  if (cause instanceof Deno.errors.AddrInUse) {
    return refused(
      "TWOFLAT_PORT",
      `something already listens on ${at}; stop it or choose another port`,
      "a port that is free; 0 takes any",
    );
  }
  if (cause instanceof Deno.errors.AddrNotAvailable) {
    return refused(
      "TWOFLAT_HOST",
      `${at} is not an address of this machine`,
      "an address of this machine, for example 127.0.0.1",
    );
  }
  return cause;
}

/** How long requests on a replaced snapshot may take to end, milliseconds. */
const DRAIN_MS = 60_000;
