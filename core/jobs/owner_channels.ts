import { hash } from "node:crypto";
import type {
  ChannelSetup,
  ChannelView,
  DeadLetter,
  Message,
} from "../../contracts/alerts.ts";
import { Fault, invalidParams } from "../../contracts/errors.ts";
import type { Channel } from "../../contracts/saved_items.ts";
import {
  type SignatureVersion,
  signingKey,
  verifierOf,
} from "../delivery/signature.ts";
import type { TelegramBot } from "../delivery/telegram.ts";
import type {
  OwnerChannels,
  ReplayChoice,
  ReplayOutcome,
  RotatedSecret,
} from "../service/channels.ts";
import {
  channelIdOf,
  channelView,
  findChannel,
  listChannels,
  newChannel,
  putChannel,
  type StoredChannel,
  unboundChannelId,
} from "../store/delivery/channels.ts";
import { makeLink } from "../store/delivery/links.ts";
import { latestDead } from "../store/delivery/dead_letters.ts";
import { deliveryId, enqueue } from "../store/delivery/outbox.ts";
import { transact, type Transaction } from "../store/transact.ts";
import { replayDead } from "./replay_dead.ts";

/** What the operator has set up. */
export interface ChannelSettings {
  readonly telegram?: TelegramBot;
  /** What Telegram sends with each update. */
  readonly telegramSecret?: string;
  /** Whether mail can be sent. */
  readonly mail?: boolean;
  /** Origin of the links in mails. */
  readonly publicUrl?: string;
  /** Told that there is something to send. */
  readonly wake?: () => void;
  /** Epoch milliseconds, by default the clock's. */
  readonly now?: () => number;
}

/** Longest overlap of two secrets, seconds. */
const MOST_OVERLAP = 30 * 86_400;

/** One owner's channels in the store. */
export class StoredOwnerChannels implements OwnerChannels {
  readonly #kv: Deno.Kv;
  readonly #owner: string;
  readonly #settings: ChannelSettings;
  readonly #now: () => number;

  constructor(kv: Deno.Kv, owner: string, settings: ChannelSettings) {
    this.#kv = kv;
    this.#owner = owner;
    this.#settings = settings;
    this.#now = settings.now ?? Date.now;
  }

  async setUp(given: readonly Channel[]): Promise<ChannelSetup[]> {
    // None is made unless all can be: a new one's secret is shown once, and an error would hide it.
    const checked = await Promise.all(
      given.map((channel) => this.#checked(channel)),
    );
    return await Promise.all(checked.map((make) => make()));
  }

  async list(): Promise<ChannelView[]> {
    return (await listChannels(this.#kv, this.#owner)).map(channelView);
  }

  async rotate(id: string, overlapSeconds: number): Promise<RotatedSecret> {
    const now = this.#now();
    const until = now + Math.min(overlapSeconds, MOST_OVERLAP) * 1_000;
    let secret = "";
    await this.#change(id, ({ keys }) => {
      const [current] = keys;
      if (!current) {
        throw invalidParams("id", "a webhook: only webhooks have a secret");
      }
      const made = signingKey(current.version);
      secret = verifierOf(made);
      const still = keys.filter((key) => key.until === null || key.until > now)
        .map((key) => ({ ...key, until: Math.min(key.until ?? until, until) }));
      return { keys: [made, ...still] };
    });
    return {
      channel_id: id,
      secret,
      old_secret_until: new Date(until).toISOString(),
    };
  }

  async ping(id: string): Promise<{ readonly delivery_id: string }> {
    const delivery_id = await this.#within(async (tx) => {
      const channel = await findChannel(tx, this.#owner, id);
      if (!channel) throw unknown();
      if (channel.state !== "active") throw inactive(channel);
      return this.#send(tx, channel, {
        type: "channel.ping",
        data: { channel_id: id },
      });
    });
    this.#settings.wake?.();
    return { delivery_id };
  }

  mute(id: string, hours: number): Promise<ChannelView> {
    return this.#change(id, () => ({
      mutedUntil: hours === 0 ? null : this.#now() + hours * 3_600_000,
    }));
  }

  enable(id: string): Promise<ChannelView> {
    return this.#change(id, (channel) => {
      if (channel.address === null) throw inactive(channel);
      return channel.state === "disabled"
        ? { state: "active", reason: null, failingSince: null }
        : {};
    });
  }

  deadLetters(): Promise<DeadLetter[]> {
    return latestDead(this.#kv, this.#owner);
  }

  async replay(choice: ReplayChoice): Promise<ReplayOutcome> {
    const outcome = await replayDead(this.#kv, choice, {
      owner: this.#owner,
      now: this.#now(),
    });
    this.#settings.wake?.();
    return outcome;
  }

  #within<R>(attempt: (tx: Transaction) => Promise<R>): Promise<R> {
    return transact(this.#kv, ["outbox", this.#owner], attempt);
  }

  /** Checks that this server can make a channel, and returns what makes it. */
  async #checked(given: Channel): Promise<() => Promise<ChannelSetup>> {
    const { mail, publicUrl, telegram } = this.#settings;
    switch (given.type) {
      case "webhook":
        return () =>
          this.#addressed(given.type, given.url, given.signature ?? "v1");
      case "slack":
      case "discord":
        return () => this.#addressed(given.type, given.url);
      case "email":
        if (!mail || publicUrl === undefined) throw notSetUp("e-mail");
        return () => this.#byMail(given.address, publicUrl);
      case "telegram": {
        if (!telegram) throw notSetUp("Telegram");
        if (given.link_token === undefined) {
          const bot = await telegram.username();
          return () => this.#newChat(bot);
        }
        const linked = await this.#linkedChat(given.link_token);
        return () => Promise.resolve(linked);
      }
    }
  }

  /** A channel whose address is all there is to know. */
  #addressed(
    type: "webhook" | "slack" | "discord",
    address: string,
    signature?: SignatureVersion,
  ): Promise<ChannelSetup> {
    const owner = this.#owner;
    const id = channelIdOf(owner, type, address);
    const keys = signature === undefined ? [] : [signingKey(signature)];
    return this.#within(async (tx) => {
      const known = await findChannel(tx, owner, id);
      if (known) return setupOf(known);
      const channel = newChannel(
        { id, owner, type, address, keys },
        this.#now(),
      );
      putChannel(tx, channel);
      return {
        ...setupOf(channel),
        ...(keys.length > 0 && { secret: verifierOf(keys[0]) }),
      };
    });
  }

  async #byMail(address: string, origin: string): Promise<ChannelSetup> {
    const owner = this.#owner;
    const id = channelIdOf(owner, "email", address.toLowerCase());
    const setup = await this.#within(async (tx) => {
      const known = await findChannel(tx, owner, id);
      if (known) return setupOf(known);
      const now = this.#now();
      const channel = newChannel(
        { id, owner, type: "email", address, state: "pending" },
        now,
      );
      putChannel(tx, channel);
      const token = makeLink(tx, channel, now);
      const link = `${origin}/channels/confirm?token=${token}`;
      this.#send(tx, channel, { type: "channel.confirm", data: { link } });
      return setupOf(channel);
    });
    this.#settings.wake?.();
    return setup;
  }

  /** A chat that was never linked is asked for again instead of adding another. */
  async #newChat(bot: string): Promise<ChannelSetup> {
    const owner = this.#owner;
    const waiting = (await listChannels(this.#kv, owner)).find((each) =>
      each.type === "telegram" && each.state === "pending"
    );
    return await this.#within((tx) => {
      const now = this.#now();
      const channel = waiting ?? newChannel({
        id: unboundChannelId(),
        owner,
        type: "telegram",
        address: null,
        state: "pending",
      }, now);
      putChannel(tx, channel);
      const link_token = makeLink(tx, channel, now);
      tx.set(this.#tokenKey(link_token), channel.id);
      return Promise.resolve({
        ...setupOf(channel),
        link: `https://t.me/${bot}?start=${link_token}`,
        link_token,
      });
    });
  }

  /** A used token still names its chat, to its owner only. */
  #tokenKey(token: string): Deno.KvKey {
    return ["channel_tokens", this.#owner, hash("sha256", token, "base64url")];
  }

  async #linkedChat(token: string): Promise<ChannelSetup> {
    const { value: id } = await this.#kv.get<string>(this.#tokenKey(token));
    const channel = id !== null &&
      await this.#within((tx) => findChannel(tx, this.#owner, id));
    if (!channel) {
      throw invalidParams(
        "channels",
        "a link_token that this server gave you; leave it out for a new one",
      );
    }
    return setupOf(channel);
  }

  #send(
    tx: Transaction,
    { id: channel }: StoredChannel,
    given: Pick<
      Message & { type: "channel.confirm" | "channel.ping" },
      "type" | "data"
    >,
  ): string {
    const id = deliveryId();
    const now = this.#now();
    const timestamp = new Date(now).toISOString();
    const message = { ...given, timestamp } as Message;
    enqueue(tx, { id, owner: this.#owner, channel, message }, { now });
    return id;
  }

  #change(
    id: string,
    to: (channel: StoredChannel) => Partial<StoredChannel>,
  ): Promise<ChannelView> {
    return this.#within(async (tx) => {
      const channel = await findChannel(tx, this.#owner, id);
      if (!channel) throw unknown();
      const changed = { ...channel, ...to(channel) };
      putChannel(tx, changed);
      return channelView(changed);
    });
  }
}

function setupOf({ id, type, state }: StoredChannel): ChannelSetup {
  return { channel_id: id, type, state };
}

function unknown(): Fault {
  return new Fault("not_found", "there is no channel with this id", {
    field: "id",
    expected: "a channel_id that /api/me/channels lists",
  });
}

function inactive({ state }: StoredChannel): Fault {
  return new Fault("conflict", `the channel is ${state}`, {
    field: "id",
    expected: "a channel that is linked and enabled",
  });
}

function notSetUp(what: string): Fault {
  return invalidParams(
    "channels",
    "a kind of channel that this server offers",
    `this server's operator has not set up ${what}`,
  );
}
