import { html } from "@hono/hono/html";
import type { DeadLetter } from "../../../contracts/alerts.ts";
import type { OperatorState } from "../../../contracts/operator.ts";
import type { Report } from "../../../contracts/reports.ts";
import { RUN_STEPS, type RunReport } from "../../../contracts/runs.ts";
import { dollars, whole } from "../../../core/engine/figures.ts";
import type { Markup } from "../shell.ts";

/** Rows of a table; the API lists them all. */
const SHOWN = 50;

/** What came of a form. */
export interface Outcome {
  readonly done?: string;
  readonly problem?: string;
}

/** What the operator's page shows. */
export interface OperatorView {
  readonly state: OperatorState;
  readonly letters: readonly DeadLetter[];
  readonly reports: readonly Report[];
  readonly outcome?: Outcome;
}

/** Asks for the write secret. */
export function signInBody(isSet: boolean, problem?: string): Markup {
  if (!isSet) {
    return html`
      <p class="callout">This server has no operator: it was started without
      <code>TWOFLAT_WRITE_SECRET</code>.</p>
    `;
  }
  return html`
    <p>Runs, queues, dead letters and reports of this server, for its operator.</p>
    ${problem ? html`<p class="warning" role="alert">${problem}</p>` : ""}
    <form method="post" action="/operator/session">
      <p class="field"><label for="secret">Write secret</label>
      <input id="secret" name="secret" type="password" required maxlength="500" autocomplete="current-password"></p>
      <p
        class="actions"><button class="allow" name="action" value="sign-in">Sign in</button></p>
    </form>
    <p
      class="small soft">It is <code>TWOFLAT_WRITE_SECRET</code> of the server. You stay signed in for 12 hours.</p>
  `;
}

/** Returns the operator's page: what needs attention first. */
export function operatorBody(view: OperatorView): Markup {
  const { state, letters, reports, outcome } = view;
  return html`
    ${outcome?.problem
      ? html`<p class="warning" role="alert">${outcome.problem}</p>`
      : ""}
    ${outcome?.done
      ? html`<p class="callout calm" role="status">${outcome.done}</p>`
      : ""}
    ${attention(state)}
    ${figures(state)}
    ${runSection(state)}
    ${letterSection(letters)}
    ${reportSection(reports)}
    ${unmatchedSection(state)}
    ${serverSection(state)}
    <form method="post" action="/operator/session">
      <button name="action" value="sign-out">Sign out</button>
    </form>
  `;
}

function attention({ status, attention }: OperatorState): Markup {
  if (status === "ok") {
    return html`<p class="callout calm">Nothing needs attention.</p>`;
  }
  return html`
    <div class="callout">
      <p><strong>Needs attention</strong></p>
      <ul>${attention.map((line) => html`<li>${line}</li>`)}</ul>
    </div>
  `;
}

function figures(state: OperatorState): Markup {
  const { inventory, outbox, profiles, dead_letters, reports } = state;
  const stat = (name: string, count: number, note: string) =>
    html`<li><span>${name}</span> <b>${
      whole(count)
    }</b> <span>${note}</span></li>`;
  return html`
    <ul class="stats">
      ${stat(
        "Listings",
        inventory.listings,
        `${whole(inventory.for_sale)} for sale, ${
          whole(inventory.unmatched)
        } without a parcel`,
      )}
      ${stat(
        "Profiles",
        profiles.active,
        `active, ${whole(profiles.paused)} paused`,
      )}
      ${stat(
        "Messages waiting",
        outbox.waiting,
        outbox.oldest_due ? `oldest due ${minute(outbox.oldest_due)}` : "",
      )}
            ${stat(
              "Dead letters",
              dead_letters.count,
              "could not be delivered",
            )}
      ${stat("Reports", reports.open, "open")}
    </ul>
  `;
}

/** Returns how a run went, in a sentence. */
export function runText(report: RunReport): string {
  const { finished_at, steps, failures } = report;
  if (finished_at === null) {
    return "The run is still in progress; reload in a minute.";
  }
  return failures === 0
    ? `The run has finished: ${steps.map(did).join("; ")}.`
    : `The run has finished; ${failures} of ${steps.length} steps failed.`;
}

const did = ({ name, counts }: RunReport["steps"][number]) =>
  `${name} (${
    Object.entries(counts).map(([what, count]) =>
      `${whole(count)} ${what.replaceAll("_", " ")}`
    ).join(", ") || "nothing to do"
  })`;

function runSection({ runs: { last, today } }: OperatorState): Markup {
  const isUnderWay = today !== null && today.finished_at === null;
  return html`
    <h2 id="run">Daily run</h2>
    ${isUnderWay ? runTable(today) : last ? runTable(last) : html`
      <p>None has finished yet. It starts at 13:00 UTC.</p>
    `}
    <form method="post" action="/operator">
      <p class="actions">
        <label for="step">Run now</label>
        <select id="step" name="step">
          <option value="">every step</option>
          ${RUN_STEPS.map((step) => html`<option>${step}</option>`)}
        </select>
        <label><input type="checkbox" name="dry_run"> only count the alerts that would be sent</label>
        <button name="action" value="run">Run</button>
      </p>
    </form>
  `;
}

function runTable({ date, finished_at, steps }: RunReport): Markup {
  return table(
    "run",
    `Run of ${date}, ${
      finished_at ? `ended ${minute(finished_at)}` : "in progress"
    }`,
    ["Step", "Outcome", "Did", "Seconds"],
    steps.map((step) => [
      step.name,
      step.error ?? "ok",
      Object.entries(step.counts).map(([what, count]) =>
        `${whole(count)} ${what.replaceAll("_", " ")}`
      ).join(", "),
      (step.ms / 1_000).toFixed(1),
    ]),
  );
}

function letterSection(letters: readonly DeadLetter[]): Markup {
  return html`
    <h2 id="letters">Dead letters</h2>
        ${letters.length === 0
          ? html`<p>Every message was delivered.</p>`
          : html`
            ${table(
              "letters",
              `${whole(letters.length)} did not arrive; the latest ${
                Math.min(SHOWN, letters.length)
              }`,
              ["Died", "Message", "Attempts", "Why", ""],
              letters.slice(0, SHOWN).map((letter) => [
                minute(letter.died_at),
                letter.type,
                whole(letter.attempts),
                letter.reason,
                html`<form method="post" action="/operator">
<button name="action" value="replay" aria-label="${`Send again ${letter.delivery_id}`}">Send again</button>
<input type="hidden" name="delivery_id" value="${letter.delivery_id}"></form>`,
              ]),
            )}
            <form method="post" action="/operator">
              <p class="actions">
                <label for="since">All that failed since (UTC)</label>
                <input id="since" name="since" type="datetime-local" required>
                <button name="action" value="replay-since">Send them again</button>
              </p>
            </form>
          `}
  `;
}

function reportSection(reports: readonly Report[]): Markup {
  const open = reports.filter(({ resolved_at }) => resolved_at === null);
  const resolved = reports.filter(({ resolved_at }) => resolved_at !== null);
  return html`
    <h2 id="reports">Reported values</h2>
    ${open.length === 0
      ? html`<p>No report is open.</p>`
      : open.slice(0, SHOWN).map(openReport)}
    ${resolved.length === 0 ? "" : html`
      <details>
        <summary>Resolved: ${whole(resolved.length)}</summary>
        ${table(
          "reports",
          "The latest resolved",
          ["Resolved", "Property", "Reason", "Note"],
          resolved.slice(0, SHOWN).map((report) => [
            minute(report.resolved_at!),
            propertyLink(report),
            report.reason,
            report.note ?? "",
          ]),
        )}
      </details>
    `}
  `;
}

function openReport(report: Report): Markup {
  const note = `note-${report.report_id}`;
  return html`
    <section class="panel flow" aria-label="${`Report ${report.report_id}`}">
      <p><strong>${propertyLink(report)}</strong> <span class="soft">${minute(
        report.reported_at,
      )}, by ${report.reporter}</span></p>
      <p>${report.reason}</p>
      ${report.suggested_value === null
        ? ""
        : html`<p>Suggested: ${dollars(report.suggested_value)}</p>`}
      <form method="post" action="/operator">
        <input type="hidden" name="id" value="${report.report_id}">
        <p class="field"><label for="${note}">How it was resolved</label>
        <input id="${note}" name="note" required maxlength="500"></p>
        <p class="actions"><button name="action" value="resolve">Resolve</button></p>
      </form>
    </section>
  `;
}

const propertyLink = ({ property_id, address }: Report) =>
  html`<a href="${`/property/${property_id}`}">${address ?? property_id}</a>`;

function unmatchedSection({ unmatched }: OperatorState): Markup {
  return html`
    <h2 id="unmatched">Listings without a parcel</h2>
        ${unmatched.length === 0 ? html`<p>None.</p>` : table(
          "unmatched",
          `${
            whole(unmatched.length)
          } shown; twoflat listings unmatched lists all`,
          ["Feed", "Its key", "Why"],
          unmatched.map(({ source, key, reason }) => [source, key, reason]),
        )}
  `;
}

function serverSection(state: OperatorState): Markup {
  const { snapshot, limits, uptime_seconds, inventory, sources } = state;
  return html`
    <h2 id="server">Server</h2>
    <dl class="facts">
      <dt>Snapshot</dt>
      <dd>${snapshot.id.slice(0, 12)}, newest sale ${snapshot.newest_sale ??
        "none"}</dd>
      <dt>Listings as of</dt>
      <dd>${inventory.as_of ? minute(inventory.as_of) : "no feed"}</dd>
      ${sources.map(({ name, refreshed_at, error }) =>
        html`
          <dt>Source ${name}</dt>
          <dd>${refreshed_at
            ? minute(refreshed_at)
            : "never came"}${error === null
            ? ""
            : `; the last attempt failed: ${error}`}</dd>
        `
      )}
      <dt>Limits</dt>
      <dd>${whole(
        limits.anonymous_per_minute,
      )} anonymous calls a minute, ${whole(
        limits.result_bytes,
      )} bytes an answer</dd>
      <dt>Up for</dt>
      <dd>${(uptime_seconds / 3_600).toFixed(1)} hours</dd>
    </dl>
  `;
}

/** A table that scrolls by itself where the window is narrow. */
function table(
  id: string,
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly (string | Markup)[])[],
): Markup {
  return html`
    <div class="scroll" tabindex="0" role="region" aria-labelledby="${id}">
      <table>
        <caption>${caption}</caption>
        <thead>
          <tr>${heads.map((head) =>
            head === "" ? html`<td></td>` : html`<th scope="col">${head}</th>`
          )}</tr>
        </thead>
        <tbody>${rows.map((row) =>
          html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`
        )}</tbody>
      </table>
    </div>
  `;
}

const minute = (timestamp: string) =>
  `${timestamp.slice(0, 16).replace("T", " ")}Z`;
