import { DAY_MS } from "../../contracts/day.ts";
import type { ChannelType, Message } from "../../contracts/alerts.ts";
import type { Outcome } from "../delivery/outcome.ts";
import { RETRY_DELAYS, retryDelay } from "../delivery/retry_schedule.ts";
import {
  channelKey,
  listChannels,
  type StoredChannel,
} from "../store/delivery/channels.ts";
import {
  type Claim,
  claim,
  type Delivery,
  type DueRow,
  enqueue,
  listDue,
  settle,
  type Settlement,
} from "../store/delivery/outbox.ts";
import { transact } from "../store/transact.ts";
import type { Carry } from "./channels.ts";

/** How the outbox is worked through. */
export interface OutboxWorkerOptions {
  /** Epoch milliseconds, by default the clock's. */
  readonly now?: () => number;
  /** A chance in [0, 1). */
  readonly uniform?: () => number;
  /** Pauses between attempts, milliseconds; default `RETRY_DELAYS`. */
  readonly delays?: readonly number[];
  /** How often the store is looked at, milliseconds; default 1,000. */
  readonly pollMs?: number;
  /** How long a delivery is a worker's own, milliseconds; longer than any attempt. Default 60,000. */
  readonly leaseMs?: number;
  /** Told of what failed beyond a delivery. */
  readonly onError?: (error: unknown) => void;
}

/** Sends what is due. */
export interface OutboxWorker {
  /** Looks at the store now. */
  wake(): void;
  /** Ends when what is under way has ended. */
  stop(): Promise<void>;
}

/** Attempts under way in one process. */
const MOST = 64;
/** Rows of the index looked at in one pass: a channel with a long queue does not hide the others. */
const SCANNED = 10_000;
/** Attempts under way to one channel. Chats get one message after the other. */
const PER_CHANNEL: Readonly<Record<ChannelType, number>> = {
  webhook: 4,
  telegram: 1,
  slack: 1,
  discord: 1,
  email: 2,
};
/** Pause after a message to a chat, milliseconds. Source: Telegram and Slack take about one a second. */
const CHAT_PAUSE = 1_100;
/** How long a channel rests that has too much to do. */
const REST = 60_000;
/** A channel that fails for so long is switched off. */
const FAILING = 5 * DAY_MS;

/**
 * Starts a worker. Any number may run, in one process and in many: each delivery is claimed with a
 * lease, settled only while the lease holds, and sent with the same id every time.
 */
export function outboxWorker(
  kv: Deno.Kv,
  carry: Carry,
  options: OutboxWorkerOptions = {},
): OutboxWorker {
  const {
    now = Date.now,
    uniform = Math.random,
    delays = RETRY_DELAYS,
    pollMs = 1_000,
    leaseMs = 60_000,
    onError = () => {},
  } = options;
  const running = new Map<string, Promise<void>>();
  const lanes = new Map<string, { running: number; restUntil: number }>();
  let stopped = false;
  let wakeUp = () => {};

  async function pass(): Promise<void> {
    for (const [id, { running, restUntil }] of lanes) {
      if (running === 0 && restUntil <= now()) lanes.delete(id);
    }
    const channels = new Map<string, Promise<StoredChannel | null>>();
    for await (const row of listDue(kv, now(), SCANNED)) {
      if (stopped || running.size >= MOST) return;
      if (running.has(row.id)) continue;
      let found = channels.get(row.channel);
      if (!found) {
        found = kv.get<StoredChannel>(channelKey(row.owner, row.channel))
          .then(({ value }) => value);
        channels.set(row.channel, found);
      }
      const channel = await found;
      if (!isFree(row, channel)) continue;
      const held = await claim(kv, row, now(), leaseMs);
      if (!held) continue;
      const lane = laneOf(row.channel);
      lane.running++;
      const work = attempt(held, channel).catch(onError).finally(() => {
        running.delete(row.id);
        lane.running--;
        if (channel && channel.type !== "webhook" && channel.type !== "email") {
          lane.restUntil = now() + CHAT_PAUSE;
        }
        wakeUp();
      });
      running.set(row.id, work);
    }
  }

  function laneOf(channel: string) {
    let lane = lanes.get(channel);
    if (!lane) lanes.set(channel, lane = { running: 0, restUntil: 0 });
    return lane;
  }

  function isFree(row: DueRow, channel: StoredChannel | null): boolean {
    const { running, restUntil } = laneOf(row.channel);
    if (restUntil > now()) return false;
    if (!channel) return true;
    return (channel.throttledUntil ?? 0) <= now() &&
      running < PER_CHANNEL[channel.type];
  }

  async function attempt(
    held: Claim,
    channel: StoredChannel | null,
  ): Promise<void> {
    const { delivery } = held;
    const settlement: Settlement =
      !channel || isClosed(channel, delivery.message)
        ? { kind: "dead", reason: channel?.reason ?? CLOSED, disable: null }
        : settlementOf(
          await carry(channel, delivery, now()),
          delivery,
          channel,
        );
    if (!await settle(kv, held, settlement, now())) return;
    if (settlement.kind === "dead" && settlement.disable !== null && channel) {
      await tellByAnother(channel, settlement.disable);
    }
  }

  function settlementOf(
    outcome: Outcome,
    { attempts }: Delivery,
    channel: StoredChannel,
  ): Settlement {
    switch (outcome.kind) {
      case "delivered":
        return outcome;
      case "wait": {
        const at = now() + outcome.ms;
        laneOf(channel.id).restUntil = at;
        return {
          kind: "retry",
          at,
          reason: outcome.reason,
          counts: false,
          throttledUntil: at,
        };
      }
      case "gone": {
        const { reason } = outcome;
        return { kind: "dead", reason, disable: reason };
      }
      case "failed": {
        const { reason, retryAfter = 0, throttled = false } = outcome;
        const failingSince = channel.failingSince ?? now();
        if (now() - failingSince >= FAILING) {
          const disable = `nothing arrived for five days: ${reason}`;
          return { kind: "dead", reason, disable };
        }
        const delay = retryDelay(attempts + 1, uniform(), retryAfter, delays);
        if (delay === null) return { kind: "dead", reason, disable: null };
        return {
          kind: "retry",
          at: now() + delay,
          reason,
          counts: true,
          throttledUntil: throttled
            ? now() + Math.max(retryAfter, Math.min(REST, delay))
            : null,
        };
      }
    }
  }

  /** Says by another channel of the owner that one was switched off. */
  async function tellByAnother(
    channel: StoredChannel,
    reason: string,
  ): Promise<void> {
    const { owner, id, type } = channel;
    const other = (await listChannels(kv, owner)).find((each) =>
      each.id !== id && each.state === "active"
    );
    if (!other) return;
    const at = now();
    const message: Message = {
      type: "channel.disabled",
      timestamp: new Date(at).toISOString(),
      data: { channel_id: id, type, reason },
    };
    const notice = {
      id: `msg_off_${id}_${at}`,
      owner,
      channel: other.id,
      message,
    };
    await transact(
      kv,
      ["outbox", owner],
      (tx) => enqueue(tx, notice, { now: at }),
    );
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const woken = new Promise<void>((resolve) => wakeUp = resolve);
      await pass().catch(onError);
      if (stopped) break;
      const jittered = pollMs * (0.75 + Math.random() / 2);
      const { promise: polled, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, jittered);
      await Promise.race([woken, polled]);
      clearTimeout(timer);
    }
    await Promise.all(running.values());
  }
  const ended = run();
  return {
    wake: () => wakeUp(),
    stop() {
      stopped = true;
      wakeUp();
      return ended;
    },
  };
}

const CLOSED = "the channel was closed";

/** A channel that waits for its confirmation takes nothing but the question. */
function isClosed(channel: StoredChannel, message: Message): boolean {
  return channel.state === "disabled" ||
    (channel.state === "pending" && message.type !== "channel.confirm");
}
