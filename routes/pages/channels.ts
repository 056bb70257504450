import { html } from "@hono/hono/html";
import { Hono } from "@hono/hono";
import { readJson } from "../api/body.ts";
import { Fault } from "../../contracts/errors.ts";
import type { RouteEnv, Service } from "../service.ts";
import { sendShell } from "./shell.ts";

/** What others send to the service: the click on a confirmation link, and Telegram's updates. */
export function channelPages({ channels }: Service): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  app.get("/channels/confirm", (c) => {
    // A mail scanner opens links, so that opening alone confirms nothing.
    const token = c.req.query("token") ?? "";
    return sendShell(c, {
      title: "Confirm your address",
      width: "narrow",
      body: html`
        <p>Alerts of a Twoflat profile will be sent to the address that received this link.</p>
        <form method="post" action="/channels/confirm">
          <input type="hidden" name="token" value="${token}">
          <button type="submit">Send alerts to this address</button>
        </form>
      `,
    }, { formTargets: ["'self'"] });
  });
  app.post("/channels/confirm", async (c) => {
    const token = (await c.req.formData()).get("token");
    const address = typeof token === "string" && token.length <= 100
      ? await channels.confirm(token)
      : null;
    return address === null
      ? sendShell(c, {
        title: "This link has expired",
        width: "narrow",
        body:
          html`<p>It works once and for one day. Save the profile again to get a new one.</p>`,
      }, { status: 400 })
      : sendShell(c, {
        title: "Address confirmed",
        width: "narrow",
        body: html`<p>Alerts now go to ${address}.</p>`,
      });
  });
  app.post("/hooks/telegram", async (c) => {
    const secret = c.req.header("x-telegram-bot-api-secret-token") ?? "";
    const update = channels.readUpdate(secret, await readJson(c.req.raw));
    if (!update) {
      throw new Fault("unauthorized", "only Telegram may call this path", {
        field: "X-Telegram-Bot-Api-Secret-Token",
        expected: "the secret that the webhook was set with",
      });
    }
    await channels.receive(update);
    return c.body(null, 204);
  });
  return app;
}
