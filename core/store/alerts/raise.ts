import { DAY_MS } from "../../../contracts/day.ts";
import { hash } from "node:crypto";
import type { Alert, MatchReason, Message } from "../../../contracts/alerts.ts";
import type { Profile } from "../../../contracts/saved_items.ts";
import { tellAppended } from "../events/appended.ts";
import { appendEvent } from "../events/log.ts";
import { findChannel, type StoredChannel } from "../delivery/channels.ts";
import { enqueue } from "../delivery/outbox.ts";
import { transact, type Transaction } from "../transact.ts";

/** Alerts that an owner got about a property for a profile, so that none is sent twice. */
export interface Told {
  /** Reasons told, with the time, epoch milliseconds. */
  readonly reasons: Partial<Record<MatchReason, number>>;
  /** As they were when it was last told. */
  readonly price: number;
  readonly score: number | null;
}

/** An alert to raise: what it says, without what raising it settles. */
export interface Raised {
  readonly owner: string;
  readonly profile: Profile;
  readonly alert: Alert;
  /** Key of the day in the profile's time zone, which its cap counts by. */
  readonly capDay: string;
  /** When its messages may leave, epoch milliseconds: later than now in quiet hours. */
  readonly due: number;
}

/** How long it is known that something was told, milliseconds. */
const TOLD_KEPT = 180 * DAY_MS;
/** How long the count of a day is kept, milliseconds. */
const COUNT_KEPT = 3 * DAY_MS;
/** Who raises alerts. */
const ACTOR = "twoflat";

const toldKey = (owner: string, profile: string, property: string) => [
  "alerts",
  "told",
  owner,
  profile,
  property,
];
const countKey = (owner: string, profile: string, day: string) => [
  "alerts",
  "sent",
  owner,
  profile,
  day,
];
const pendingKey = (owner: string, profile: string, id: string) => [
  "alerts",
  "pending",
  owner,
  profile,
  id,
];

/** Returns the id of the one alert for a profile, a property and a reason. */
export function alertIdOf(
  profile: string,
  property: string,
  reason: MatchReason,
): string {
  return `alr_${digest(profile, property, reason)}`;
}

const digest = (...parts: readonly string[]) =>
  hash("sha256", parts.join(" "), "base64url").slice(0, 20);

/** Returns the alerts that an owner got about a property; null for none. */
export async function toldOf(
  kv: Deno.Kv,
  owner: string,
  profile: string,
  property: string,
): Promise<Told | null> {
  return (await kv.get<Told>(toldKey(owner, profile, property))).value;
}

/**
 * Raises an alert once: its event, and its messages or its place in the next digest, land together.
 *
 * @returns false when it was raised before
 */
export async function raise(
  kv: Deno.Kv,
  { owner, profile, alert, capDay, due }: Raised,
  now: number,
): Promise<boolean> {
  const { profile_id, cadence, daily_cap } = profile;
  const told = toldKey(owner, profile_id, alert.property_id);
  const raised = await transact(kv, ["outbox", owner], async (tx) => {
    const known = await tx.get<Told>(told);
    if (known?.reasons[alert.reason] !== undefined) return false;
    tx.set(
      told,
      {
        reasons: { ...known?.reasons, [alert.reason]: now },
        price: alert.list_price,
        score: alert.score,
      } satisfies Told,
      { expireIn: TOLD_KEPT },
    );
    await appendEvent(tx, owner, { kind: "alert_raised", data: alert }, {
      at: new Date(now).toISOString(),
      actor: ACTOR,
    });
    const channels = await openChannels(tx, owner, profile, now);
    if (channels.length === 0) return true;
    const count = countKey(owner, profile_id, capDay);
    const sent = await tx.get<number>(count) ?? 0;
    if (cadence !== "instant" || sent >= daily_cap) {
      tx.set(pendingKey(owner, profile_id, alert.alert_id), alert);
      return true;
    }
    tx.set(count, sent + 1, { expireIn: COUNT_KEPT });
    const message: Message = {
      type: "alert.raised",
      timestamp: alert.raised_at,
      data: alert,
    };
    for (const { id: channel } of channels) {
      const id = `msg_${digest(alert.alert_id, channel)}`;
      enqueue(tx, { id, owner, channel, message }, { now, due });
    }
    return true;
  });
  if (raised) tellAppended(kv, owner);
  return raised;
}

/** The profile's channels that take alerts now. */
async function openChannels(
  tx: Transaction,
  owner: string,
  { channels }: Profile,
  now: number,
): Promise<StoredChannel[]> {
  const found = await Promise.all(
    channels.map(({ channel_id }) => findChannel(tx, owner, channel_id)),
  );
  return found.filter((channel): channel is StoredChannel =>
    channel?.state === "active" && (channel.mutedUntil ?? 0) <= now
  );
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
    for (const { id: channel } of await openChannels(tx, owner, profile, now)) {
      const id = `msg_${
        digest("digest", profileId, day, taken[0].alert_id, channel)
      }`;
      enqueue(tx, { id, owner, channel, message }, { now, due });
    }
    for (const { alert_id } of taken) {
      tx.delete(pendingKey(owner, profileId, alert_id));
    }
    tx.set(digestKey(owner, profileId), now);
    return taken.length;
  });
}
