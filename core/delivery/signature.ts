import { Buffer } from "node:buffer";
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from "node:crypto";
import { Webhook } from "standardwebhooks";

/** How a webhook is signed: with a shared secret, or with a key of which the receiver has the public half. */
export type SignatureVersion = "v1" | "v1a";

/** A key that webhooks are signed with. Source: Standard Webhooks 1.0. */
export interface SigningKey {
  readonly version: SignatureVersion;
  /** `whsec_` and 32 bytes in base64, or `whsk_` and an Ed25519 key in PKCS #8. */
  readonly secret: string;
  /** Until when it signs beside a newer one, epoch milliseconds; null for the current one. */
  readonly until: number | null;
}

/** Returns a new key. */
export function signingKey(version: SignatureVersion): SigningKey {
  if (version === "v1") {
    const secret = `whsec_${randomBytes(32).toString("base64")}`;
    return { version, secret, until: null };
  }
  const { privateKey } = generateKeyPairSync("ed25519");
  const der = privateKey.export({ type: "pkcs8", format: "der" });
  return { version, secret: `whsk_${der.toString("base64")}`, until: null };
}

/** Returns what the receiver verifies with: the secret itself, or `whpk_` and 32 bytes in base64. */
export function verifierOf({ version, secret }: SigningKey): string {
  if (version === "v1") return secret;
  const { x } = createPublicKey(privateKeyOf(secret)).export({ format: "jwk" });
  return `whpk_${Buffer.from(x!, "base64url").toString("base64")}`;
}

/**
 * Returns the headers of a webhook, signed with every key that is in use at that time.
 *
 * @param now epoch milliseconds
 */
export function signedHeaders(
  keys: readonly SigningKey[],
  id: string,
  now: number,
  body: string,
): Record<string, string> {
  const timestamp = Math.floor(now / 1_000);
  const at = new Date(timestamp * 1_000);
  const signatures = keys
    .filter(({ until }) => until === null || until > now)
    .map(({ version, secret }) =>
      version === "v1" ? new Webhook(secret).sign(id, at, body) : `v1a,${
        sign(
          null,
          Buffer.from(`${id}.${timestamp}.${body}`),
          privateKeyOf(secret),
        ).toString("base64")
      }`
    );
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}

function privateKeyOf(secret: string) {
  return createPrivateKey({
    key: Buffer.from(secret.slice("whsk_".length), "base64"),
    format: "der",
    type: "pkcs8",
  });
}
