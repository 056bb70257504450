import type { Context } from "@hono/hono";
import { matchedRoutes } from "@hono/hono/route";
import type { RouteEnv } from "../service.ts";

/** Returns the route that answered, as `/api/tract/:geoid`; `unknown` where none did. Holds nothing that a caller wrote. */
export function routeOf(c: Context<RouteEnv>): string {
  const found = matchedRoutes(c).findLast(({ method, path }) =>
    method !== "ALL" && !path.includes("*")
  );
  return found?.path ?? "unknown";
}
