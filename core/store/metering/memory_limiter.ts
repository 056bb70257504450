import { LRUCache } from "lru-cache";
import { type Admission, admissions } from "./admission.ts";
import {
  type Bucket,
  type Policy,
  spendBucket,
  spendWindow,
} from "./allowance.ts";
import type { Limiter } from "./limiter.ts";

/** Accounts and networks that are told apart; the one that called longest ago is forgotten first. */
const MOST = 20_000;

/**
 * Counts calls in memory, of this server alone: for while the store cannot be written, and for
 * what is not worth a write.
 *
 * @param now epoch milliseconds, by default the clock's
 */
export function memoryLimiter(now: () => number = Date.now): Limiter {
  const buckets = new LRUCache<string, Bucket>({ max: MOST });
  const windows = new LRUCache<string, readonly number[]>({ max: MOST });
  return {
    account(id, perMinute) {
      const policy: Policy = { perMinute };
      const grant = spendBucket(buckets.get(id), 1, now(), policy);
      if (grant.state) buckets.set(id, grant.state);
      return Promise.resolve(admissions(grant, [policy])[0]);
    },
    network(address, perMinute) {
      const policy: Policy = { perMinute };
      const grant = spendWindow(windows.get(address) ?? [], 1, now(), policy);
      if (grant.state) windows.set(address, grant.state);
      return Promise.resolve<Admission>(admissions(grant, [policy])[0]);
    },
  };
}
