import { isoTime } from "../../../contracts/day.ts";
import { hash } from "node:crypto";
import { nanoid } from "nanoid";
import type { ChannelType, ChannelView } from "../../../contracts/alerts.ts";
import type { Transaction } from "../transact.ts";

/** A key that webhooks of a channel are signed with. */
export interface ChannelKey {
  readonly version: "v1" | "v1a";
  readonly secret: string;
  /** Until when it signs beside a newer one, epoch milliseconds; null for the current one. */
  readonly until: number | null;
}

/** Where an owner's alerts go. Times are epoch milliseconds. */
export interface StoredChannel {
  readonly id: string;
  readonly owner: string;
  readonly type: ChannelType;
  /** URL, chat or e-mail address; null for a chat that is not bound yet. */
  readonly address: string | null;
  readonly state: ChannelView["state"];
  /** Why it is disabled; null otherwise. */
  readonly reason: string | null;
  /** The current key first; empty for what is not signed. */
  readonly keys: readonly ChannelKey[];
  readonly created: number;
  readonly mutedUntil: number | null;
  /** Since when every attempt has failed; null when the last one did not. */
  readonly failingSince: number | null;
  /** Until when nothing is sent, because the receiver has too much to do. */
  readonly throttledUntil: number | null;
  readonly last: {
    readonly at: number;
    readonly delivered: boolean;
    readonly detail: string;
  } | null;
}

/** Returns the key of a channel. */
export const channelKey = (owner: string, id: string): Deno.KvKey => [
  "channels",
  owner,
  id,
];

/** Returns the id of the one channel that an owner has for an address. */
export function channelIdOf(
  owner: string,
  type: ChannelType,
  address: string,
): string {
  const digest = hash("sha256", `${owner} ${type} ${address}`, "base64url");
  return `ch_${digest.slice(0, 16)}`;
}

/** Returns an id for a channel whose address is not known yet. */
export const unboundChannelId = (): string => `ch_${nanoid(16)}`;

/** Returns a channel that has delivered nothing yet. */
export function newChannel(
  given:
    & Pick<StoredChannel, "id" | "owner" | "type" | "address">
    & Partial<StoredChannel>,
  now: number,
): StoredChannel {
  return {
    state: "active",
    reason: null,
    keys: [],
    created: now,
    mutedUntil: null,
    failingSince: null,
    throttledUntil: null,
    last: null,
    ...given,
  };
}

/** Returns a channel as a transaction sees it; null when there is none. */
export function findChannel(
  tx: Transaction,
  owner: string,
  id: string,
): Promise<StoredChannel | null> {
  return tx.get<StoredChannel>(channelKey(owner, id));
}

/** Returns those of a profile's channels that take messages now. Not checked: sending looks at the channel again. */
export async function openChannels(
  tx: Transaction,
  owner: string,
  named: readonly { readonly channel_id: string }[],
  now: number,
): Promise<StoredChannel[]> {
  const found = await tx.getUnchecked<StoredChannel>(
    named.map(({ channel_id }) => channelKey(owner, channel_id)),
  );
  return found.filter((channel): channel is StoredChannel =>
    channel?.state === "active" && (channel.mutedUntil ?? 0) <= now
  );
}

/** Writes a channel. */
export function putChannel(tx: Transaction, channel: StoredChannel): void {
  tx.set(channelKey(channel.owner, channel.id), channel);
}

/** Returns an owner's channels, by id. */
export async function listChannels(
  kv: Deno.Kv,
  owner: string,
): Promise<StoredChannel[]> {
  const found = kv.list<StoredChannel>({ prefix: ["channels", owner] });
  return (await Array.fromAsync(found)).map(({ value }) => value);
}

/** Returns a channel as its owner sees it. A chat webhook's path is a secret, so only its host is shown. */
export function channelView(channel: StoredChannel): ChannelView {
  const { type, address, last } = channel;
  const hidesPath = type === "slack" || type === "discord";
  return {
    channel_id: channel.id,
    type,
    address: hidesPath ? `${new URL(address!).origin}/…` : address,
    state: channel.state,
    reason: channel.reason,
    muted_until: isoTime(channel.mutedUntil),
    created_at: isoTime(channel.created),
    last: last && { ...last, at: isoTime(last.at) },
  };
}
