import { transact } from "../transact.ts";

/** The right to write one source's listings, held by one process at a time. */
export interface SourceClaim {
  readonly source: string;
  /** Grows with every claim; a holder whose number was passed has lost it. */
  readonly fence: number;
}

/** How a claim is kept. */
export interface Lease {
  readonly fence: number;
  /** Until when it holds without a sign of life, epoch milliseconds. */
  readonly until: number;
}

/** How long a holder may be silent before another may take over. Every write renews it. */
export const LEASE_MS = 30_000;

/** Key of a source's lease. */
export const leaseKey = (source: string): Deno.KvKey => [
  "listings",
  "lease",
  source,
];

/**
 * Claims a source.
 *
 * @param now epoch milliseconds
 * @returns the claim, or when to try again while another process holds it, epoch milliseconds
 */
export function claimSource(
  kv: Deno.Kv,
  source: string,
  now: number,
): Promise<SourceClaim | { readonly heldUntil: number }> {
  const key = leaseKey(source);
  return transact(kv, key, async (tx) => {
    const lease = await tx.get<Lease>(key);
    if (lease && lease.until > now) return { heldUntil: lease.until };
    const fence = (lease?.fence ?? 0) + 1;
    tx.set(key, { fence, until: now + LEASE_MS } satisfies Lease);
    return { source, fence };
  });
}

/** Keeps a claim for another lease. Returns false when it was lost. */
export function renewClaim(
  kv: Deno.Kv,
  { source, fence }: SourceClaim,
  now: number,
): Promise<boolean> {
  const key = leaseKey(source);
  return transact(kv, key, async (tx) => {
    if ((await tx.get<Lease>(key))?.fence !== fence) return false;
    tx.set(key, { fence, until: now + LEASE_MS } satisfies Lease);
    return true;
  });
}

/** Gives a claim back. */
export function releaseClaim(
  kv: Deno.Kv,
  { source, fence }: SourceClaim,
): Promise<void> {
  const key = leaseKey(source);
  return transact(kv, key, async (tx) => {
    if ((await tx.get<Lease>(key))?.fence !== fence) return;
    tx.set(key, { fence, until: 0 } satisfies Lease);
  });
}
