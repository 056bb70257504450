import type { Context } from "@hono/hono";
import type { RouteEnv } from "../service.ts";

/** Keeps answers out of every cache: they hold secrets, or are for one caller. */
export async function neverStored(
  c: Context<RouteEnv>,
  next: () => Promise<void>,
): Promise<void> {
  await next();
  c.header("Cache-Control", "no-store");
}
