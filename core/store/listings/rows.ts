import { nanoid } from "nanoid";
import { Fault } from "../../../contracts/errors.ts";
import { transact } from "../transact.ts";
import { type Lease, LEASE_MS, leaseKey, type SourceClaim } from "./claim.ts";

/** A row to write, under its source's key. */
export interface RowWrite<R> {
  readonly key: string;
  readonly row: R;
  /** Why its parcel is unknown; null when it is known. */
  readonly unmatched: string | null;
}

/** A listing without a parcel, as queued for a person. */
export interface Unmatched {
  readonly source: string;
  readonly key: string;
  readonly reason: string;
}

const VERSION: Deno.KvKey = ["listings", "version"];

const rowKey = (source: string, key: string): Deno.KvKey => [
  "listings",
  "row",
  source,
  key,
];
const changeKey = (version: number): Deno.KvKey => [
  "listings",
  "change",
  version,
];
const unmatchedKey = (source: string, key: string): Deno.KvKey => [
  "listings",
  "unmatched",
  source,
  key,
];
const positionKey = (source: string): Deno.KvKey => [
  "listings",
  "position",
  source,
];

/** Versions whose changes are kept; a reader that is further behind reads every row. */
const KEPT_VERSIONS = 5_000;

/** Remote Deno KV reads at most ten keys at once. */
const KEYS_PER_READ = 10;

/** Rows and bytes (of JSON) of one write: well below the remote limits of 1,000 mutations and 800 KiB. */
const ROWS_PER_WRITE = 200;
const BYTES_PER_WRITE = 300_000;

/** Returns the version of the stored listings; 0 before the first. */
export async function listingsVersion(kv: Deno.Kv): Promise<number> {
  return (await kv.get<number>(VERSION)).value ?? 0;
}

/** Returns what tells a version from one of the same number in another store, or in a copy put back; null where it is not kept any more. */
export async function stampOfVersion(
  kv: Deno.Kv,
  version: number,
): Promise<string | null> {
  return (await kv.get<ChangeRow>(changeKey(version))).value?.stamp ?? null;
}

/** Returns where a source's replication stands; null before the first. */
export async function readPosition<P>(
  kv: Deno.Kv,
  source: string,
): Promise<P | null> {
  return (await kv.get<P>(positionKey(source))).value;
}

/** Returns the rows with these keys that exist, by key. */
export async function readRows<R>(
  kv: Deno.Kv,
  source: string,
  keys: readonly string[],
): Promise<Map<string, R>> {
  const found = new Map<string, R>();
  const reads: Promise<void>[] = [];
  for (let at = 0; at < keys.length; at += KEYS_PER_READ) {
    const some = keys.slice(at, at + KEYS_PER_READ);
    reads.push(
      kv.getMany<R[]>(some.map((key) => rowKey(source, key))).then(
        (entries) =>
          entries.forEach(({ value }, n) => {
            if (value !== null) found.set(some[n], value);
          }),
      ),
    );
  }
  await Promise.all(reads);
  return found;
}

/** Reads every row, or those of one source. */
export async function* allRows<R>(
  kv: Deno.Kv,
  source?: string,
): AsyncGenerator<R> {
  const prefix = source === undefined
    ? ["listings", "row"]
    : ["listings", "row", source];
  for await (const { value } of kv.list<R>({ prefix }, { batchSize: 500 })) {
    yield value;
  }
}

/** Reads the queue of listings without a parcel. */
export async function* unmatchedRows(
  kv: Deno.Kv,
  limit?: number,
): AsyncGenerator<Unmatched> {
  const found = kv.list<string>({ prefix: ["listings", "unmatched"] }, {
    limit,
  });
  for await (const { key, value } of found) {
    yield { source: String(key[2]), key: String(key[3]), reason: value };
  }
}

/**
 * Returns the rows that changed after a version, as `[source, key]`, with the version they lead
 * to; null when those changes are no longer kept.
 */
export async function changedRows(
  kv: Deno.Kv,
  after: number,
): Promise<
  { readonly version: number; readonly rows: [string, string][] } | null
> {
  const rows = new Map<string, [string, string]>();
  let version = after;
  const found = kv.list<ChangeRow>({
    start: changeKey(after + 1),
    end: changeKey(Number.MAX_SAFE_INTEGER),
  });
  for await (const { key, value: { source, keys } } of found) {
    const n = Number(key[2]);
    if (n !== version + 1) return null;
    version = n;
    for (const each of keys) rows.set(`${source} ${each}`, [source, each]);
  }
  return { version, rows: [...rows.values()] };
}

/** What one version changed. */
interface ChangeRow {
  readonly source: string;
  readonly keys: readonly string[];
  /** Random. */
  readonly stamp: string;
}

/**
 * Writes rows and where the replication stands after them. The rows go in several writes when
 * they are many, the position with the last: what a crash leaves is repeated, and lost is nothing.
 *
 * @param now epoch milliseconds; the claim is renewed with each write
 * @throws {Fault} `conflict` when the claim was lost: nothing more was written
 */
export async function writeRows<R>(
  kv: Deno.Kv,
  { source, fence }: SourceClaim,
  writes: readonly RowWrite<R>[],
  position: unknown,
  now: () => number,
): Promise<void> {
  const parts = partsOf(writes);
  for (const [n, part] of parts.entries()) {
    await transact(kv, VERSION, async (tx) => {
      const key = leaseKey(source);
      if ((await tx.get<Lease>(key))?.fence !== fence) throw lost(source);
      tx.set(key, { fence, until: now() + LEASE_MS } satisfies Lease);
      if (part.length > 0) {
        const version = (await tx.get<number>(VERSION) ?? 0) + 1;
        tx.set(VERSION, version);
        const keys = part.map((each) => each.key);
        const stamp = nanoid();
        tx.set(changeKey(version), { source, keys, stamp } satisfies ChangeRow);
        tx.delete(changeKey(version - KEPT_VERSIONS));
      }
      for (const { key, row, unmatched } of part) {
        tx.set(rowKey(source, key), row);
        if (unmatched === null) tx.delete(unmatchedKey(source, key));
        else tx.set(unmatchedKey(source, key), unmatched);
      }
      if (n === parts.length - 1 && position !== undefined) {
        tx.set(positionKey(source), position);
      }
    });
  }
}

/** Parts that fit one write each; one empty part when there is nothing to write but the position. */
function partsOf<R>(writes: readonly RowWrite<R>[]): RowWrite<R>[][] {
  const parts: RowWrite<R>[][] = [[]];
  let bytes = 0;
  for (const write of writes) {
    const size = JSON.stringify(write.row).length;
    const part = parts.at(-1)!;
    if (
      part.length > 0 &&
      (part.length === ROWS_PER_WRITE || bytes + size > BYTES_PER_WRITE)
    ) {
      parts.push([write]);
      bytes = size;
    } else {
      part.push(write);
      bytes += size;
    }
  }
  return parts;
}

function lost(source: string): Fault {
  return new Fault(
    "conflict",
    `another process has taken over the listings of ${source}`,
  );
}
