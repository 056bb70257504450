import { LRUCache } from "lru-cache";
import { type Admission, admissions } from "./admission.ts";
import {
  type Bucket,
  type Policy,
  refundBucket,
  spendBucket,
  WINDOW,
} from "./allowance.ts";
import { gather } from "../batch_by_key.ts";
import { transact } from "../transact.ts";

/**
 * Calls of an account that this server has taken from the bucket ahead of need, because the
 * account calls often: so most calls cost no write. What is in a purse is gone from the bucket,
 * so servers together never grant more than the bucket holds.
 */
interface Purse {
  calls: number;
  /** How many were taken. */
  readonly taken: number;
  /** Until when they may be spent, epoch milliseconds; later they go back with the next call. */
  readonly until: number;
  /** Left in the bucket when they were taken. */
  readonly remaining: number;
}

/** How long calls may stay in a purse, milliseconds. */
const PURSE_MS = 1_000;

/** Accounts with a purse. One that is forgotten loses what is in it: the bucket fills up again. */
const PURSES = 20_000;

/** How long an untouched bucket is kept, milliseconds: it is full again by then. */
const BUCKET_TTL = 2 * WINDOW;

/** Counts calls of accounts by token buckets that all servers share. */
export function accountLimit(
  kv: Deno.Kv,
  now: () => number,
): (id: string, policy: Policy) => Promise<Admission> {
  const purses = new LRUCache<string, Purse>({ max: PURSES });

  const fromBucket = gather<Policy, Admission>(async (id, asked) => {
    const [policy] = asked;
    const purse = purses.get(id);
    purses.delete(id);
    const key = ["limits", "account", id];
    const at = now();
    const { grant, next } = await transact(kv, key, async (tx) => {
      const bucket = refundBucket(
        await tx.get<Bucket>(key) ?? undefined,
        purse?.calls ?? 0,
        policy,
      );
      const grant = spendBucket(bucket, asked.length, at, policy);
      const taken = aheadOf(purse, at, grant.remaining, policy);
      const state = taken > 0
        ? spendBucket(grant.state, taken, at, policy).state
        : grant.state;
      if (state) tx.set(key, state, { expireIn: BUCKET_TTL });
      const remaining = grant.remaining - taken;
      const until = at + PURSE_MS;
      return { grant, next: { calls: taken, taken, until, remaining } };
    });
    purses.set(id, next);
    return admissions(grant, asked);
  });

  return (id, policy) => {
    const purse = purses.get(id);
    if (!purse || purse.calls === 0 || purse.until <= now()) {
      return fromBucket(id, policy);
    }
    purse.calls--;
    return Promise.resolve({
      allowed: true,
      limit: policy.perMinute,
      remaining: purse.remaining + purse.calls,
      wait: WINDOW / policy.perMinute,
    });
  };
}

/**
 * How many calls to take ahead: twice as many as last time when those were spent in time, half
 * as many when they were not, and none that would leave the bucket less than half full, so that
 * near its end every server counts call by call.
 */
function aheadOf(
  purse: Purse | undefined,
  at: number,
  remaining: number,
  { perMinute }: Policy,
): number {
  const wanted = purse === undefined
    ? 0
    : at < purse.until
    ? Math.max(1, purse.taken * 2)
    : Math.floor(purse.taken / 2);
  const spare = Math.floor(remaining - perMinute / 2);
  return Math.max(0, Math.min(wanted, spare, Math.floor(remaining / 4)));
}
