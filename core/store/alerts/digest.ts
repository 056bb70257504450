import type { Alert, Message } from "../../../contracts/alerts.ts";
import type { Profile } from "../../../contracts/saved_items.ts";
import { openChannels } from "../delivery/channels.ts";
import { deliveryIdOf, enqueue } from "../delivery/outbox.ts";
import { transact, type Transaction } from "../transact.ts";

const pendingKey = (owner: string, profile: string, id: string) => [
  "alerts",
  "pending",
  owner,
  profile,
  id,
];

/** Puts an alert among those that wait for the profile's next digest. */
export function wait(tx: Transaction, owner: string, alert: Alert): void {
  tx.set(pendingKey(owner, alert.profile_id, alert.alert_id), alert);
}

/** Alerts of a profile that wait for its digest. */
export interface Waiting {
  readonly owner: string;
  readonly profileId: string;
  readonly alerts: readonly Alert[];
}

/** Yields the alerts that wait for a digest, by profile. */
export async function* waitingAlerts(kv: Deno.Kv): AsyncGenerator<Waiting> {
  let current:
    | { owner: string; profileId: string; alerts: Alert[] }
    | undefined;
  for await (
    const { key, value } of kv.list<Alert>({ prefix: ["alerts", "pending"] })
  ) {
    const [, , owner, profileId] = key.map(String);
    if (current?.owner !== owner || current.profileId !== profileId) {
      if (current) yield current;
      current = { owner, profileId, alerts: [] };
    }
    current.alerts.push(value);
  }
  if (current) yield current;
}

/** Largest digest, bytes of JSON: below what a webhook may hold. */
const DIGEST_BYTES = 18_000;
/** Alerts that one digest takes from those that wait; the rest follows in the next. */
const DIGEST_ALERTS = 200;

/** When a profile's last digest was sent, epoch milliseconds; null before the first. */
export async function lastDigest(
  kv: Deno.Kv,
  owner: string,
  profileId: string,
): Promise<number | null> {
  return (await kv.get<number>(digestKey(owner, profileId))).value;
}

const digestKey = (owner: string, profileId: string) => [
  "alerts",
  "digest",
  owner,
  profileId,
];

/**
 * Sends one message about the alerts that wait, the best first, and takes them from those that wait.
 *
 * @param day names the digest, so that a repeated run sends none twice
 * @returns alerts in it; 0 when it was sent before
 */
export function sendDigest(
  kv: Deno.Kv,
  { owner, profileId, alerts: waiting }: Waiting,
  profile: Profile,
  { day, now, due }: {
    readonly day: string;
    readonly now: number;
    readonly due: number;
  },
): Promise<number> {
  const taken = waiting.slice(0, DIGEST_ALERTS);
  return transact(kv, ["outbox", owner], async (tx) => {
    const first = pendingKey(owner, profileId, taken[0].alert_id);
    if (await tx.get(first) === null) return 0;
    const sorted = [...taken].sort((a, b) => (b.score ?? -1) - (a.score ?? -1));
    const alerts: Alert[] = [];
    let bytes = 0;
    for (const alert of sorted) {
      bytes += new TextEncoder().encode(JSON.stringify(alert)).length + 1;
      if (bytes > DIGEST_BYTES) break;
      alerts.push(alert);
    }
    const message: Message = {
      type: "alert.digest",
      timestamp: new Date(now).toISOString(),
      data: {
        profile_id: profileId,
        profile_name: profile.name,
        alerts,
        total: taken.length,
      },
    };
    for (
      const { id: channel } of await openChannels(
        tx,
        owner,
        profile.channels,
        now,
      )
    ) {
      const id = deliveryIdOf(
        "digest",
        profileId,
        day,
        taken[0].alert_id,
        channel,
      );
      enqueue(tx, { id, owner, channel, message }, { now, due });
    }
    for (const { alert_id } of taken) {
      tx.delete(pendingKey(owner, profileId, alert_id));
    }
    tx.set(digestKey(owner, profileId), now);
    return taken.length;
  });
}
