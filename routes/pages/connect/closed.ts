import type { Context } from "@hono/hono";
import { html } from "@hono/hono/html";
import type { RouteEnv } from "../../service.ts";
import { sendShell } from "../shell.ts";

/** `GET /connect` where people cannot make keys for themselves: how else one gets in. */
export function noConnect(c: Context<RouteEnv>): Response {
  return sendShell(c, {
    title: "Connect",
    at: "/connect",
    width: "narrow",
    body:
      html`<p>Keys are not made here: ask whoever runs this server for one. They make it with
<code>twoflat keys issue</code>.</p>
<p>With a key you sign in at <a href="/">the map</a> and call <a href="/docs">the API</a>. Agents connect
to <code>/mcp</code> with the key as bearer token, or to <code>/mcp/oauth</code>, where you sign in.</p>`,
  });
}
