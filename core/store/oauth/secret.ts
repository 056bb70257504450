import { createHmac, hash } from "node:crypto";
import { customAlphabet } from "nanoid";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A random text of 256 bits. */
export const newSecret: () => string = customAlphabet(BASE62, 43);

/** A random id of 95 bits, that may be shown. */
export const newId: () => string = customAlphabet(BASE62, 16);

/** Whether a text has the form of an id, and so may be looked up: keys of the store have a greatest length. */
export function isId(text: string): boolean {
  return /^[0-9A-Za-z]{16}$/.test(text);
}

/** SHA-256 of a secret, in base64url: all that is kept of it. Whoever knows it does not know the secret, so looking up by it needs no constant time. */
export function digest(secret: string): string {
  return hash("sha256", secret, "base64url");
}

/** What access tokens start with. */
export const ACCESS_PREFIX = "svct_";

/** What refresh tokens start with. */
export const REFRESH_PREFIX = "svcr_";

/** The form of a token: what it is, the grant it belongs to, and 256 random bits. */
const FORM = /^(svct_|svcr_)([0-9A-Za-z]{16})[0-9A-Za-z]{43}$/;

/** A new token of a grant: the plaintext, shown once and never stored. */
export function mintToken(
  prefix: typeof ACCESS_PREFIX | typeof REFRESH_PREFIX,
  grantId: string,
): string {
  return prefix + grantId + newSecret();
}

/**
 * The refresh token that follows another: always the same one, which only who has the server's
 * secret can tell. So a token that is sent twice brings one successor, not two.
 */
export function successorOf(refresh: string, secret: string): string {
  const [, prefix, id] = FORM.exec(refresh)!;
  const bytes = createHmac("sha512", secret).update(refresh).digest();
  let number = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (let n = 0; n < 43; n++) {
    text += BASE62[Number(number % 62n)];
    number /= 62n;
  }
  return prefix + id + text;
}

/** The grant that a token says it belongs to; undefined when it is no token of this kind. */
export function grantOf(
  prefix: typeof ACCESS_PREFIX | typeof REFRESH_PREFIX,
  token: string,
): string | undefined {
  const parts = FORM.exec(token);
  return parts?.[1] === prefix ? parts[2] : undefined;
}
