import type { Context } from "@hono/hono";
import { deleteCookie, getCookie, setCookie } from "@hono/hono/cookie";
import type { RouteEnv, Service } from "../service.ts";
import { publicOrigin } from "./public_origin.ts";

const NAME = "twoflat_session";

/** Thirty days, as long as a session. */
const MAX_AGE = 30 * 86_400;

/**
 * Returns the session token of a request; undefined without one, and for a request that a page of
 * another origin makes: cookies do not tell ports apart, so another service of this machine would
 * otherwise speak for the person.
 */
export function sessionOf(
  service: Pick<Service, "publicUrl">,
  c: Context<RouteEnv>,
): string | undefined {
  const own = publicOrigin(service, c);
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  if (origin !== undefined && origin !== own) return undefined;
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    return undefined;
  }
  return getCookie(c, NAME, prefixFor(own));
}

/** Gives the browser a session, or with undefined takes it away. Scripts cannot read it, and no other site's link sends it. */
export function setSession(
  service: Pick<Service, "publicUrl">,
  c: Context<RouteEnv>,
  token: string | undefined,
): void {
  const own = publicOrigin(service, c);
  const prefix = prefixFor(own);
  const secure = own.startsWith("https:");
  if (token === undefined) {
    deleteCookie(c, NAME, { path: "/", secure, prefix });
    return;
  }
  setCookie(c, NAME, token, {
    httpOnly: true,
    sameSite: "Strict",
    path: "/",
    secure,
    prefix,
    maxAge: MAX_AGE,
  });
}

/** `__Host-` keeps other hosts of the domain from setting the cookie; browsers take it over https only. */
const prefixFor = (origin: string) =>
  origin.startsWith("https:") ? "host" : undefined;
