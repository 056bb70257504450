import { nanoid } from "nanoid";
import { LIMITS } from "../../../contracts/constants/limits.ts";
import type { Event } from "../../../contracts/events.ts";
import { onAppended } from "./appended.ts";
import { readEvents, readHeads } from "./log.ts";
import { closeMaps, keepMapsOpen, RENEW_MS } from "./open_maps.ts";

const { poll_ms, batch, streams } = LIMITS.events;

/** One reader of an owner's log. */
export interface Follower extends Disposable {
  /**
   * The events that come after those it has given, oldest first; none after `wait` milliseconds
   * without one, or when it was disposed of.
   */
  next(wait: number): Promise<readonly Event[]>;
}

/** The one place of a process that looks at the logs, for all readers in it. */
export interface EventTail extends Disposable {
  /**
   * Follows an owner's log.
   *
   * @param since the last event that the reader has
   * @param map whether the reader is an open map
   * @returns undefined when the owner has as many readers on this server as one may
   */
  follow(owner: string, since: number, map?: boolean): Follower | undefined;
  /** Readers there are now. */
  readonly followers: number;
}

/** An owner whose log is being followed. */
interface Channel {
  /** The newest event that is known of; undefined before the first look. */
  head?: number;
  /** The latest events, without a gap up to `head`. */
  latest: readonly Event[];
  readonly waiting: Set<() => void>;
  readers: number;
  maps: number;
}

/** Events that a channel remembers for readers that are nearly up to date. */
const REMEMBERED = 200;

/**
 * Follows the logs of all owners that have readers in this process: one look at their heads every
 * `poll_ms`, and one read of what is new, however many readers there are. What this process
 * appends itself is seen at once.
 *
 * @param onError called when a poll fails; the next poll retries
 */
export function eventTail(
  kv: Deno.Kv,
  { onError = () => {}, now = Date.now }: Partial<TailOptions> = {},
): EventTail {
  return new PollingTail(kv, { onError, now });
}

interface TailOptions {
  readonly onError: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

class PollingTail implements EventTail {
  readonly #kv: Deno.Kv;
  readonly #options: TailOptions;
  readonly #server = nanoid(12);
  readonly #channels = new Map<string, Channel>();
  readonly #stopListening: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #renewed = -Infinity;
  #ended = false;

  constructor(kv: Deno.Kv, options: TailOptions) {
    this.#kv = kv;
    this.#options = options;
    this.#stopListening = onAppended(kv, (owner) => {
      if (this.#channels.has(owner)) {
        this.#look([owner]).catch(options.onError);
      }
    });
  }

  get followers(): number {
    let count = 0;
    for (const { readers } of this.#channels.values()) count += readers;
    return count;
  }

  follow(owner: string, since: number, map = false): Follower | undefined {
    const { onError, now } = this.#options;
    const channel = this.#channelOf(owner);
    if (channel.readers >= streams) return undefined;
    channel.readers++;
    if (map && ++channel.maps === 1) {
      keepMapsOpen(this.#kv, this.#server, [owner], now()).catch(onError);
    }
    this.#schedule();
    return follower(this.#kv, owner, channel, since, () => {
      if (map && --channel.maps === 0 && !this.#ended) {
        closeMaps(this.#kv, this.#server, owner).catch(onError);
      }
      if (--channel.readers === 0) this.#channels.delete(owner);
    });
  }

  [Symbol.dispose](): void {
    this.#ended = true;
    this.#stopListening();
    clearTimeout(this.#timer);
  }

  async #look(owners: readonly string[]): Promise<void> {
    const heads = await readHeads(this.#kv, owners);
    await Promise.all(owners.map(async (owner, i) => {
      const channel = this.#channels.get(owner);
      if (channel) await this.#advance(owner, channel, heads[i]);
    }));
  }

  async #advance(
    owner: string,
    channel: Channel,
    head: number,
  ): Promise<void> {
    const before = channel.head ?? head;
    if (head > before) {
      const fresh = await readEvents(this.#kv, owner, before, batch);
      if (channel.head !== undefined && channel.head > before) {
        // Another look was faster; what it left is still to come.
        return this.#advance(owner, channel, head);
      }
      channel.latest = [...channel.latest, ...fresh].slice(-REMEMBERED);
      channel.head = fresh.at(-1)?.seq ?? head;
      if (channel.head < head) await this.#advance(owner, channel, head);
    } else channel.head ??= head;
    for (const wake of [...channel.waiting]) wake();
  }

  async #renew(): Promise<void> {
    const now = this.#options.now();
    if (now - this.#renewed < RENEW_MS) return;
    this.#renewed = now;
    const watched = [...this.#channels].flatMap(([owner, { maps }]) =>
      maps > 0 ? [owner] : []
    );
    await keepMapsOpen(this.#kv, this.#server, watched, now);
  }

  /** Jittered, so that many servers do not ask the store at one moment. */
  #schedule(): void {
    if (this.#timer !== undefined || this.#ended) return;
    this.#timer = setTimeout(async () => {
      try {
        await this.#look([...this.#channels.keys()]);
        await this.#renew();
      } catch (error) {
        if (!this.#ended) this.#options.onError(error);
      }
      this.#timer = undefined;
      if (this.#channels.size > 0) this.#schedule();
    }, poll_ms * (0.75 + Math.random() / 2));
  }

  #channelOf(owner: string): Channel {
    let channel = this.#channels.get(owner);
    if (!channel) {
      channel = { latest: [], waiting: new Set(), readers: 0, maps: 0 };
      this.#channels.set(owner, channel);
    }
    return channel;
  }
}

function follower(
  kv: Deno.Kv,
  owner: string,
  channel: Channel,
  since: number,
  leave: () => void,
): Follower {
  let seq = since;
  let open = true;
  let first = true;
  let wakeUp = () => {};

  function pause(wait: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        channel.waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, wait);
      channel.waiting.add(wakeUp = wake);
    });
  }

  /** What is remembered after `seq`; read from the log when that reaches farther back. */
  async function fresh(): Promise<readonly Event[]> {
    const { head, latest } = channel;
    if (!first && head !== undefined && head <= seq) return [];
    first = false;
    return latest.length > 0 && latest[0].seq <= seq + 1
      ? latest.filter((event) => event.seq > seq)
      : await readEvents(kv, owner, seq, batch);
  }

  return {
    async next(wait) {
      const until = performance.now() + wait;
      while (open) {
        const events = await fresh();
        if (events.length > 0) {
          seq = events[events.length - 1].seq;
          return events;
        }
        const left = until - performance.now();
        if (left <= 0) return [];
        if (open) await pause(left);
      }
      return [];
    },
    [Symbol.dispose]() {
      if (!open) return;
      open = false;
      leave();
      wakeUp();
    },
  };
}
