import { createHash } from "node:crypto";
import { backup, DatabaseSync } from "node:sqlite";
import { serialize } from "node:v8";

/** Milliseconds (3,000 years) added to the expiry of each copied row, so that none expires in the copy. */
const SHIFT = 1e14;
/** Shortest time to the expiry of a restored row, milliseconds: it is compared with the copy first. */
const LEAST_KEPT = 3_600_000;

/** What a store holds, in one figure: equal stores have equal digests. */
export interface StoreDigest {
  readonly rows: number;
  /** Of every key and value in the order of the keys, hex. */
  readonly sha256: string;
}

/** Returns the digest of a store that is not being written. */
export async function digestStore(kv: Deno.Kv): Promise<StoreDigest> {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const { key, value } of kv.list({ prefix: [] })) {
    hash.update(serialize([key, value]));
    rows++;
  }
  return { rows, sha256: hash.digest("hex") };
}

/**
 * Copies the file of a store, consistent though servers go on writing: what the copy holds is the
 * store at one moment, and stays so: no row of it expires. The copy is checked before it is left.
 *
 * @param path the store's file
 * @param to where the copy goes; must not exist
 */
export async function copyStoreFile(
  path: string,
  to: string,
): Promise<StoreDigest> {
  {
    using database = openDatabase(path);
    // In one step: the copy is of one moment, whoever writes meanwhile.
    await backup(database, to, { rate: 2 ** 31 - 1 });
  }
  {
    using copy = openDatabase(to);
    const { integrity_check: found } = copy.prepare("PRAGMA integrity_check")
      .get() as { readonly integrity_check: string };
    if (found !== "ok") throw new Error(`the copy is damaged: ${found}`);
    // Else opening the copy a day later would delete rows, and it would no longer match its digest.
    copy.exec(
      `UPDATE kv SET expiration_ms = expiration_ms + ${SHIFT} WHERE expiration_ms >= 0`,
    );
  }
  using kv = await Deno.openKv(to);
  return await digestStore(kv);
}

function openDatabase(path: string): DatabaseSync & Disposable {
  const database = new DatabaseSync(path);
  return Object.assign(database, {
    [Symbol.dispose]: () => database.close(),
  });
}

/** Rows of one atomic write. */
const BATCH = 100;
/** Bytes of one atomic write, well below what a remote store takes. */
const BATCH_BYTES = 400_000;

/**
 * Writes every row of a copy into a store. A row expires when it would have expired in the store
 * that was copied, but not within the hour. Returns the number of rows.
 *
 * @param path the copy's file
 * @param now epoch milliseconds
 */
export async function restoreRows(
  path: string,
  to: Deno.Kv,
  now: number,
): Promise<number> {
  using copy = await Deno.openKv(path);
  using database = openDatabase(path);
  // SQLite orders keys by their bytes, and so does Deno KV.
  const expiries = database
    .prepare("SELECT expiration_ms AS at FROM kv ORDER BY k")
    .iterate() as Iterator<{ readonly at: number }>;
  let atomic = to.atomic();
  let waiting = 0, bytes = 0, restored = 0;
  const commit = async () => {
    if (waiting > 0) await atomic.commit();
    atomic = to.atomic();
    waiting = bytes = 0;
  };
  for await (const { key, value } of copy.list({ prefix: [] })) {
    const size = serialize([key, value]).length;
    if (waiting === BATCH || bytes + size > BATCH_BYTES) await commit();
    const { at } = expiries.next().value;
    const expireIn = at < SHIFT
      ? undefined
      : Math.max(LEAST_KEPT, at - SHIFT - now);
    atomic.set(key, value, { expireIn });
    waiting++;
    bytes += size;
    restored++;
  }
  await commit();
  return restored;
}

/** Whether a store holds nothing. */
export async function isEmptyStore(kv: Deno.Kv): Promise<boolean> {
  for await (const _ of kv.list({ prefix: [] }, { limit: 1 })) return false;
  return true;
}
