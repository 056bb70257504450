import type { MiddlewareHandler } from "@hono/hono";
import { Fault } from "../../contracts/errors.ts";
import { ANONYMOUS, type Principal } from "../../core/access/principal.ts";
import { SESSION_PREFIX } from "../../core/access/sessions.ts";
import { sessionOf } from "./session_cookie.ts";
import { clientAddress } from "./client_address.ts";
import { resourceMetadataUrl } from "../oauth/metadata.ts";
import { publicOrigin } from "./public_origin.ts";
import type { Refusals } from "./refusals.ts";
import type { RouteEnv, Service } from "../service.ts";

/** Finds out where each request comes from. */
export function address(service: Service): MiddlewareHandler<RouteEnv> {
  const read = clientAddress(service.trustedProxies);
  return function address(c, next) {
    c.set("address", read(c.env?.peer, c.req.header("x-forwarded-for")));
    return next();
  };
}

/**
 * Finds out who calls: the account behind the bearer token, or an anonymous reader when there is
 * none. A credential that is present but not good is refused.
 */
export function principal(
  service: Service,
  refused: Refusals,
): MiddlewareHandler<RouteEnv> {
  return async function principal(c, next) {
    const { path } = c.req;
    const origin = publicOrigin(service, c);
    c.set("resourceMetadata", resourceMetadataUrl(origin, path));
    const bearer = bearerOf(c.req.header("authorization"));
    if (bearer?.startsWith(SESSION_PREFIX)) throw notASession();
    const session = bearer === undefined ? sessionOf(service, c) : undefined;
    const token = bearer ?? session;
    const identify = () => service.access.identify(token, origin + path);
    c.set("identifyAgain", identify);
    // A session that has ended leaves an anonymous reader, whose page then says so.
    const found = session !== undefined
      ? identify().catch(orAnonymous)
      : bearer !== undefined
      ? refused.guard(c, bearer, identify)
      : identify();
    c.set("principal", await found);
    await next();
  };
}

function orAnonymous(error: unknown): Principal {
  if (error instanceof Fault && error.code === "unauthorized") return ANONYMOUS;
  throw error;
}

function notASession(): Fault {
  return new Fault("unauthorized", "a session is valid only in its cookie", {
    field: "Authorization",
    expected: "Bearer and a key, or no header",
  });
}

/**
 * The token of an Authorization header; undefined without the header.
 *
 * @throws {Fault} `unauthorized` when the header holds anything else
 */
export function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const token = /^bearer +([\w.~+/=-]+)$/i.exec(header)?.[1];
  if (token !== undefined) return token;
  throw new Fault("unauthorized", "the Authorization header is not a bearer", {
    field: "Authorization",
    expected: "Bearer and a key, or no header",
  });
}
