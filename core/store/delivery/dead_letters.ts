import type { DeadLetter } from "../../../contracts/alerts.ts";
import { transact } from "../transact.ts";
import { findChannel } from "./channels.ts";
import { deadKey, type Delivery, deliveryKey, setDue } from "./outbox.ts";

/** Returns undelivered messages with their owners: of one owner, or of all. */
export async function listDead(
  kv: Deno.Kv,
  owner?: string,
): Promise<(DeadLetter & { readonly owner: string })[]> {
  const prefix = ["outbox", "dead", ...(owner === undefined ? [] : [owner])];
  const found = kv.list<DeadLetter>({ prefix });
  return (await Array.fromAsync(found)).map(({ key, value }) => ({
    ...value,
    owner: String(key[2]),
  }));
}

/** Dead letters that an answer shows. */
const SHOWN_DEAD = 1_000;

/** Returns the latest undelivered messages, newest first, as they are shown. */
export async function latestDead(
  kv: Deno.Kv,
  owner?: string,
): Promise<DeadLetter[]> {
  const letters = await listDead(kv, owner);
  return letters.sort((a, b) => a.died_at < b.died_at ? 1 : -1)
    .slice(0, SHOWN_DEAD)
    .map(({ owner: _, ...letter }) => letter);
}

/**
 * Puts a message that did not arrive on its way again, with all its attempts and the same id.
 *
 * @returns false when there is no such dead letter, or its channel takes nothing
 */
export function replay(
  kv: Deno.Kv,
  owner: string,
  id: string,
  now: number,
): Promise<boolean> {
  return transact(kv, ["outbox", owner], async (tx) => {
    const found = await tx.get<Delivery>(deliveryKey(id));
    if (found?.owner !== owner || found.state !== "dead") return false;
    const channel = await findChannel(tx, owner, found.channel);
    if (channel?.state !== "active") return false;
    const delivery: Delivery = {
      ...found,
      state: "pending",
      attempts: 0,
      due: now,
      reason: null,
    };
    tx.set(deliveryKey(id), delivery);
    tx.delete(deadKey(owner, id));
    setDue(tx, delivery);
    return true;
  });
}

/** Deletes messages that died before a time, epoch milliseconds. Returns how many. */
export async function pruneDead(kv: Deno.Kv, before: number): Promise<number> {
  const limit = new Date(before).toISOString();
  let deleted = 0;
  for await (
    const { key, value } of kv.list<DeadLetter>({ prefix: ["outbox", "dead"] })
  ) {
    if (value.died_at >= limit) continue;
    await kv.atomic().delete(key).delete(deliveryKey(value.delivery_id))
      .commit();
    deleted++;
  }
  return deleted;
}
