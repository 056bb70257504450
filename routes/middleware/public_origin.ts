import type { Context } from "@hono/hono";
import type { RouteEnv, Service } from "../service.ts";

/**
 * The service's origin as its callers see it, for example `https://twoflat.example`: the one the
 * operator names, else what the request names, whose host the guard has checked.
 */
export function publicOrigin(
  { publicUrl }: Pick<Service, "publicUrl">,
  c: Context<RouteEnv>,
): string {
  return publicUrl ?? new URL(c.req.url).origin;
}
