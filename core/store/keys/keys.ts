import { DAY_MS } from "../../../contracts/day.ts";
import { LIMITS } from "../../../contracts/constants/limits.ts";
import type { IssuedKey, IssueKey, KeyView } from "../../../contracts/keys.ts";
import { Fault } from "../../../contracts/errors.ts";
import { scopesOf } from "../../../contracts/scope.ts";
import { hashKey, mintKey, newKeyId, sameHash } from "./api_key.ts";
import {
  type KeyRecord,
  KEYS_VERSION,
  readKey,
  recordKey,
  stateOf,
} from "./key_record.ts";
import { viewed, viewOf } from "./key_view.ts";
import { ownerOf } from "./owner.ts";
import { type Idempotency, mintOnce } from "./repeated.ts";
import { transact, type Transaction } from "../transact.ts";

const ownerKey = (owner: string, id: string): Deno.KvKey => [
  "keys",
  "owner",
  owner,
  id,
];

/** What a new key may be told besides the contract's fields. */
export interface IssueOptions {
  /** Whose key it is; default the email's owner. */
  readonly owner?: string;
  /** Live keys the owner may have, this one included. */
  readonly most?: number;
  /** A call that repeats another answers the same key. */
  readonly idempotency?: Idempotency;
}

/**
 * Makes a key. When this returns, the key is in the store and good on every server. A call
 * repeated with its idempotency key answers the same key again.
 *
 * @param now epoch milliseconds
 * @throws {Fault} `conflict` when the owner has as many live keys as allowed, or the key of an
 * earlier call was rotated since; `idempotency_mismatch` when that call had another input
 */
export async function issueKey(
  kv: Deno.Kv,
  input: IssueKey,
  now: number,
  { owner = ownerOf(input.email), most, idempotency }: IssueOptions = {},
): Promise<IssuedKey> {
  const fresh = newKeyId();
  const freshKey = mintKey(fresh);
  return await transact(kv, ["keys", "owner", owner], async (tx) => {
    const { id, key, isRepeat } = idempotency
      ? await mintOnce(tx, idempotency, input, now)
      : { id: fresh, key: freshKey, isRepeat: false };
    const record = recordOf(input, { id, key, owner, now });
    const taken = await tx.get<KeyRecord>(recordKey(id));
    if (taken !== null) {
      // A repeated call, or a remote store that wrote it and lost the answer.
      if (sameHash(taken.hash, record.hash)) {
        return { key, ...await viewed(kv, taken, now) };
      }
      throw isRepeat
        ? new Fault("conflict", "the key of this call was rotated since", {
          field: "Idempotency-Key",
          expected: "a new one, for another key",
        })
        : new Fault("busy", "the new key's id is taken; try again");
    }
    await leaveRoom(kv, tx, owner, now, most);
    tx.set(ownerKey(owner, id), now);
    put(tx, record, now);
    return { key, ...viewOf(record, null, now) };
  });
}

function recordOf(
  input: IssueKey,
  { id, key, owner, now }: {
    readonly id: string;
    readonly key: string;
    readonly owner: string;
    readonly now: number;
  },
): KeyRecord {
  return {
    id,
    hash: hashKey(key),
    scopes: scopesOf(input.scopes),
    rpmLimit: input.rpm_limit,
    email: input.email,
    owner,
    label: input.label ?? null,
    created: now,
    expires: input.expires_in_days === undefined
      ? null
      : now + input.expires_in_days * DAY_MS,
    revoked: null,
    rotated: null,
    previous: null,
  };
}

/** Two keys made at once by one owner must not both see the last free place: the count is guarded by its own row. */
async function leaveRoom(
  kv: Deno.Kv,
  tx: Transaction,
  owner: string,
  now: number,
  most = Infinity,
): Promise<void> {
  const guard = ["keys", "guard", owner];
  const issued = await tx.get<number>(guard) ?? 0;
  tx.set(guard, issued + 1);
  if (issued >= LIMITS.keys_per_owner) {
    throw new Fault(
      "conflict",
      `an owner may have ${LIMITS.keys_per_owner} keys, revoked ones among them`,
      { field: "email", expected: "another owner" },
    );
  }
  if (most === Infinity) return;
  const live = (await keysOf(kv, owner)).filter((key) =>
    stateOf(key, now) === "live"
  );
  if (live.length >= most) {
    throw new Fault(
      "conflict",
      `an owner may have ${most} live keys; revoke one first`,
      { field: "key", expected: `fewer than ${most} live keys` },
    );
  }
}

function put(tx: Transaction, record: KeyRecord, now: number): void {
  tx.set(recordKey(record.id), record);
  tx.set(KEYS_VERSION, now);
}

/** Every key of an owner, as stored. */
async function keysOf(
  kv: Deno.Kv,
  owner: string,
): Promise<KeyRecord[]> {
  const records: KeyRecord[] = [];
  for await (const { key } of kv.list({ prefix: ["keys", "owner", owner] })) {
    const record = await readKey(kv, String(key[3]));
    if (record) records.push(record);
  }
  return records;
}

/**
 * One key, as it may be shown.
 *
 * @throws {Fault} `not_found`
 */
export async function findKey(
  kv: Deno.Kv,
  id: string,
  now: number,
  { owner }: KeyChange = {},
): Promise<KeyView> {
  const record = await readKey(kv, id);
  if (!record || (owner !== undefined && record.owner !== owner)) {
    throw unknownKey();
  }
  return await viewed(kv, record, now);
}

function unknownKey(): Fault {
  return new Fault("not_found", "there is no key with this id", {
    field: "id",
    expected: "the eight characters after svc_ of a key",
  });
}

/** Who may change a key: anyone with the store, or only its owner. */
export interface KeyChange {
  readonly owner?: string;
}

/**
 * Gives a key a new secret. The old one works for `overlap` more seconds; a secret still in an
 * earlier overlap ends at once.
 *
 * @throws {Fault} `not_found`, or `conflict` when the key is not live
 */
export async function rotateKey(
  kv: Deno.Kv,
  id: string,
  overlap: number,
  now: number,
  change: KeyChange = {},
): Promise<IssuedKey> {
  const key = mintKey(id);
  const rotated = await transact(kv, recordKey(id), async (tx) => {
    const record = await changeable(tx, id, change);
    if (stateOf(record, now) !== "live") {
      throw new Fault("conflict", "the key has expired or is revoked", {
        field: "id",
        expected: "a live key",
      });
    }
    const next: KeyRecord = {
      ...record,
      hash: hashKey(key),
      rotated: now,
      previous: overlap > 0
        ? { hash: record.hash, until: now + overlap * 1000 }
        : null,
    };
    put(tx, next, now);
    return next;
  });
  return { key, ...await viewed(kv, rotated, now) };
}

/**
 * Ends a key for good. Within half a second of this returning, every server refuses the key.
 * Revoking again changes nothing.
 *
 * @throws {Fault} `not_found`
 */
export async function revokeKey(
  kv: Deno.Kv,
  id: string,
  now: number,
  change: KeyChange = {},
): Promise<KeyView> {
  const revoked = await transact(kv, recordKey(id), async (tx) => {
    const record = await changeable(tx, id, change);
    if (record.revoked !== null) return record;
    const next: KeyRecord = { ...record, revoked: now, previous: null };
    put(tx, next, now);
    return next;
  });
  return await viewed(kv, revoked, now);
}

async function changeable(
  tx: Transaction,
  id: string,
  { owner }: KeyChange,
): Promise<KeyRecord> {
  const record = await tx.get<KeyRecord>(recordKey(id));
  if (!record || (owner !== undefined && record.owner !== owner)) {
    throw unknownKey();
  }
  return record;
}
