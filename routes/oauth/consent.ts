import { html } from "@hono/hono/html";
import { isLoopback, type OAuthScope } from "../../contracts/oauth.ts";
import type { AuthorizationRequest } from "../../core/access/oauth/authorization_request.ts";
import { isDocumentId } from "../../core/access/oauth/client_document.ts";
import type { Markup } from "../pages/shell.ts";

/** What each scope lets a program do, for people. */
const GRANTED: Readonly<Record<OAuthScope, string>> = {
  read:
    "Read property records, market figures, tract reports and listings, with the value ranges of listed properties",
  underwrite: "Run valuations and underwriting for any covered property",
};

/** Fields that come back with the form. */
export interface ConsentForm {
  /** When the page was made, epoch milliseconds. */
  readonly at: number;
  readonly signature: string;
}

/** The question: which program, where the answer goes, what it may then do. */
export function consentBody(
  { client, replyTo, scopes }: AuthorizationRequest,
  { at, signature }: ConsentForm,
): Markup {
  const target = new URL(replyTo.redirectUri);
  return html`
        <p>A program asks to use Twoflat on your behalf.</p>
    <dl>
      <dt>Name</dt>
      <dd>${client.name ?? "(no name)"}. ${isDocumentId(client.id)
        ? html`<br>Its description is published at <strong>${
          new URL(client.id).host
        }</strong>, which confirms only the name of that host.`
        : html`<br>The program registered itself; the name is unverified.`}</dd>
      <dt>Access is sent to</dt>
      <dd><strong>${target.host}</strong>${isLoopback(target)
        ? " (a program on this computer)"
        : ""}</dd>
      <dt>It will be able to</dt>
      <dd>
        <ul>${scopes.map((scope) => html`<li>${GRANTED[scope]}</li>`)}
        <li>Move and filter a map that you have open</li></ul>
      </dd>
      <dt>It will not be able to</dt>
      <dd>see or change what you have saved (favorites, presets, profiles, notes), see
      your alerts and usage, make keys, or learn who you are</dd>
    </dl>
    ${isLoopback(target)
      ? html`<p class="warning" role="note"><strong>Careful:</strong> any program on this
computer can claim to be this one. Allow only if you have just started the
connection yourself.</p>`
      : ""}
    <p>Twoflat identifies this browser by a random number in a cookie and asks for no
    name or email; calls are recorded with their time and address. The program keeps
    access until it has not used it for 30 days, or you end it at
    <a href="/oauth/connections">your connections</a>.</p>
    <form method="post">
      <input type="hidden" name="at" value="${String(at)}">
      <input type="hidden" name="signature" value="${signature}">
      <p class="actions">
        <button class="deny" name="decision" value="deny">Do not allow</button>
        <button class="allow" name="decision" value="allow">Allow</button>
      </p>
    </form>
  `;
}
