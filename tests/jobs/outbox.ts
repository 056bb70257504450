import type { Message } from "../../contracts/alerts.ts";
import { outbound } from "../../core/delivery/outbound.ts";
import { signingKey } from "../../core/delivery/signature.ts";
import {
  messageSender,
  type Transports,
} from "../../core/jobs/send_message.ts";
import {
  newChannel,
  putChannel,
  type StoredChannel,
} from "../../core/store/delivery/channels.ts";
import {
  type Delivery,
  deliveryKey,
  enqueue,
} from "../../core/store/delivery/outbox.ts";
import { transact } from "../../core/store/transact.ts";

/** Outbound requests that reach this machine too. */
export const LOCAL = outbound({
  networks: ["127.0.0.0/8"],
  ports: "any",
  plain: true,
});

/** Sends to this machine. */
export const localSender = (more: Partial<Transports> = {}) =>
  messageSender({ outbound: LOCAL, ...more });

/** Adds a webhook channel. */
export async function addWebhook(
  kv: Deno.Kv,
  owner: string,
  id: string,
  address: string,
  given: Partial<StoredChannel> = {},
): Promise<StoredChannel> {
  const keys = [signingKey("v1")];
  const channel = newChannel(
    { id, owner, type: "webhook", address, keys, ...given },
    Date.now(),
  );
  await transact(kv, ["test"], (tx) => putChannel(tx, channel));
  return channel;
}

/** Puts a message on its way. */
export function send(
  kv: Deno.Kv,
  channel: StoredChannel,
  id: string,
  message: Message,
  now = Date.now(),
): Promise<void> {
  const { owner } = channel;
  return transact(
    kv,
    ["test"],
    (tx) => enqueue(tx, { id, owner, channel: channel.id, message }, { now }),
  );
}

/** Returns a delivery; null when there is none. */
export async function findDelivery(
  kv: Deno.Kv,
  id: string,
): Promise<Delivery | null> {
  return (await kv.get<Delivery>(deliveryKey(id))).value;
}

/** How long a test waits for what must come, milliseconds: no measure of speed, only an end. */
const PATIENCE = 180_000;

/** Waits until something holds. */
export async function until(
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!await holds()) {
    if (performance.now() > end) throw new Error("it did not come about");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
