import { hash, randomBytes } from "node:crypto";
import { LIMITS } from "../../../contracts/constants/limits.ts";
import { Fault } from "../../../contracts/errors.ts";
import type { IssueKey } from "../../../contracts/keys.ts";
import type { Transaction } from "../transact.ts";
import { derivedKey, newKeyId } from "./api_key.ts";

/** Marks calls as repeats of one another. */
export interface Idempotency {
  /** Who calls: others may use the same words for calls of their own. */
  readonly caller: string;
  /** The call's `Idempotency-Key`. */
  readonly key: string;
}

/** What is kept of a call that made a key; the plaintext follows from it and the idempotency key, which is not kept. */
interface Issuance {
  readonly fingerprint: string;
  readonly id: string;
  readonly salt: Uint8Array;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** A new key, or the key of the call that this one repeats. */
export interface Minted {
  readonly id: string;
  readonly key: string;
  readonly isRepeat: boolean;
}

/**
 * Mints a key that the same call mints again.
 *
 * @param now epoch milliseconds
 * @throws {Fault} `idempotency_mismatch` when the key was used with another input
 */
export async function mintOnce(
  tx: Transaction,
  { caller, key: words }: Idempotency,
  input: IssueKey,
  now: number,
): Promise<Minted> {
  const name = hash("sha256", `${caller}\n${words}`, "base64url");
  const row = ["keys", "issued", name];
  const fingerprint = hash("sha256", JSON.stringify(input), "base64url");
  const known = await tx.get<Issuance>(row);
  if (known && known.until > now) {
    if (known.fingerprint !== fingerprint) throw mismatch();
    const { id, salt } = known;
    return { id, key: derivedKey(id, salt, words), isRepeat: true };
  }
  const id = newKeyId();
  const salt = new Uint8Array(randomBytes(32));
  const expireIn = LIMITS.saved.idempotency_hours * 3_600_000;
  const issuance: Issuance = { fingerprint, id, salt, until: now + expireIn };
  tx.set(row, issuance, { expireIn });
  return { id, key: derivedKey(id, salt, words), isRepeat: false };
}

function mismatch(): Fault {
  return new Fault(
    "idempotency_mismatch",
    "this Idempotency-Key was used with another input",
    { field: "Idempotency-Key", expected: "a new key for a new input" },
  );
}
