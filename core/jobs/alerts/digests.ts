import { DAY_MS } from "../../../contracts/day.ts";
import type { Profile } from "../../../contracts/saved_items.ts";
import { profileIndexKey } from "../../store/alerts/profiles.ts";
import {
  lastDigest,
  sendDigest,
  waitingAlerts,
} from "../../store/alerts/digest.ts";
import { leavesAt } from "./quiet_hours.ts";

/** Shortest time between two digests, milliseconds: a little less than their name says, since runs do not start at the same second. */
const SHORTEST = {
  instant: 0,
  daily: 20 * 3_600_000,
  weekly: 6.5 * DAY_MS,
} as const;

/**
 * Sends the digests whose time has come: of profiles with a daily or weekly cadence, and what was
 * over the cap of the others. Returns how many were sent.
 *
 * @param day names this run's digests, as YYYY-MM-DD
 */
export async function sendDigests(
  kv: Deno.Kv,
  { day, now, signal }: {
    readonly day: string;
    readonly now: number;
    readonly signal?: AbortSignal;
  },
): Promise<number> {
  let sent = 0;
  for await (const waiting of waitingAlerts(kv)) {
    signal?.throwIfAborted();
    const { owner, profileId } = waiting;
    const key = profileIndexKey(owner, profileId);
    const { value: profile } = await kv.get<Profile>(key);
    if (!profile || profile.paused) continue;
    const last = await lastDigest(kv, owner, profileId);
    if (last !== null && now - last < SHORTEST[profile.cadence]) continue;
    const due = leavesAt(profile.quiet_hours, now);
    if (await sendDigest(kv, waiting, profile, { day, now, due }) > 0) sent++;
  }
  return sent;
}
