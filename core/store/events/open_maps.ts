import { transact } from "../transact.ts";

/** How long a server's word that a map is open counts, milliseconds: two renewals may fail. */
const GOOD_MS = 45_000;
/** How often a server renews its word, milliseconds. */
export const RENEW_MS = 15_000;

interface Open {
  /** Epoch milliseconds. */
  readonly until: number;
}

const keyOf = (owner: string, server: string) => [
  "open_maps",
  owner,
  server,
];

/** Keeps that a map of each owner is open on this server, for a while. */
export async function keepMapsOpen(
  kv: Deno.Kv,
  server: string,
  owners: readonly string[],
  now: number,
): Promise<void> {
  for (let at = 0; at < owners.length; at += MOST_WRITES) {
    const atomic = kv.atomic();
    for (const owner of owners.slice(at, at + MOST_WRITES)) {
      atomic.set(
        keyOf(owner, server),
        { until: now + GOOD_MS } satisfies Open,
        { expireIn: GOOD_MS },
      );
    }
    await atomic.commit();
  }
}

/** Writes of one atomic: well below what remote Deno KV takes. */
const MOST_WRITES = 200;

/** Keeps that no map of the owner is open on this server any more. */
export async function closeMaps(
  kv: Deno.Kv,
  server: string,
  owner: string,
): Promise<void> {
  const key = keyOf(owner, server);
  await transact(kv, key, (tx) => tx.delete(key));
}

/** Returns whether a map of the owner is open on any server. */
export async function isMapOpen(
  kv: Deno.Kv,
  owner: string,
  now: number,
): Promise<boolean> {
  const found = kv.list<Open>({ prefix: ["open_maps", owner] });
  for await (const { value } of found) if (value.until > now) return true;
  return false;
}
