import { Buffer } from "node:buffer";
import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { invalidParams } from "../../contracts/errors.ts";

const PROBLEM = "the next_cursor of an earlier page, with the same filters";

/** Length of the signature in a cursor, base64url: 128 bits. */
const SIGNATURE = 22;

/**
 * A cursor that only this service can make, for this query only.
 *
 * @param position where the next page starts
 * @param query everything that decides what the pages hold
 */
export function writeCursor(
  secret: string,
  position: readonly (string | number | null)[],
  query: unknown,
): string {
  const payload = Buffer.from(JSON.stringify(position)).toString("base64url");
  return payload + sign(secret, payload, query);
}

/**
 * The position of a cursor.
 *
 * @throws {Fault} `invalid_params` for one that is not ours, or of another query
 */
export function readCursor(
  secret: string,
  cursor: string,
  query: unknown,
): readonly (string | number | null)[] {
  const payload = cursor.slice(0, -SIGNATURE);
  const given = Buffer.from(cursor.slice(-SIGNATURE));
  const expected = Buffer.from(sign(secret, payload, query));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw invalidParams("cursor", PROBLEM);
  }
  return JSON.parse(Buffer.from(payload, "base64url").toString());
}

function sign(secret: string, payload: string, query: unknown): string {
  const bound = hash("sha256", JSON.stringify(query), "base64url");
  return createHmac("sha256", secret).update(`${payload}.${bound}`)
    .digest("base64url").slice(0, SIGNATURE);
}
