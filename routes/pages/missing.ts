import { html } from "@hono/hono/html";
import type { Context } from "@hono/hono";
import type { RouteEnv } from "../service.ts";
import { sendShell } from "./shell.ts";

/** Returns the page for a person at a path that has none. */
export function missingPage(c: Context<RouteEnv>): Response {
  return sendShell(c, {
    title: "Page not found",
    body: html`
      <p>There is nothing at this address.</p>
      <p><a href="/">Search on the map.</a></p>
    `,
  }, { status: 404 });
}
