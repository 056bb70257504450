import { LRUCache } from "lru-cache";
import { type Admission, admissions } from "./admission.ts";
import {
  type Bucket,
  type Policy,
  refundBucket,
  spendBucket,
  WINDOW,
} from "./allowance.ts";
import { batchByKey } from "../batch_by_key.ts";
import { transact } from "../transact.ts";

/**
 * Calls of an account that this server has reserved from the bucket in advance, because the
 * account calls often: so most calls cost no write. What is in a lease is gone from the bucket,
 * so servers together never grant more than the bucket holds.
 */
interface TokenLease {
  calls: number;
  /** How many were taken. */
  readonly taken: number;
  /** Until when they may be spent, epoch milliseconds; later they go back with the next call. */
  readonly until: number;
  /** Left in the bucket when they were taken. */
  readonly remaining: number;
}

/** How long calls may stay in a lease, milliseconds. */
const LEASE_MS = 1_000;

/** Accounts with a lease. One that is forgotten loses what is in it: the bucket fills up again. */
const LEASES = 20_000;

/** How long an untouched bucket is kept, milliseconds: it is full again by then. */
const BUCKET_TTL = 2 * WINDOW;

/** Counts calls of accounts by token buckets that all servers share. */
export function accountLimit(
  kv: Deno.Kv,
  now: () => number,
): (id: string, policy: Policy) => Promise<Admission> {
  const leases = new LRUCache<string, TokenLease>({ max: LEASES });

  const fromBucket = batchByKey<Policy, Admission>(async (id, asked) => {
    const [policy] = asked;
    const lease = leases.get(id);
    leases.delete(id);
    const key = ["limits", "account", id];
    const at = now();
    const { grant, next } = await transact(kv, key, async (tx) => {
      const bucket = refundBucket(
        await tx.get<Bucket>(key) ?? undefined,
        lease?.calls ?? 0,
        policy,
      );
      const grant = spendBucket(bucket, asked.length, at, policy);
      const taken = leaseSize(lease, at, grant.remaining, policy);
      const state = taken > 0
        ? spendBucket(grant.state, taken, at, policy).state
        : grant.state;
      if (state) tx.set(key, state, { expireIn: BUCKET_TTL });
      const remaining = grant.remaining - taken;
      const until = at + LEASE_MS;
      return { grant, next: { calls: taken, taken, until, remaining } };
    });
    leases.set(id, next);
    return admissions(grant, asked);
  });

  return (id, policy) => {
    const lease = leases.get(id);
    if (!lease || lease.calls === 0 || lease.until <= now()) {
      return fromBucket(id, policy);
    }
    lease.calls--;
    return Promise.resolve({
      allowed: true,
      limit: policy.perMinute,
      remaining: lease.remaining + lease.calls,
      wait: WINDOW / policy.perMinute,
    });
  };
}

/**
 * How many calls to reserve in advance: twice as many as last time when those were spent in time, half
 * as many when they were not, and none that would leave the bucket less than half full, so that
 * near its end every server counts call by call.
 */
function leaseSize(
  lease: TokenLease | undefined,
  at: number,
  remaining: number,
  { perMinute }: Policy,
): number {
  const wanted = lease === undefined
    ? 0
    : at < lease.until
    ? Math.max(1, lease.taken * 2)
    : Math.floor(lease.taken / 2);
  const spare = Math.floor(remaining - perMinute / 2);
  return Math.max(0, Math.min(wanted, spare, Math.floor(remaining / 4)));
}
