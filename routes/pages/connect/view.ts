import { html, raw } from "@hono/hono/html";
import type { AuditEntry } from "../../../contracts/audit.ts";
import { LIMITS } from "../../../contracts/constants/limits.ts";
import type { IssuedKey, KeyView } from "../../../contracts/keys.ts";
import type { Usage } from "../../../contracts/usage.ts";
import type { Markup } from "../shell.ts";
import { usageChart } from "./usage_chart.ts";

const { self_serve, rotation_overlap_days } = LIMITS;

/** What each scope of a self-served key lets its holder do, for people. */
const ALLOWS: Readonly<Record<(typeof self_serve.scopes)[number], string>> = {
  read: "Read property records, market figures, tract reports and listings",
  underwrite: "Run valuations and underwriting",
  "write-state":
    "Save favorites, presets, profiles and notes, and move the map",
};

/** Fields that come back with every form of the page. */
export interface FormProof {
  /** When the page was made, epoch milliseconds. */
  readonly at: number;
  readonly signature: string;
}

/** A key of the person's, and what it did. */
export interface OwnKey {
  readonly key: KeyView;
  readonly usage: Usage;
  readonly latest: readonly AuditEntry[];
}

/** What the page shows. */
export interface ConnectView {
  readonly origin: string;
  readonly proof: FormProof;
  readonly keys: readonly OwnKey[];
  /** A key just made: this is the only time it is shown. */
  readonly issued?: IssuedKey;
  /** What went wrong with the form that was sent. */
  readonly problem?: string;
  /** The day the charts end with, epoch milliseconds. */
  readonly now: number;
}

/** The page's content: the new key if there is one, the form, the person's keys. */
export function connectBody(view: ConnectView): Markup {
  const { issued, problem, keys, proof } = view;
  const live = keys.filter(({ key }) => key.state === "live").length;
  return html`
    <p>An API key lets your programs and agents use Twoflat in your name. Values
    are screening numbers from an automated model, not appraisals.</p>
    ${problem ? html`<p class="warning" role="alert">${problem}</p>` : ""}
    ${issued ? newKey(issued, view.origin) : ""}
        <h2>Create a key</h2>
    ${live >= self_serve.live_keys
      ? html`<p>You have ${live} live keys, the most there may be. Revoke one to make
another.</p>`
      : issueForm(proof)}
    <h2>Your keys</h2>
    ${keys.length === 0
      ? html`<p>None yet. Twoflat identifies you by a random number in a cookie of this
browser: keys can be managed here only while it lasts.</p>`
      : keys.map((own) => keySection(own, view))}
  `;
}

function newKey({ id, key }: IssuedKey, origin: string): Markup {
  const config = JSON.stringify(
    {
      mcpServers: {
        twoflat: {
          type: "http",
          url: `${origin}/mcp`,
          headers: { Authorization: `Bearer ${key}` },
        },
      },
    },
    null,
    2,
  );
  return html`
    <section class="warning" aria-labelledby="new-key">
      <h2 id="new-key">Your new key ${id}</h2>
      <p><strong>It is shown once.</strong> Keep it where only you can read it;
      Twoflat keeps a hash of it and cannot show it again.</p>
      <pre tabindex="0" role="region" aria-label="API key"
        id="key">${key}</pre>
      <button type="button" data-copy="key" hidden>Copy the key</button>
      <p>For an MCP client that connects over HTTP:</p>
      <pre tabindex="0" role="region" aria-label="MCP client configuration"
        id="config">${config}</pre>
      <button type="button" data-copy="config"
        hidden>Copy the configuration</button>
      <p id="copied" role="status"></p>
    </section>
  `;
}

function issueForm(proof: FormProof): Markup {
  return html`
    <form method="post">
      ${proofFields(proof)}
      <fieldset>
                <legend>Permissions of the key</legend>
        ${self_serve.scopes.map((scope) =>
          html`<p><label><input type="checkbox" name="${`scope-${scope}`}" ${
            scope === "read" ? raw("checked") : ""
          }> <strong>${scope}</strong> ${ALLOWS[scope]}</label></p>`
        )}
      </fieldset>
      <p><label for="email">Email, in case we must reach you about the key</label><br>
      <input id="email" name="email" type="email" required maxlength="254" autocomplete="email"></p>
            <p><label for="label">Name of the key (optional, for you only)</label><br>
      <input id="label" name="label" maxlength="60"></p>
            <p class="actions"><button class="allow" name="action" value="issue">Create the key</button></p>
    </form>
  `;
}

function keySection(
  { key, usage, latest }: OwnKey,
  { proof, now }: ConnectView,
): Markup {
  const name = key.label ? `${key.label} (${key.id})` : key.id;
  return html`
    <section aria-labelledby="${`of-${key.id}`}">
      <h3 id="${`of-${key.id}`}">${name}: ${key.state}</h3>
      <p>${key.scopes.replaceAll(",", ", ")} · ${key.rpm_limit} calls a minute ·
      made ${day(key.created)} · last used ${key.last_used
        ? day(key.last_used)
        : "never"}${key.old_secret_until
        ? ` · old secret works until ${minute(key.old_secret_until)}`
        : ""}</p>
      ${usageChart(usage, key.id, now)}
      <details>
        <summary>Latest calls</summary>
        ${latest.length === 0 ? html`<p>None.</p>` : auditTable(latest, key.id)}
      </details>
      ${key.state === "live" ? changeForm(key.id, proof) : ""}
    </section>
  `;
}

function auditTable(entries: readonly AuditEntry[], id: string): Markup {
  return html`
    <table>
      <caption>Latest calls of ${id}, newest first, UTC</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">What</th>
          <th scope="col">From</th>
          <th scope="col">Outcome</th>
        </tr>
      </thead>
      <tbody>
        ${entries.map(({ at, tool, transport, address, outcome }) =>
          html`
            <tr>
              <td>${minute(at)}</td>
              <td>${tool} (${transport})</td>
              <td>${address}</td>
              <td>${outcome}</td>
            </tr>
          `
        )}
      </tbody>
    </table>
  `;
}

function changeForm(id: string, proof: FormProof): Markup {
  const overlap = `overlap-${id}`;
  return html`
    <form method="post">
      ${proofFields(proof)}
      <input type="hidden" name="id" value="${id}">
      <p><label for="${overlap}">With a new secret, the old one</label>
      <select id="${overlap}" name="overlap_seconds">
        <option value="0">stops at once</option>
        <option value="86400">works for another day</option>
        <option value="${String(
          rotation_overlap_days * 86_400,
        )}">works for another ${rotation_overlap_days} days</option>
      </select></p>
      <p class="actions">
        <button class="deny" name="action" value="rotate" aria-label="${`New secret for ${id}`}">New secret</button>
        <button class="deny" name="action" value="revoke" aria-label="${`Revoke ${id}`}">Revoke</button>
      </p>
    </form>
  `;
}

function proofFields({ at, signature }: FormProof): Markup {
  return html`<input type="hidden" name="at" value="${String(at)}">
<input type="hidden" name="signature" value="${signature}">`;
}

const day = (timestamp: string) => timestamp.slice(0, 10);
const minute = (timestamp: string) => timestamp.slice(0, 16).replace("T", " ");
