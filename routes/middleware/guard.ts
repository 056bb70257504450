import { validateOriginHeader } from "@modelcontextprotocol/server";
import type { MiddlewareHandler } from "@hono/hono";
import { Fault } from "../../contracts/errors.ts";
import type { RouteEnv, Service } from "../service.ts";
import { requestedHost } from "./requested_host.ts";

/**
 * Whether pages of a web origin may call: those served from an allowed host, on any port, and
 * those listed.
 */
export function originAllowed(
  service: Pick<Service, "allowedHosts" | "allowedOrigins">,
  origin: string,
): boolean {
  return service.allowedOrigins.includes(origin) ||
    validateOriginHeader(origin, [...service.allowedHosts]).ok;
}

/**
 * Refuses requests that name a foreign host or come from a foreign page, so that a web page
 * cannot reach a server on its visitor's machine by rebinding a name to it.
 */
export function guard(service: Service): MiddlewareHandler<RouteEnv> {
  const hosts = new Set(service.allowedHosts);
  return function guard(c, next) {
    const { raw } = c.req;
    const host = requestedHost(raw.url, raw.headers.get("host"));
    if (host === undefined || !hosts.has(host)) {
      throw new Fault(
        "forbidden_origin",
        "the Host header does not name this service",
        {
          field: "Host",
          expected: "a host that TWOFLAT_ALLOWED_HOSTS lists",
        },
      );
    }
    const origin = c.req.header("origin");
    if (origin && !originAllowed(service, origin)) {
      throw new Fault(
        "forbidden_origin",
        "pages of this origin may not call the service",
        {
          field: "Origin",
          expected: "an origin that TWOFLAT_ALLOWED_ORIGINS lists",
        },
      );
    }
    return next();
  };
}
