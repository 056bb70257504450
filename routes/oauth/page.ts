import type { Context } from "@hono/hono";
import type { RouteEnv } from "../service.ts";
import { type Markup, type SendOptions, sendShell } from "../pages/shell.ts";

/** Answers a page that a person comes to from a program. */
export function page(
  c: Context<RouteEnv>,
  title: string,
  body: Markup,
  options: SendOptions = {},
): Response {
  // A client that opened this page in a window of its own hears from that window afterwards.
  c.header("Cross-Origin-Opener-Policy", "unsafe-none");
  return sendShell(c, { title, body, width: "narrow" }, options);
}
