import type { Message } from "../../contracts/alerts.ts";
import { RETRY_DELAYS } from "../delivery/retry_schedule.ts";
import {
  channelKey,
  listChannels,
  type StoredChannel,
} from "../store/delivery/channels.ts";
import {
  type AttemptResult,
  type Claim,
  claim,
  type Delivery,
  type DueRow,
  enqueue,
  listDue,
  recordAttempt,
} from "../store/delivery/outbox.ts";
import { transact } from "../store/transact.ts";
import { attemptResult } from "./attempt_result.ts";
import { ChannelCapacity } from "./channel_capacity.ts";
import type { SendMessage } from "./send_message.ts";

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
  /** Called with errors other than failed deliveries. */
  readonly onError?: (error: unknown) => void;
}

/** Sends what is due. */
export interface OutboxWorker {
  /** Looks at the store now. */
  readonly wake: () => void;
  /** Ends when what is under way has ended. */
  stop(): Promise<void>;
}

/** Attempts under way in one process. */
const MOST = 64;
/** Rows of the index looked at in one pass: a channel with a long queue does not hide the others. */
const SCANNED = 10_000;

/**
 * Starts a worker. Any number may run, in one process and in many: each delivery is claimed with a
 * lease, recorded only while the lease holds, and sent with the same id every time.
 */
export function outboxWorker(
  kv: Deno.Kv,
  sendMessage: SendMessage,
  options: OutboxWorkerOptions = {},
): OutboxWorker {
  return new PollingWorker(kv, sendMessage, options);
}

class PollingWorker implements OutboxWorker {
  readonly #kv: Deno.Kv;
  readonly #sendMessage: SendMessage;
  readonly #options: Required<OutboxWorkerOptions>;
  readonly #running = new Map<string, Promise<void>>();
  readonly #capacity = new ChannelCapacity();
  readonly #ended: Promise<void>;
  #stopped = false;
  #wakeUp = () => {};

  constructor(
    kv: Deno.Kv,
    sendMessage: SendMessage,
    options: OutboxWorkerOptions,
  ) {
    this.#kv = kv;
    this.#sendMessage = sendMessage;
    this.#options = {
      now: Date.now,
      uniform: Math.random,
      delays: RETRY_DELAYS,
      pollMs: 1_000,
      leaseMs: 60_000,
      onError: () => {},
      ...options,
    };
    this.#ended = this.#run();
  }

  readonly wake = (): void => this.#wakeUp();

  stop(): Promise<void> {
    this.#stopped = true;
    this.#wakeUp();
    return this.#ended;
  }

  async #run(): Promise<void> {
    const { pollMs, onError } = this.#options;
    while (!this.#stopped) {
      const woken = new Promise<void>((resolve) => this.#wakeUp = resolve);
      await this.#pass().catch(onError);
      if (this.#stopped) break;
      const jittered = pollMs * (0.75 + Math.random() / 2);
      const { promise: polled, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, jittered);
      await Promise.race([woken, polled]);
      clearTimeout(timer);
    }
    await Promise.all(this.#running.values());
  }

  /** Starts attempts at what is due, as many as the process and the channels take. */
  async #pass(): Promise<void> {
    const { now, leaseMs } = this.#options;
    this.#capacity.prune(now());
    const channels = new Map<string, Promise<StoredChannel | null>>();
    for await (const row of listDue(this.#kv, now(), SCANNED)) {
      if (this.#stopped || this.#running.size >= MOST) return;
      if (this.#running.has(row.id)) continue;
      const found = channels.get(row.channel) ?? this.#channelOf(row);
      channels.set(row.channel, found);
      const channel = await found;
      if (!this.#capacity.isFree(row.channel, channel, now())) continue;
      const held = await claim(this.#kv, row, now(), leaseMs);
      if (held) this.#start(row, held, channel);
    }
  }

  async #channelOf(
    { owner, channel }: DueRow,
  ): Promise<StoredChannel | null> {
    return (await this.#kv.get<StoredChannel>(channelKey(owner, channel)))
      .value;
  }

  #start(row: DueRow, held: Claim, channel: StoredChannel | null): void {
    const { now, onError } = this.#options;
    this.#capacity.start(row.channel);
    const work = this.#attempt(held, channel).catch(onError).finally(() => {
      this.#running.delete(row.id);
      this.#capacity.end(row.channel, channel, now());
      this.#wakeUp();
    });
    this.#running.set(row.id, work);
  }

  async #attempt(held: Claim, channel: StoredChannel | null): Promise<void> {
    const { now } = this.#options;
    const result = await this.#send(held.delivery, channel);
    if (!await recordAttempt(this.#kv, held, result, now())) return;
    if (result.kind === "dead" && result.disable !== null && channel) {
      await this.#tellByAnother(channel, result.disable);
    }
  }

  async #send(
    delivery: Delivery,
    channel: StoredChannel | null,
  ): Promise<AttemptResult> {
    if (!channel || isClosed(channel, delivery.message)) {
      return { kind: "dead", reason: channel?.reason ?? CLOSED, disable: null };
    }
    const { now, uniform, delays } = this.#options;
    const outcome = await this.#sendMessage(channel, delivery, now());
    const result = attemptResult(outcome, channel, {
      now: now(),
      uniform: uniform(),
      delays,
      attempts: delivery.attempts,
    });
    if (outcome.kind === "wait") {
      this.#capacity.pause(channel.id, now() + outcome.ms);
    }
    return result;
  }

  /** Says by another channel of the owner that one was switched off. */
  async #tellByAnother(
    { owner, id, type }: StoredChannel,
    reason: string,
  ): Promise<void> {
    const other = (await listChannels(this.#kv, owner)).find((each) =>
      each.id !== id && each.state === "active"
    );
    if (!other) return;
    const now = this.#options.now();
    const message: Message = {
      type: "channel.disabled",
      timestamp: new Date(now).toISOString(),
      data: { channel_id: id, type, reason },
    };
    const notice = {
      id: `msg_off_${id}_${now}`,
      owner,
      channel: other.id,
      message,
    };
    await transact(
      this.#kv,
      ["outbox", owner],
      (tx) => enqueue(tx, notice, { now }),
    );
  }
}

const CLOSED = "the channel was closed";

/** A channel that waits for its confirmation takes nothing but the question. */
function isClosed(channel: StoredChannel, message: Message): boolean {
  return channel.state === "disabled" ||
    (channel.state === "pending" && message.type !== "channel.confirm");
}
