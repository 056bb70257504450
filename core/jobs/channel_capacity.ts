import type { ChannelType } from "../../contracts/alerts.ts";
import type { StoredChannel } from "../store/delivery/channels.ts";

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

interface Load {
  running: number;
  pausedUntil: number;
}

/** How many attempts each channel takes at a time in one process. Times are epoch milliseconds. */
export class ChannelCapacity {
  readonly #loads = new Map<string, Load>();

  /** Returns whether one more attempt may start. A channel that is gone takes any number. */
  isFree(id: string, channel: StoredChannel | null, now: number): boolean {
    const { running, pausedUntil } = this.#loadOf(id);
    if (pausedUntil > now) return false;
    if (!channel) return true;
    return (channel.throttledUntil ?? 0) <= now &&
      running < PER_CHANNEL[channel.type];
  }

  /** Counts an attempt that starts. */
  start(id: string): void {
    this.#loadOf(id).running++;
  }

  /** Counts an attempt that ended. A chat rests after it. */
  end(id: string, channel: StoredChannel | null, now: number): void {
    const load = this.#loadOf(id);
    load.running--;
    if (channel && channel.type !== "webhook" && channel.type !== "email") {
      load.pausedUntil = now + CHAT_PAUSE;
    }
  }

  /** Starts nothing to a channel before a time. */
  pause(id: string, until: number): void {
    this.#loadOf(id).pausedUntil = until;
  }

  /** Forgets the channels with nothing under way and no pause. */
  prune(now: number): void {
    for (const [id, { running, pausedUntil }] of this.#loads) {
      if (running === 0 && pausedUntil <= now) this.#loads.delete(id);
    }
  }

  #loadOf(id: string): Load {
    let load = this.#loads.get(id);
    if (!load) this.#loads.set(id, load = { running: 0, pausedUntil: 0 });
    return load;
  }
}
