import { DAY_MS } from "../../../contracts/day.ts";
import { hash } from "node:crypto";
import { nanoid } from "nanoid";
import type { DeadLetter, Message } from "../../../contracts/alerts.ts";
import { appendEvent } from "../events/log.ts";
import { transact, type Transaction } from "../transact.ts";
import { findChannel, putChannel, type StoredChannel } from "./channels.ts";

/** A message on its way to one channel. Times are epoch milliseconds. */
export interface Delivery {
  /** `webhook-id`: the same on every attempt. */
  readonly id: string;
  readonly owner: string;
  readonly channel: string;
  readonly message: Message;
  readonly state: "pending" | "delivered" | "dead";
  /** When its row in the index of what is due stands; what is leased is due again when the lease ends. */
  readonly due: number;
  readonly lease: { readonly token: string; readonly until: number } | null;
  /** Attempts made and classified. */
  readonly attempts: number;
  readonly created: number;
  readonly reason: string | null;
}

/** A row of the index of what is due. */
export interface DueRow {
  readonly id: string;
  readonly at: number;
  readonly owner: string;
  readonly channel: string;
}

/** The result of one attempt at a delivery. */
export type AttemptResult =
  | { readonly kind: "delivered"; readonly detail: string }
  | {
    readonly kind: "retry";
    readonly at: number;
    readonly reason: string;
    /** Whether the attempt counts; one that the receiver only asked to wait for does not. */
    readonly counts: boolean;
    readonly throttledUntil: number | null;
  }
  | {
    readonly kind: "dead";
    readonly reason: string;
    /** Why the channel is switched off with it; null when it stays. */
    readonly disable: string | null;
  };

/** How long what was delivered is kept. */
const DELIVERED_KEPT = 7 * DAY_MS;

/** Who writes the events of the outbox. */
const ACTOR = "twoflat";

/** Where a delivery is. */
export const deliveryKey = (id: string): Deno.KvKey => [
  "outbox",
  "delivery",
  id,
];

const dueKey = (at: number, id: string) => ["outbox", "due", at, id];

/** Where a dead letter is. */
export const deadKey = (owner: string, id: string): Deno.KvKey => [
  "outbox",
  "dead",
  owner,
  id,
];

/** Returns a new id of a delivery. */
export const deliveryId = (): string => `msg_${nanoid(20)}`;

/** Returns the id of the one delivery of what the parts name. */
export const deliveryIdOf = (...parts: readonly string[]): string =>
  `msg_${hash("sha256", parts.join(" "), "base64url").slice(0, 20)}`;

/** Puts a message on its way, in the transaction that makes what it tells of. */
export function enqueue(
  tx: Transaction,
  given: Pick<Delivery, "id" | "owner" | "channel" | "message">,
  { now, due = now }: { readonly now: number; readonly due?: number },
): void {
  const delivery: Delivery = {
    ...given,
    state: "pending",
    due,
    lease: null,
    attempts: 0,
    created: now,
    reason: null,
  };
  tx.set(deliveryKey(delivery.id), delivery);
  setDue(tx, delivery);
}

/** Puts a delivery into the index of what is due. */
export function setDue(
  tx: Transaction,
  { due, id, owner, channel }: Delivery,
): void {
  tx.set(dueKey(due, id), { owner, channel });
}

/** Yields what is due, the oldest first. */
export async function* listDue(
  kv: Deno.Kv,
  now: number,
  limit: number,
): AsyncGenerator<DueRow> {
  const found = kv.list<Pick<DueRow, "owner" | "channel">>({
    prefix: ["outbox", "due"],
    end: ["outbox", "due", now + 1],
  }, { limit, batchSize: 100 });
  for await (const { key, value } of found) {
    yield { ...value, at: Number(key[2]), id: String(key[3]) };
  }
}

/** A delivery in the hands of one worker. */
export interface Claim {
  readonly delivery: Delivery;
  readonly token: string;
}

/**
 * Takes a delivery for a while. A worker that dies loses it when the lease ends.
 *
 * @returns null when it is done, not due, or in another worker's hands
 */
export function claim(
  kv: Deno.Kv,
  { id, at }: DueRow,
  now: number,
  leaseMs: number,
): Promise<Claim | null> {
  const key = deliveryKey(id);
  return transact(kv, key, async (tx) => {
    const found = await tx.get<Delivery>(key);
    if (!found || found.state !== "pending" || found.due !== at) {
      // The index row of a delivery that is gone.
      if (!found) tx.delete(dueKey(at, id));
      return null;
    }
    if (found.due > now) return null;
    const token = nanoid(16);
    const until = now + leaseMs;
    const delivery = { ...found, due: until, lease: { token, until } };
    tx.delete(dueKey(found.due, id));
    tx.set(key, delivery satisfies Delivery);
    setDue(tx, delivery);
    return { delivery, token };
  });
}

/**
 * Writes what came of an attempt: the delivery, the channel's state and the owner's events at once.
 * Changes nothing and returns false when the lease was lost.
 */
export function recordAttempt(
  kv: Deno.Kv,
  { delivery: { id, owner, channel: channelId }, token }: Claim,
  result: AttemptResult,
  now: number,
): Promise<boolean> {
  return transact(kv, ["outbox", owner], async (tx) => {
    const found = await tx.get<Delivery>(deliveryKey(id));
    if (found?.state !== "pending" || found.lease?.token !== token) {
      return false;
    }
    const channel = await findChannel(tx, owner, channelId);
    tx.delete(dueKey(found.due, id));
    const counts = result.kind !== "retry" || result.counts;
    const delivery: Delivery = {
      ...found,
      lease: null,
      attempts: found.attempts + (counts ? 1 : 0),
      reason: result.kind === "delivered" ? null : result.reason,
    };
    if (result.kind === "delivered") {
      tx.set(deliveryKey(id), { ...delivery, state: "delivered" }, {
        expireIn: DELIVERED_KEPT,
      });
    } else if (result.kind === "retry") {
      const waiting = { ...delivery, due: result.at };
      tx.set(deliveryKey(id), waiting);
      setDue(tx, waiting);
    } else {
      tx.set(deliveryKey(id), { ...delivery, state: "dead" });
      const letter: DeadLetter = {
        delivery_id: id,
        channel_id: channelId,
        type: delivery.message.type,
        died_at: new Date(now).toISOString(),
        attempts: delivery.attempts,
        reason: result.reason,
      };
      tx.set(deadKey(owner, id), letter);
    }
    if (channel && counts) putChannel(tx, channelAfter(channel, result, now));
    await tell(tx, delivery, channel, result, now);
    return true;
  });
}

/** The channel after an attempt. */
function channelAfter(
  channel: StoredChannel,
  result: AttemptResult,
  now: number,
): StoredChannel {
  const delivered = result.kind === "delivered";
  const isOff = result.kind === "dead" && result.disable !== null;
  return {
    ...channel,
    failingSince: delivered ? null : channel.failingSince ?? now,
    throttledUntil: result.kind === "retry" ? result.throttledUntil : null,
    last: {
      at: now,
      delivered,
      detail: delivered ? result.detail : result.reason,
    },
    ...(isOff && { state: "disabled" as const, reason: result.disable }),
  };
}

/** Appends to the owner's log what became of alerts, and of the channel. */
async function tell(
  tx: Transaction,
  delivery: Delivery,
  channel: StoredChannel | null,
  result: AttemptResult,
  now: number,
): Promise<void> {
  const by = { at: new Date(now).toISOString(), actor: ACTOR };
  const alertIds = alertIdsOf(delivery.message);
  if (channel && alertIds.length > 0 && result.kind !== "retry") {
    const data = {
      delivery_id: delivery.id,
      alert_ids: alertIds,
      channel: { channel_id: channel.id, type: channel.type },
      attempts: delivery.attempts,
    };
    await appendEvent(
      tx,
      delivery.owner,
      result.kind === "delivered" ? { kind: "alert_delivered", data } : {
        kind: "alert_dead_lettered",
        data: { ...data, reason: result.reason },
      },
      by,
    );
  }
  if (channel && result.kind === "dead" && result.disable !== null) {
    const data = {
      channel_id: channel.id,
      type: channel.type,
      reason: result.disable,
    };
    await appendEvent(
      tx,
      delivery.owner,
      { kind: "channel_disabled", data },
      by,
    );
  }
}

function alertIdsOf(message: Message): string[] {
  if (message.type === "alert.raised") return [message.data.alert_id];
  if (message.type !== "alert.digest") return [];
  return message.data.alerts.map(({ alert_id }) => alert_id);
}

/** Waiting messages that are counted. */
const MOST_COUNTED = 10_000;

/** Returns how many messages wait, as far as they are counted, and since when the oldest is due. */
export async function outboxState(
  kv: Deno.Kv,
): Promise<{ readonly waiting: number; readonly oldest: number | null }> {
  let waiting = 0;
  let oldest: number | null = null;
  const rows = kv.list({ prefix: ["outbox", "due"] }, { limit: MOST_COUNTED });
  for await (const { key } of rows) {
    oldest ??= Number(key[2]);
    waiting++;
  }
  return { waiting, oldest };
}
