import { hash } from "node:crypto";
import type { Alert, MatchReason, Message } from "../../../contracts/alerts.ts";
import { DAY_MS } from "../../../contracts/day.ts";
import type { Profile } from "../../../contracts/saved_items.ts";
import { openChannels } from "../delivery/channels.ts";
import { deliveryIdOf, enqueue } from "../delivery/outbox.ts";
import { tellAppended } from "../events/appended.ts";
import { appendEvent, headKey } from "../events/log.ts";
import { getAll } from "../get_all.ts";
import { transact, type Transaction } from "../transact.ts";
import { wait } from "./digest.ts";

/** Alerts that an owner got about a property for a profile, so that none is sent twice. */
export interface Told {
  /** Reasons told, with the time, epoch milliseconds. */
  readonly reasons: Partial<Record<MatchReason, number>>;
  /** As they were when it was last told. */
  readonly price: number;
  readonly score: number | null;
}

/** A profile that there may be alerts for. Times are epoch milliseconds. */
export interface RaiseTask {
  readonly owner: string;
  readonly profile: Profile;
  readonly now: number;
  /** Key of the day in the profile's time zone, which its cap counts by. */
  readonly capDay: string;
  /** When its messages may leave: later than now in quiet hours. */
  readonly due: number;
  readonly candidates: readonly Candidate[];
}

/** A property that there may be an alert about. */
export interface Candidate {
  readonly property: string;
  /** Returns the alert, for what was told before; null where that is all there is to say. */
  alert(told: Told | null): Alert | null;
}

/** How long it is known that something was told, milliseconds. */
const TOLD_KEPT = 180 * DAY_MS;
/** How long the count of a day is kept, milliseconds. */
const COUNT_KEPT = 3 * DAY_MS;
/** Tasks of one transaction: each checks its owner's log, and the store takes ten checks. */
const TASKS_AT_ONCE = 10;
/** Rows with a whole alert in one transaction: 3 KiB each, in the store's 800 KiB. */
const BODIES_AT_ONCE = 150;
/** Candidates of one task: with five channels, six bodies each. */
const CANDIDATES_AT_ONCE = 25;
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

/** Returns the id of the one alert for a profile, a property and a reason. */
export function alertIdOf(
  profile: string,
  property: string,
  reason: MatchReason,
): string {
  const digest = hash(
    "sha256",
    `${profile} ${property} ${reason}`,
    "base64url",
  );
  return `alr_${digest.slice(0, 20)}`;
}

/** Gathers tasks so that each batch fits into one transaction. */
export async function* inBatches(
  tasks: AsyncIterable<RaiseTask>,
): AsyncGenerator<RaiseTask[]> {
  let batch: RaiseTask[] = [];
  let bodies = 0;
  for await (const whole of tasks) {
    for (const task of inSlices(whole)) {
      const more = task.candidates.length * (1 + task.profile.channels.length);
      if (
        batch.length === TASKS_AT_ONCE ||
        (batch.length > 0 && bodies + more > BODIES_AT_ONCE)
      ) {
        yield batch;
        batch = [];
        bodies = 0;
      }
      batch.push(task);
      bodies += more;
    }
  }
  if (batch.length > 0) yield batch;
}

function* inSlices(task: RaiseTask): Generator<RaiseTask> {
  const { candidates } = task;
  for (let at = 0; at < candidates.length; at += CANDIDATES_AT_ONCE) {
    yield {
      ...task,
      candidates: candidates.slice(at, at + CANDIDATES_AT_ONCE),
    };
  }
}

/**
 * Raises each alert of a batch once: its event, and its messages or its place in the next digest,
 * land together.
 *
 * @returns how many were raised
 */
export async function raise(
  kv: Deno.Kv,
  batch: readonly RaiseTask[],
): Promise<number> {
  const raised = await transact(
    kv,
    ["outbox", batch[0].owner],
    async (tx) => {
      // Raising changes the log's head, so that checking this one key covers what was told.
      await Promise.all(batch.map(({ owner }) => tx.get(headKey(owner))));
      const told = await tx.getUnchecked<Told>(toldKeys(batch));
      let raised = 0;
      for (const { task, alerts } of untold(batch, told)) {
        await raiseFor(tx, task, alerts);
        raised += alerts.length;
      }
      return raised;
    },
  );
  if (raised > 0) { for (const { owner } of batch) tellAppended(kv, owner); }
  return raised;
}

/** Returns how many alerts `raise` would raise. */
export async function countUntold(
  kv: Deno.Kv,
  batch: readonly RaiseTask[],
): Promise<number> {
  const told = await getAll<Told>(kv, toldKeys(batch));
  return untold(batch, told).reduce(
    (sum, { alerts }) => sum + alerts.length,
    0,
  );
}

const toldKeys = (batch: readonly RaiseTask[]): Deno.KvKey[] =>
  batch.flatMap(({ owner, profile, candidates }) =>
    candidates.map(({ property }) =>
      toldKey(owner, profile.profile_id, property)
    )
  );

/** An alert that was not told yet, and what is known to be told with it. */
interface Untold {
  readonly alert: Alert;
  readonly told: Told;
}

/** The alerts of each task that were not told yet. A profile may meet a property twice: two listings may be of one. */
function untold(
  batch: readonly RaiseTask[],
  toldBefore: readonly (Told | null)[],
): { readonly task: RaiseTask; readonly alerts: readonly Untold[] }[] {
  const names = toldKeys(batch).map((key) => key.join(" "));
  const known = new Map(names.map((name, n) => [name, toldBefore[n]]));
  let at = 0;
  return batch.flatMap((task) => {
    const alerts = task.candidates.flatMap((candidate) => {
      const name = names[at++];
      const before = known.get(name)!;
      const alert = candidate.alert(before);
      if (!alert) return [];
      const told: Told = {
        reasons: { ...before?.reasons, [alert.reason]: task.now },
        price: alert.list_price,
        score: alert.score,
      };
      known.set(name, told);
      return [{ alert, told }];
    });
    return alerts.length === 0 ? [] : [{ task, alerts }];
  });
}

async function raiseFor(
  tx: Transaction,
  { owner, profile, now, capDay, due }: RaiseTask,
  alerts: readonly Untold[],
): Promise<void> {
  const channels = await openChannels(tx, owner, profile.channels, now);
  const count = countKey(owner, profile.profile_id, capDay);
  const [sentBefore] = await tx.getUnchecked<number>([count]);
  let sent = sentBefore ?? 0;
  for (const { alert, told } of alerts) {
    const key = toldKey(owner, profile.profile_id, alert.property_id);
    tx.set(key, told, { expireIn: TOLD_KEPT });
    await appendEvent(tx, owner, { kind: "alert_raised", data: alert }, {
      at: new Date(now).toISOString(),
      actor: ACTOR,
    });
    if (channels.length === 0) continue;
    if (profile.cadence !== "instant" || sent >= profile.daily_cap) {
      wait(tx, owner, alert);
      continue;
    }
    sent++;
    const message: Message = {
      type: "alert.raised",
      timestamp: alert.raised_at,
      data: alert,
    };
    for (const { id: channel } of channels) {
      const id = deliveryIdOf(alert.alert_id, channel);
      enqueue(tx, { id, owner, channel, message }, { now, due });
    }
  }
  if (sent > (sentBefore ?? 0)) tx.set(count, sent, { expireIn: COUNT_KEPT });
}
