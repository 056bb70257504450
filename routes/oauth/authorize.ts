import type { Context, Handler } from "@hono/hono";
import { html } from "@hono/hono/html";
import {
  CONSENT_SECONDS,
  OAuthError,
  type ReplyTo,
} from "../../contracts/oauth.ts";
import { networkOf } from "../middleware/client_address.ts";
import { publicOrigin } from "../middleware/public_origin.ts";
import type { RouteEnv, Service } from "../service.ts";
import { consentBody } from "./consent.ts";
import { readForm } from "./form.ts";
import { newIdentity, readIdentity } from "./identity.ts";
import { page } from "./page.ts";

/** How long a consent page may stay open, milliseconds. */
const CONSENT_MS = CONSENT_SECONDS * 1000;

/** `GET /oauth/authorize`: asks the person, every time; no program is let in unseen. */
export function askConsent(service: Service): Handler<RouteEnv> {
  return async function askConsent(c) {
    const { origin, query, search } = where(service, c);
    const request = await service.oauth.readRequest(query, origin);
    const identity = readIdentity(c, origin) ?? newIdentity(c, origin);
    const at = Date.now();
    const signature = identity.sign(signedText(at, search));
    return await page(
      c,
      "Allow this program?",
      consentBody(request, { at, signature }),
      {
        formTargets: ["'self'", new URL(request.replyTo.redirectUri).origin],
      },
    );
  };
}

/**
 * `POST /oauth/authorize`, with the query of the page it comes from: the person's decision. It
 * counts only with a signature over this very request by the identity in the cookie, so no other
 * page can decide for the person, and no other request can be put under their decision.
 */
export function takeDecision(service: Service): Handler<RouteEnv> {
  return async function takeDecision(c) {
    const { origin, query, search } = where(service, c);
    const request = await service.oauth.readRequest(query, origin);
    const form = await readForm(c.req.raw, { query: true });
    const at = Number(form.get("at"));
    const age = Date.now() - at;
    const identity = readIdentity(c, origin);
    const signed = identity?.signed(
      signedText(at, search),
      form.get("signature") ?? "",
    );
    if (!identity || !signed || !(age >= 0 && age <= CONSENT_MS)) {
      throw new OAuthError(
        "invalid_request",
        "this page has expired, or the browser blocks cookies: start again from the program",
      );
    }
    const { replyTo } = request;
    switch (form.get("decision")) {
      case "allow": {
        const code = await service.oauth.approve(request, {
          subject: identity.subject,
          network: networkOf(c.var.address),
          form: form.get("signature")!,
        });
        return redirect(c, replyUrl(replyTo, { code }, origin));
      }
      case "deny":
        return redirect(
          c,
          replyUrl(replyTo, { error: "access_denied" }, origin),
        );
      default:
        throw new OAuthError("invalid_request", "decision is missing");
    }
  };
}

/**
 * A request that cannot be put before the person. They are told, and may go back to the client
 * themselves: sending them there unasked would let anybody who registers a client use this
 * server as an open redirector (RFC 9700, section 4.11.2).
 */
export function refusalPage(
  c: Context<RouteEnv>,
  { code, message, replyTo }: OAuthError,
  origin: string,
): Response | Promise<Response> {
  const back = replyTo &&
    replyUrl(replyTo, { error: code, error_description: message }, origin);
  return page(
    c,
    "This request is not accepted",
    html`<p><strong>${message}</strong> (<code>${code}</code>)</p>
${
      back === undefined
        ? html`<p>Nothing was changed. You may close this page.</p>`
        : html`<p>Nothing was changed. You may close this page, or
<a href="${back}" rel="nofollow">tell the program at ${
          new URL(back).host
        }</a>.</p>`
    }`,
    { status: 400 },
  );
}

/** The redirect URI with the answer, always naming who answers (RFC 9207). */
function replyUrl(
  { redirectUri, state }: ReplyTo,
  answer: Readonly<Record<string, string>>,
  issuer: string,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) {
    url.searchParams.append(name, value);
  }
  if (state !== undefined) url.searchParams.append("state", state);
  url.searchParams.append("iss", issuer);
  return url.href;
}

function redirect(c: Context<RouteEnv>, url: string): Response {
  c.header("Cache-Control", "no-store");
  c.header("Referrer-Policy", "no-referrer");
  return c.redirect(url, 303);
}

function where(service: Service, c: Context<RouteEnv>) {
  const { search, searchParams } = new URL(c.req.url);
  return { origin: publicOrigin(service, c), query: searchParams, search };
}

const signedText = (at: number, search: string) => `${at}\n${search}`;
