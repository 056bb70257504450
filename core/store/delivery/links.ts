import { DAY_MS } from "../../../contracts/day.ts";
import { hash, randomBytes } from "node:crypto";
import { transact, type Transaction } from "../transact.ts";
import { findChannel, putChannel, type StoredChannel } from "./channels.ts";

/** What a token binds. */
interface Link {
  readonly owner: string;
  readonly channel: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** How long a token works, milliseconds. */
const LIFETIME = DAY_MS;

const linkKey = (token: string) => [
  "channel_links",
  hash("sha256", token, "base64url"),
];

/** Returns a token that binds a channel once, within a day. Only its hash is kept. */
export function makeLink(
  tx: Transaction,
  { owner, id }: Pick<StoredChannel, "owner" | "id">,
  now: number,
): string {
  const token = randomBytes(24).toString("base64url");
  const link: Link = { owner, channel: id, until: now + LIFETIME };
  tx.set(linkKey(token), link, { expireIn: LIFETIME });
  return token;
}

/** Returns the channel that a token would bind; null when it binds none. */
export async function linkedChannel(
  kv: Deno.Kv,
  token: string,
  now: number,
): Promise<StoredChannel | null> {
  const { value: link } = await kv.get<Link>(linkKey(token));
  if (!link || link.until <= now) return null;
  const key = ["channels", link.owner, link.channel];
  return (await kv.get<StoredChannel>(key)).value;
}

/**
 * Binds the channel of a token; the token works once.
 *
 * @param address the chat, for a channel that has none yet
 * @returns the channel; null when the token binds none
 */
export function bindLink(
  kv: Deno.Kv,
  token: string,
  now: number,
  address?: string,
): Promise<StoredChannel | null> {
  const key = linkKey(token);
  return transact(kv, key, async (tx) => {
    const link = await tx.get<Link>(key);
    if (!link || link.until <= now) return null;
    const channel = await findChannel(tx, link.owner, link.channel);
    if (!channel || channel.state === "disabled") return null;
    const bound: StoredChannel = {
      ...channel,
      state: "active",
      address: channel.address ?? address ?? null,
    };
    tx.delete(key);
    putChannel(tx, bound);
    return bound;
  });
}
