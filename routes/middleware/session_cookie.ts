import type { Context } from "@hono/hono";
import { deleteCookie, getCookie, setCookie } from "@hono/hono/cookie";
import type { RouteEnv, Service } from "../service.ts";
import { publicOrigin } from "./public_origin.ts";

/** The cookie of a person who has signed in. */
export interface SessionCookie {
  readonly name: string;
  /** Seconds that a browser keeps it. */
  readonly maxAge: number;
}

/** The session of a person at the map: thirty days, as long as a session. */
const PERSON: SessionCookie = { name: "twoflat_session", maxAge: 30 * 86_400 };

/**
 * Returns the session token of a request; undefined without one, and for a request that a page of
 * another origin makes: cookies do not tell ports apart, so another service of this machine would
 * otherwise speak for the person.
 */
export function sessionOf(
  service: Pick<Service, "publicUrl">,
  c: Context<RouteEnv>,
  { name }: SessionCookie = PERSON,
): string | undefined {
  const own = publicOrigin(service, c);
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  if (origin !== undefined && origin !== own) return undefined;
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    return undefined;
  }
  return getCookie(c, name, prefixFor(own));
}

/** Gives the browser a session, or with undefined takes it away. Scripts cannot read it, and no other site's link sends it. */
export function setSession(
  service: Pick<Service, "publicUrl">,
  c: Context<RouteEnv>,
  token: string | undefined,
  { name, maxAge }: SessionCookie = PERSON,
): void {
  const own = publicOrigin(service, c);
  const prefix = prefixFor(own);
  const secure = own.startsWith("https:");
  if (token === undefined) {
    deleteCookie(c, name, { path: "/", secure, prefix });
    return;
  }
  setCookie(c, name, token, {
    httpOnly: true,
    sameSite: "Strict",
    path: "/",
    secure,
    prefix,
    maxAge,
  });
}

/** `__Host-` keeps other hosts of the domain from setting the cookie; browsers take it over https only. */
const prefixFor = (origin: string) =>
  origin.startsWith("https:") ? "host" : undefined;
