import { keyCredential, openAccess } from "../core/access/access.ts";
import { keysIn } from "../core/access/keys.ts";
import { authorizationServer } from "../core/access/oauth/authorization_server.ts";
import { oauthCredential } from "../core/access/oauth/credential.ts";
import { sessionCredential, sessionsIn } from "../core/access/sessions.ts";
import type { Config } from "../core/config.ts";
import { readBrand } from "../core/answers/memo/brand.ts";
import { readAuthorities } from "../core/delivery/authorities.ts";
import { guardedOutbound } from "../core/delivery/guarded_outbound.ts";
import { CLIENT_DOCUMENT } from "../core/delivery/outbound.ts";
import { streetPhotos } from "../core/delivery/street_photos.ts";
import { type DailySource, dailySteps } from "../core/jobs/daily_steps.ts";
import type { DailySteps } from "../core/jobs/daily.ts";
import { alertOnChange } from "../core/jobs/alert_on_change.ts";
import { startDelivery } from "../core/jobs/delivery.ts";
import { operatorConsole } from "../core/jobs/operator_console.ts";
import { valueReviews } from "../core/jobs/value_reviews.ts";
import { OPERATIONS } from "../core/operations/mod.ts";
import { compileRegistry } from "../core/service/registry.ts";
import { savedItems } from "../core/service/workspace.ts";
import { eventTail } from "../core/store/events/tail.ts";
import { replaysIn } from "../core/store/replays.ts";
import { lastRun } from "../core/store/runs.ts";
import { sharedSecret } from "../core/store/secret.ts";
import {
  logFailed,
  logUnread,
  logUnwritten,
} from "../routes/middleware/logging.ts";
import { requestMetrics } from "../routes/middleware/request_metrics.ts";
import type { SharedService } from "./serving.ts";

/** The parts that live as long as the server, whichever snapshot it serves. */
export interface SharedParts {
  readonly service: SharedService;
  readonly steps: DailySteps;
  /** Told that listings have changed. */
  onListings(): void;
  /** Ends them all, and writes what is buffered. */
  stop(): Promise<void>;
}

/** Opens the parts over a store. */
export async function openShared(
  config: Config,
  store: Deno.Kv,
  given: Omit<DailySource, "kv" | "wake" | "publicUrl">,
): Promise<SharedParts> {
  const access = openAccess(store, [
    keyCredential(store),
    oauthCredential(store),
    sessionCredential(store),
  ], logUnwritten);
  const guarded = guardedOutbound({
    ports: config.outboundPorts,
    networks: config.outboundNetworks,
    ca: await readAuthorities(config.outboundCa),
  });
  const delivery = await startDelivery(store, config, guarded.send, logFailed);
  const reviews = valueReviews(store, logFailed);
  await reviews.refresh();
  const { publicUrl } = config;
  const source: DailySource = {
    ...given,
    kv: store,
    publicUrl,
    wake: delivery.outbox.wake,
  };
  const steps = dailySteps(source);
  const startedAt = Date.now();
  const tail = eventTail(store, { onError: logUnread });
  const alerting = alertOnChange(source, logFailed);
  const service: SharedService = {
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
    ...settingsOf(config),
    brand: await readBrand(config),
    lastRun: () => lastRun(store),
    operatorConsole: operatorConsole(source, steps, {
      startedAt,
      onReports: reviews.refresh,
      onError: logFailed,
    }),
    reviews,
    replays: replaysIn(store, logFailed),
    startedAt,
  };
  return {
    service,
    steps,
    onListings: alerting.changed,
    async stop() {
      alerting[Symbol.dispose]();
      reviews[Symbol.dispose]();
      await delivery.stop();
      guarded[Symbol.dispose]();
      tail[Symbol.dispose]();
      await access.flush();
    },
  };
}

/** Returns what the routes take from the settings as it is. */
function settingsOf(config: Config) {
  const { publicUrl, writeSecret, mapStyleUrl, mapOrigins, selfServe } = config;
  return {
    publicUrl,
    writeSecret,
    mapStyleUrl,
    mapOrigins,
    selfServe,
    trustedProxies: config.trustedProxies ?? [],
    allowedHosts: [
      ...config.allowedHosts,
      ...(publicUrl ? [new URL(publicUrl).hostname] : []),
    ],
    allowedOrigins: config.allowedOrigins ?? [],
  };
}
