import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { demoCounty } from "./cli/demo.ts";
import { EXIT, isRefusedBySystem, SAME_PRESS_MS } from "./cli/exit.ts";
import { Fault } from "./contracts/errors.ts";
import { type Config, ConfigError, readConfig } from "./core/config.ts";
import { guardedOutbound } from "./core/delivery/guarded_outbound.ts";
import { CLIENT_DOCUMENT } from "./core/delivery/outbound.ts";
import { keyCredential, openAccess } from "./core/access/access.ts";
import { effectiveDate } from "./core/service/effective_date.ts";
import { keysIn } from "./core/access/keys.ts";
import { sessionCredential, sessionsIn } from "./core/access/sessions.ts";
import { authorizationServer } from "./core/access/oauth/authorization_server.ts";
import { oauthCredential } from "./core/access/oauth/credential.ts";
import { streetPhotos } from "./core/delivery/street_photos.ts";
import { LiveIndex } from "./core/inventory/index/live_index.ts";
import { scorePool } from "./core/inventory/index/score_pool.ts";
import { LiveInventory } from "./core/inventory/live/live_inventory.ts";
import { readFeeds } from "./core/inventory/reso/feed.ts";
import { followFeeds } from "./core/jobs/follow_feeds.ts";
import { OPERATIONS } from "./core/operations/mod.ts";
import { compileRegistry } from "./core/service/registry.ts";
import { startDelivery } from "./core/jobs/delivery.ts";
import { alertOnChange } from "./core/jobs/alert_on_change.ts";
import {
  CATCH_UP_SCHEDULE,
  DAILY_SCHEDULE,
  isRunHour,
  runDaily,
} from "./core/jobs/daily.ts";
import { type DailySource, dailySteps } from "./core/jobs/daily_steps.ts";
import { operatorDesk } from "./core/jobs/operator_desk.ts";
import { reviewDesks } from "./core/jobs/review_desk.ts";
import type { SnapshotData } from "./core/engine/snapshot.ts";
import { readManifest, type Snapshot } from "./core/snapshot/open.ts";
import { followSnapshot } from "./core/jobs/follow_snapshot.ts";
import { savedItems } from "./core/service/workspace.ts";
import { eventTail } from "./core/store/events/tail.ts";
import { lastRun } from "./core/store/runs.ts";
import { storedScores } from "./core/store/listing_scores.ts";
import { replaysIn } from "./core/store/replays.ts";
import { sharedSecret } from "./core/store/secret.ts";
import { openStore } from "./core/store/open.ts";
import { type App, createApp } from "./routes/app.ts";
import { listen } from "./routes/listen.ts";
import {
  configureLogging,
  logFailed,
  logReplaced,
  logSynced,
  logUnfollowed,
  logUnread,
  logUnscored,
  logUnsynced,
  logUnwritten,
} from "./routes/middleware/logging.ts";
import { requestMetrics } from "./routes/middleware/request_metrics.ts";
import { welcome } from "./routes/pages/welcome.ts";

/** Starts the service and keeps it until a signal ends it. */
async function start(config: Config): Promise<void> {
  configureLogging(config.log);
  const dayOf = (snapshot: SnapshotData) =>
    effectiveDate(snapshot, config.today, Date.now());
  const env = (name: string) => Deno.env.get(name);
  const followed = await followSnapshot({
    // Without one, the demo county, made on first use.
    snapshot: config.snapshot ?? (await demoCounty(config.dataDir)).dir,
    dataDir: config.dataDir,
    env,
    // A day before the newest sale is refused now, not at the first request.
    today: dayOf,
    onError: logFailed,
  });
  const store = await openStore(config);
  const access = openAccess(store, [
    keyCredential(store),
    oauthCredential(store),
    sessionCredential(store),
  ], logUnwritten);
  const guarded = guardedOutbound({
    ports: config.outboundPorts,
    networks: config.outboundNetworks,
    ca: config.outboundCa && await Deno.readTextFile(config.outboundCa),
  });
  const feeds = config.feeds === undefined ? [] : await readFeeds(config.feeds);
  const delivery = await startDelivery(store, config, guarded.send, logFailed);
  const reviews = reviewDesks(store, logFailed);
  await reviews.refresh();
  const source: DailySource = {
    kv: store,
    snapshot: () => serving.snapshot,
    inventory: () => serving.index.inventory,
    index: () => serving.index.current,
    scored: (signal) => isScored(serving, signal),
    today: () => dayOf(serving.snapshot),
    feeds,
    env,
    publicUrl: config.publicUrl,
    refreshSnapshot: followed.isPublished ? () => replace() : undefined,
    wake: delivery.outbox.wake,
  };
  const steps = dailySteps(source);
  const startedAt = Date.now();
  const tail = eventTail(store, { onError: logUnread });
  const alerting = alertOnChange(source, logFailed);
  const shared = {
    registry: compileRegistry(OPERATIONS),
    photos: config.photoKey === undefined
      ? undefined
      : streetPhotos({ url: config.photoUrl, key: config.photoKey }),
    access,
    keys: keysIn(store),
    sessions: sessionsIn(store),
    saved: savedItems(store),
    channels: delivery.channels,
    tail,
    metrics: requestMetrics(),
    cursorSecret: await sharedSecret(store, "cursor"),
    oauth: authorizationServer(store, {
      fetchDocument: (url) => guarded.send(url, CLIENT_DOCUMENT),
    }),
    publicUrl: config.publicUrl,
    writeSecret: config.writeSecret,
    selfServe: config.selfServe,
    trustedProxies: config.trustedProxies ?? [],
    allowedHosts: [
      ...config.allowedHosts,
      ...(config.publicUrl ? [new URL(config.publicUrl).hostname] : []),
    ],
    allowedOrigins: config.allowedOrigins ?? [],
    lastRun: () => lastRun(store),
    desk: operatorDesk(source, steps, {
      startedAt,
      onReports: reviews.refresh,
    }),
    reviews,
    replays: replaysIn(store, logFailed),
    startedAt,
  };

  /** Serves from a snapshot, and follows the listings with it. */
  async function serve(snapshot: Snapshot): Promise<Serving> {
    const ending = new AbortController();
    const { signal } = ending;
    const today = () => dayOf(snapshot);
    const live = await LiveInventory.open(store, snapshot, "public");
    const index = await LiveIndex.open({
      snapshot,
      inventory: () => live.current,
      today,
      pool: scorePool(snapshot, snapshot.dir),
      scores: storedScores(store),
    });
    const app = createApp({
      ...shared,
      snapshot,
      snapshotOnDisk: followed.isPublished
        ? undefined
        : async () => (await readManifest(snapshot.dir)).manifest.id,
      inventory: () => index.inventory,
      index: () => index.current,
      today,
    });
    const following = [
      live.follow({ signal, onError: logUnfollowed }),
      index.follow({ signal, onError: logUnscored }),
      followFeeds(store, snapshot, feeds, {
        signal,
        env,
        onSynced: (feed, result) => {
          logSynced(feed, result);
          alerting.changed();
        },
        onError: logUnsynced,
      }),
    ];
    return {
      snapshot,
      live,
      index,
      app,
      async end() {
        ending.abort();
        await app.close();
        await Promise.all(following);
      },
    };
  }

  /** Puts a newer snapshot in the place of the one in use, once it is ready. Requests under way end on the old one. */
  async function replace(): Promise<boolean> {
    const next = await followed.next();
    if (!next) return false;
    const old = serving;
    serving = await serve(next);
    logReplaced(old.snapshot.id, next.id);
    Deno.unrefTimer(setTimeout(() => old.end().catch(logFailed), DRAIN_MS));
    return true;
  }

  let serving = await serve(followed.first);
  const daily = async () => {
    await runDaily(store, steps).catch(logFailed);
  };
  Deno.cron("daily run", DAILY_SCHEDULE, daily);
  Deno.cron("catch up", CATCH_UP_SCHEDULE, async () => {
    if (isRunHour(Date.now())) await daily();
  });
  if (followed.isPublished) {
    Deno.unrefTimer(
      setInterval(
        () => replace().catch(logFailed),
        config.snapshotSeconds * 1_000,
      ),
    );
  }
  const server = listen(
    {
      routes: serving.app.routes,
      fetch: (request, connection) => serving.app.fetch(request, connection),
      close: () => serving.end(),
    },
    config.host,
    config.port,
    {
      limits: { total: config.connections },
      trustedProxies: config.trustedProxies,
    },
  );
  // Signals are heard before the address is printed. The end of a terminal ends nothing: a newer
  // published snapshot is looked for.
  Deno.addSignalListener("SIGHUP", () => void replace().catch(logFailed));
  endOnSignal(async () => {
    await server.stop();
    alerting[Symbol.dispose]();
    reviews[Symbol.dispose]();
    await delivery.stop();
    guarded[Symbol.dispose]();
    tail[Symbol.dispose]();
    await access.flush();
    store.close();
  });
  console.log(
    welcome(
      server.url,
      serving.snapshot,
      dayOf(serving.snapshot),
      resolve(config.dataDir),
    ),
  );
}

/** What is served from one snapshot. */
interface Serving {
  readonly snapshot: Snapshot;
  readonly live: LiveInventory;
  readonly index: LiveIndex;
  readonly app: App;
  end(): Promise<void>;
}

/** Waits until every listing that the store has now is scored, five minutes at most. */
async function isScored(
  { live, index }: Serving,
  signal: AbortSignal,
): Promise<void> {
  await live.refresh();
  const { version } = live.current;
  const until = performance.now() + 300_000;
  const isBehind = () =>
    index.current.version < version || index.current.staleRows > 0;
  while (isBehind() && performance.now() < until) {
    await delay(200, undefined, { signal });
  }
}

/** How long requests on a replaced snapshot may take to end, milliseconds. */
const DRAIN_MS = 60_000;

/** The first signal ends cleanly, a later one at once. */
function endOnSignal(end: () => Promise<void>): void {
  let first: number | undefined;
  for (const [signal, number] of [["SIGINT", 2], ["SIGTERM", 15]] as const) {
    Deno.addSignalListener(signal, () => {
      if (first === undefined) {
        first = performance.now();
        console.error("stopping; send the signal again to stop immediately");
        end().then(() => Deno.exit(EXIT.ok), (error) => {
          console.error(error);
          Deno.exit(EXIT.unexpected);
        });
      } else if (performance.now() - first > SAME_PRESS_MS) {
        Deno.exit(128 + number);
      }
    });
  }
}

/** What an operator reads when the service cannot start; undefined for a defect. */
function explain(
  error: unknown,
  config: Config | undefined,
): string | undefined {
  if (error instanceof ConfigError || error instanceof Fault) {
    return error.message;
  }
  const at = config && `${config.host}:${config.port}`;
  if (error instanceof Deno.errors.AddrInUse) {
    return `TWOFLAT_PORT: something already listens on ${at}; stop it or choose another port`;
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return `TWOFLAT_HOST: ${at} is not an address of this machine`;
  }
  return isRefusedBySystem(error) ? error.message : undefined;
}

let config: Config | undefined;
try {
  config = readConfig(Deno.env.toObject());
  await start(config);
} catch (error) {
  if (error instanceof DOMException && error.name === "AbortError") {
    console.error("interrupted");
    Deno.exit(EXIT.interrupted);
  }
  const words = explain(error, config);
  if (words === undefined) throw error;
  for (const line of words.split("\n")) console.error(`error: ${line}`);
  Deno.exit(EXIT.badInput);
}
