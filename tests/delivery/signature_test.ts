import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createPublicKey, verify } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { Webhook as Svix } from "svix";
import {
  signedHeaders,
  signingKey,
  verifierOf,
} from "../../core/delivery/signature.ts";

const BODY = JSON.stringify({ type: "alert.raised", data: { text: "é 🏠" } });

/** What a receiver does with a `v1a` signature. */
function verifies(publicKey: string, headers: Record<string, string>): boolean {
  const key = createPublicKey({
    key: {
      kty: "OKP",
      crv: "Ed25519",
      x: Buffer.from(publicKey.slice("whpk_".length), "base64")
        .toString("base64url"),
    },
    format: "jwk",
  });
  const signed = `${headers["webhook-id"]}.${
    headers["webhook-timestamp"]
  }.${BODY}`;
  return headers["webhook-signature"].split(" ").some((signature) => {
    const [version, value] = signature.split(",");
    return version === "v1a" &&
      verify(null, Buffer.from(signed), key, Buffer.from(value, "base64"));
  });
}

Deno.test("signedHeaders() signs so that standardwebhooks and svix verify it", () => {
  const key = signingKey("v1");
  const headers = signedHeaders([key], "msg_1", Date.now(), BODY);
  assert.match(key.secret, /^whsec_/);
  assert.deepEqual(
    new Webhook(key.secret).verify(BODY, headers),
    JSON.parse(BODY),
  );
  new Svix(key.secret).verify(BODY, headers);
  assert.throws(() => new Webhook(key.secret).verify(`${BODY} `, headers));
  const other = signingKey("v1").secret;
  assert.throws(() => new Webhook(other).verify(BODY, headers));
  assert.throws(() => new Svix(other).verify(BODY, headers));
});

Deno.test("signedHeaders() signs v1a with a key whose public half verifies it", () => {
  const key = signingKey("v1a");
  const publicKey = verifierOf(key);
  assert.match(publicKey, /^whpk_[\w+/]{43}=$/);
  const headers = signedHeaders([key], "msg_1", Date.now(), BODY);
  assert.equal(verifies(publicKey, headers), true);
  assert.equal(verifies(verifierOf(signingKey("v1a")), headers), false);
});

Deno.test("signedHeaders() signs with the old and the new key while they overlap, and no longer", () => {
  const now = Date.now();
  const [old, current] = [signingKey("v1"), signingKey("v1")];
  const during = signedHeaders(
    [current, { ...old, until: now + 1 }],
    "msg_1",
    now,
    BODY,
  );
  for (const { secret } of [old, current]) {
    new Webhook(secret).verify(BODY, during);
    new Svix(secret).verify(BODY, during);
  }
  const after = signedHeaders(
    [current, { ...old, until: now }],
    "msg_1",
    now,
    BODY,
  );
  new Webhook(current.secret).verify(BODY, after);
  assert.throws(() => new Webhook(old.secret).verify(BODY, after));
});
