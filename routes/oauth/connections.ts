import { isoDay } from "../../contracts/day.ts";
import type { Handler } from "@hono/hono";
import { html } from "@hono/hono/html";
import { OAuthError } from "../../contracts/oauth.ts";
import type { NamedConnection } from "../../core/access/oauth/authorization_server.ts";
import { publicOrigin } from "../middleware/public_origin.ts";
import type { RouteEnv, Service } from "../service.ts";
import { readForm } from "./form.ts";
import { type Identity, readIdentity } from "./identity.ts";
import type { Markup } from "../pages/shell.ts";
import { page } from "./page.ts";

/** Where a person sees what they have allowed. */
export const CONNECTIONS = "/oauth/connections";

/** `GET /oauth/connections`: the programs that this browser has allowed. */
export function showConnections(service: Service): Handler<RouteEnv> {
  return async function showConnections(c) {
    const identity = readIdentity(c, publicOrigin(service, c));
    const connections = identity
      ? await service.oauth.connections(identity.subject)
      : [];
    return await page(
      c,
      "Programs you have allowed",
      identity && connections.length > 0
        ? list(identity, connections)
        : html`<p>No program is connected from this browser.</p>`,
      { formTargets: ["'self'"] },
    );
  };
}

/** `POST /oauth/connections`: ends one of them. Only the page itself can have signed the form. */
export function endConnection(service: Service): Handler<RouteEnv> {
  return async function endConnection(c) {
    const identity = readIdentity(c, publicOrigin(service, c));
    const form = await readForm(c.req.raw);
    const id = form.get("id") ?? "";
    if (!identity?.signed(signedText(id), form.get("signature") ?? "")) {
      throw new OAuthError(
        "invalid_request",
        "open /oauth/connections in this browser and end them there",
      );
    }
    await service.oauth.disconnect(identity.subject, id);
    c.header("Cache-Control", "no-store");
    return c.redirect(CONNECTIONS, 303);
  };
}

function list(
  identity: Identity,
  connections: readonly NamedConnection[],
): Markup {
  return html`<ul>${
    connections.map(({ id, name, created, scopes, resource }) => {
      const day = isoDay(created);
      return html`
        <li>
          <p><strong>${name}</strong>, allowed
        <time datetime="${day}">${day}</time>: ${scopes.join(
          ", ",
        )} at ${resource}</p>
          <form method="post">
            <input type="hidden" name="id" value="${id}">
            <input type="hidden" name="signature" value="${identity.sign(
              signedText(id),
            )}">
            <button class="deny">End the access of ${name}</button>
          </form>
        </li>
      `;
    })
  }</ul>`;
}

const signedText = (id: string) => `end\n${id}`;
