import type { Message } from "../../../contracts/alerts.ts";
import { dailySteps } from "../../../core/jobs/daily_steps.ts";
import { operatorConsole } from "../../../core/jobs/operator_console.ts";
import { valueReviews } from "../../../core/jobs/value_reviews.ts";
import { OPERATIONS } from "../../../core/operations/mod.ts";
import { compileRegistry } from "../../../core/service/registry.ts";
import { ListingSet } from "../../../core/inventory/listing_set.ts";
import type { StoredChannel } from "../../../core/store/delivery/channels.ts";
import {
  claim,
  listDue,
  recordAttempt,
} from "../../../core/store/delivery/outbox.ts";
import { replaysIn } from "../../../core/store/replays.ts";
import { lastRun } from "../../../core/store/runs.ts";
import { realApp, WRITE_SECRET } from "../../../harness/access.ts";
import { demoSnapshot } from "../../../harness/demo.ts";
import { NOON, someListings, TODAY } from "../../jobs/alerts/listings.ts";
import { addWebhook, send } from "../../jobs/outbox.ts";

/** The operator's credential. */
export const OPERATOR = { authorization: `Bearer ${WRITE_SECRET}` };

/** A server over eight listings of the demo county. */
export async function service() {
  const snapshot = await demoSnapshot();
  const kv = await Deno.openKv(":memory:");
  const listings = someListings(snapshot, 8, NOON);
  const inventory = ListingSet.of(listings, 1);
  const source = {
    kv,
    snapshot: () => snapshot,
    inventory: () => inventory,
    today: () => TODAY,
    feeds: [],
    env: () => undefined,
  };
  const reviews = valueReviews(kv);
  const real = await realApp({
    registry: compileRegistry(OPERATIONS),
    snapshot,
    inventory: source.inventory,
    today: source.today,
    operatorConsole: operatorConsole(source, dailySteps(source), {
      startedAt: 0,
      onReports: reviews.refresh,
    }),
    reviews,
    lastRun: () => lastRun(kv),
    replays: replaysIn(kv),
  });
  return {
    app: real.app,
    kv,
    snapshot,
    listings,
    reviews,
    issue: real.issue,
    async [Symbol.asyncDispose]() {
      reviews[Symbol.dispose]();
      await real[Symbol.asyncDispose]();
      kv.close();
    },
  };
}

/** Lets a message of an owner die at a time, epoch milliseconds. */
export async function dies(
  kv: Deno.Kv,
  owner: string,
  id: string,
  at: number,
  given: Partial<StoredChannel> = {},
): Promise<void> {
  const channelId = `ch_${owner}`;
  const channel = await addWebhook(
    kv,
    owner,
    channelId,
    "https://hooks.example/a",
    given,
  );
  const timestamp = new Date(at).toISOString();
  const data = { channel_id: channelId };
  const message: Message = { type: "channel.ping", timestamp, data };
  await send(kv, channel, id, message, at);
  for await (const row of listDue(kv, at, 10)) {
    const held = await claim(kv, row, at, 1_000);
    await recordAttempt(
      kv,
      held!,
      { kind: "dead", reason: "it answered 500", disable: null },
      at,
    );
  }
}
