import { Buffer } from "node:buffer";
import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { Context } from "@hono/hono";
import { getCookie, setCookie } from "@hono/hono/cookie";
import { nanoid } from "nanoid";
import type { RouteEnv } from "../service.ts";

const NAME = "twoflat_id";

/** 258 random bits. */
const LENGTH = 43;
const FORM = new RegExp(`^[\\w-]{${LENGTH}}$`);

/**
 * A person as far as OAuth knows them: one browser, by a random secret in a cookie. The store
 * only ever sees the subject, from which the secret cannot be found.
 */
export interface Identity {
  /** Pseudonym: the same for every client that this browser connects. */
  readonly subject: string;
  /** Signs a text so that only this browser's own pages can have asked for it. */
  sign(text: string): string;
  /** Whether a signature of this browser is on the text. Compared in constant time. */
  signed(text: string, signature: string): boolean;
}

/** The identity in a request's cookie; undefined when it has none. */
export function readIdentity(
  c: Context<RouteEnv>,
  origin: string,
): Identity | undefined {
  const secret = getCookie(c, NAME, prefixFor(origin));
  return secret !== undefined && FORM.test(secret)
    ? identityOf(secret)
    : undefined;
}

/** Gives a browser an identity. Lax, because people come here from their client's page. */
export function newIdentity(c: Context<RouteEnv>, origin: string): Identity {
  const secret = nanoid(LENGTH);
  setCookie(c, NAME, secret, {
    httpOnly: true,
    sameSite: "Lax",
    path: "/",
    secure: isHttps(origin),
    prefix: prefixFor(origin),
    // The longest that browsers keep a cookie.
    maxAge: 400 * 86_400,
  });
  return identityOf(secret);
}

const isHttps = (origin: string) => origin.startsWith("https:");

/** `__Host-` keeps other hosts of the domain from setting the cookie; browsers take it over https only. */
const prefixFor = (origin: string) => isHttps(origin) ? "host" : undefined;

function identityOf(secret: string): Identity {
  const hmac = (text: string) =>
    createHmac("sha256", secret).update(text).digest();
  return {
    subject: `idn_${hash("sha256", secret, "base64url").slice(0, 22)}`,
    sign: (text) => hmac(text).toString("base64url"),
    signed: (text, signature) => {
      const given = Buffer.from(signature, "base64url");
      const expected = hmac(text);
      return given.length === expected.length &&
        timingSafeEqual(new Uint8Array(given), new Uint8Array(expected));
    },
  };
}
