import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { Context } from "@hono/hono";
import {
  type SessionCookie,
  sessionOf,
  setSession,
} from "../../middleware/session_cookie.ts";
import type { RouteEnv, Service } from "../../service.ts";

/** How long the operator stays signed in, milliseconds. */
const SESSION_MS = 12 * 3_600_000;

const COOKIE: SessionCookie = {
  name: "twoflat_operator",
  maxAge: SESSION_MS / 1_000,
};

/** The operator's browser, signed in with the write secret. */
export interface OperatorSession {
  signIn(c: Context<RouteEnv>): void;
  signOut(c: Context<RouteEnv>): void;
  isSignedIn(c: Context<RouteEnv>): boolean;
}

/**
 * Returns sessions signed with the write secret: they hold on every server that has it, and end
 * with it. The cookie is the time of its end and a signature over that, never the secret.
 */
export function operatorSession(
  service: Pick<Service, "publicUrl" | "writeSecret">,
): OperatorSession {
  const { writeSecret } = service;
  const tokenUntil = (until: string) => {
    const signature = createHmac("sha256", writeSecret ?? "")
      .update(`operator session\n${until}`).digest("base64url");
    return `${until}.${signature}`;
  };
  return {
    signIn: (c) =>
      setSession(
        service,
        c,
        tokenUntil(String(Date.now() + SESSION_MS)),
        COOKIE,
      ),
    signOut: (c) => setSession(service, c, undefined, COOKIE),
    isSignedIn(c) {
      const token = sessionOf(service, c, COOKIE);
      if (writeSecret === undefined || token === undefined) return false;
      const [until] = token.split(".");
      return isSame(token, tokenUntil(until)) && Number(until) > Date.now();
    },
  };
}

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => hash("sha256", text, "buffer");
  return timingSafeEqual(digest(a), digest(b));
}
