import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "./api.js";
import { Comps } from "./comps.js";
import { factsLine, Verdict } from "./list.js";
import { Underwriting } from "./underwriting.js";
import { Value } from "./value.js";
import {
  address,
  day,
  money,
  percent,
  sentence,
  STRATEGIES,
  VERDICTS,
} from "./words.js";

/** One property whole. On a phone it takes the window. */
export function Card({ state, actions }) {
  const { card } = state;
  const heading = useRef(null);
  const id = card.property?.subject.property_id;
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id]);
  return html`<aside class="card" aria-label="Property" aria-busy=${card.loading}>
    <div class="card-bar">
      <button type="button" class="quiet" onClick=${actions.close}><span aria-hidden="true">←</span> Back to the list</button>
      ${
    card.property && html`<span class="card-tools">
        <button type="button" class="quiet" onClick=${actions.share}>Share</button>
        <button type="button" class="quiet" onClick=${() =>
      print()}>Print</button></span>`
  }
    </div>
    ${
    card.problem && html`
      <div class="card-body">
        <div class="callout bad"
          role="alert"><p><b>This property could not be shown.</b> ${card
            .problem}</p>
            <button type="button" onClick=${actions
              .reload}>Try again</button></div>
      </div>
    `
  }
    ${
    !card.property && !card.problem && html`
      <div class="card-body" aria-label="Loading">
        <p class="skeleton-line tall"></p>
        <p class="skeleton-line"></p>
        <p class="skeleton-line"></p>
        <p class="skeleton-line tall"></p>
      </div>
    `
  }
    ${
    card.property && html`
      <${Property} key=${id} state=${state} actions=${actions}
        heading=${heading} />
    `
  }
  </aside>`;
}

function Property({ state, actions, heading }) {
  const { card, saved, strategy } = state;
  const { property } = card;
  const { subject, listing, read, facts, risk, tract, warnings } = property;
  const kept = saved.favorites.some(({ property_id }) =>
    property_id === subject.property_id
  );
  const compared = state.compare.includes(subject.property_id);
  return html`<div class="card-body">
    <header class="card-head">
      <h2 tabindex="-1" ref=${heading}>${
    address(subject.address) ?? `PIN ${subject.property_id}`
  }</h2>
      <p class="soft">${
    [address(subject.city), subject.zip, subject.township_name].filter(Boolean)
      .join(
        " · ",
      )
  } · PIN ${subject.property_id}</p>
      ${
    listing
      ? html`
        <p
          class="card-price"><b class="num">${money(
            listing.list_price,
          )}</b> <${Verdict} verdict=${read.verdict} /></p>
        <p class="soft">${factsLine(listing)} · ${listing
          .days_on_market} days on the market${listing.price_cut > 0
          ? ` · cut ${percent(listing.price_cut, 1)}`
          : ""}</p>
      `
      : html`<p><span class="chip">Not for sale</span></p>`
  }
      <p>${VERDICTS[read.verdict].means} ${
    sentence(read.reasons[0])
  } <span class="soft">Read for ${STRATEGIES[read.strategy]}.</span></p>
      <div class="actions">
        <button type="button" class=${
    kept ? "" : "primary"
  } aria-pressed=${kept} onClick=${() => actions.toggleFavorite(subject)}>${
    kept ? "★ Kept" : "☆ Keep"
  }</button>
        <button type="button" aria-pressed=${compared} onClick=${() =>
    actions.toggleCompare(subject.property_id)}>${
    compared ? "✓ Comparing" : "Compare"
  }</button>
        <a class="button" href=${
    property.url ?? `/property/${subject.property_id}`
  }>Full page</a>
      </div>
      ${
    warnings.filter(({ code }) => code !== "synthetic_data").map((
      { code, message },
    ) => html`<p key=${code} class="callout">${message}</p>`)
  }
    </header>
    <${Value} property=${property} own=${card.own} onClearOwn=${actions.clearOwn} />
    <${Comps} answer=${card.comps} problem=${card.comps_problem} out=${card.out} pinned=${card.pinned}
      onOut=${actions.leaveOut} onPin=${actions.pin} onLook=${actions.lookAt} />
    <${Underwriting} property=${property} strategy=${strategy} saved=${saved}
      allowed=${
    state.session.scopes.includes("underwrite")
  } onSavePreset=${actions.savePreset} />
    <section class="block" aria-labelledby="risk-h">
      <h3 id="risk-h">Risks ${
    risk.score !== null && html`<span class="soft num">${risk.score}/100</span>`
  }</h3>
      <p class="soft">0 is no known risk; ${risk.known_points} of 100 points could be assessed.</p>
      <ul class="risks">${
    risk.flags.map((flag) =>
      html`<li key=${flag.code} class=${`risk ${flag.severity ?? "unknown"}`}>
        <b>${flag.label}</b> <span class="chip">${
        flag.severity ?? "not known"
      }</span>
        <p>${flag.reason}</p>
        <p class="soft small">${flag.source}${
        flag.vintage ? `, ${flag.vintage}` : ""
      }${
        flag.blind_spots ? `. It cannot see: ${flag.blind_spots}` : ""
      }</p></li>`
    )
  }</ul>
    </section>
    ${
    tract && html`
      <section class="block" aria-labelledby="area-h">
        <h3 id="area-h">The area${tract.area ? `: ${tract.area}` : ""}</h3>
        <dl class="metrics">${Object.entries(tract.strategy_scores).map((
          [name, { percentile }],
        ) =>
          html`
            <div key=${name}>
              <dt>${STRATEGIES[name]}</dt>
              <dd class="num">${percentile === null
                ? "–"
                : html`${
                  Math.round(percentile)
                }<small class="soft"> percentile</small>`}</dd>
            </div>
          `
        )}</dl>
      </section>
    `
  }
    <section class="block" aria-labelledby="facts-h"><h3 id="facts-h">Facts</h3>
      <dl class="facts">${
    facts.map((fact) =>
      html`
        <div key=${fact.field} class="pairline">
          <dt>${fact.label}</dt>
          <dd>${fact.value}${fact.unit
            ? ` ${fact.unit}`
            : ""} <small class="soft">${SOURCES[fact.source]}${fact.vintage
            ? ` ${fact.vintage}`
            : ""}</small></dd>
        </div>
      `
    )
  }</dl></section>
    <${Timeline} events=${card.history} problem=${card.history_problem} />
    <${Notes} id=${subject.property_id} saved=${saved} actions=${actions} />
    <${Report} id=${subject.property_id} />
  </div>`;
}

const SOURCES = {
  county_record: "county",
  listing: "listing",
  census: "census",
  model: "model",
};

function Timeline({ events, problem }) {
  if (problem) return null;
  return html`<section class="block" aria-labelledby="time-h"><h3 id="time-h">Timeline</h3>
    ${
    events === null
      ? html`<p class="skeleton-line"></p>`
      : events.length === 0
      ? html`<p class="soft">Nothing is on record.</p>`
      : html`<ol class="timeline">${
        events.slice(0, 24).map((event, i) =>
          html`
            <li key=${i}
              class=${event.kind}><span class="soft num">${day(
                event.date,
              )}</span><div><b>${event.title}</b>${event.amount !== null
                ? html`
                  <span class="num">${money(event.amount)}</span>
                `
                : ""}${event.change !== null
                ? html`
                  <span class="soft num">${event.change > 0
                    ? "+"
                    : ""}${percent(event.change, 1)}</span>
                `
                : ""}${event.note
                ? html`<p class="soft small">${event.note}</p>`
                : ""}</div></li>
          `
        )
      }</ol>`
  }</section>`;
}

function Notes({ id, saved, actions }) {
  const [text, setText] = useState("");
  const [editing, setEditing] = useState(null);
  const notes = saved.notes.filter(({ property_id }) => property_id === id);
  return html`
    <section class="block no-print" aria-labelledby="notes-h">
      <h3 id="notes-h">Notes</h3>
      <ul class="plain notes">${notes.map((note) =>
        html`
          <li key=${note.note_id}>
            <p>${note.text}</p>
            <p class="soft small">${day(note.created_at)}
                  <button type="button" class="quiet" onClick=${() => {
                    setEditing(note.note_id);
                    setText(note.text);
                  }}>Edit</button>
                  <button type="button" class="quiet" onClick=${() =>
                    actions.removeNote(note.note_id)}>Remove</button></p>
          </li>
        `
      )}</ul>
      <form onSubmit=${async (event) => {
        event.preventDefault();
        if (text.trim() === "") return;
        if (editing) await actions.changeNote(editing, text.trim());
        else await actions.addNote(id, text.trim());
        setText("");
        setEditing(null);
      }}>
        <label class="field"><span>${editing
          ? "Change the note"
          : "Add a note"}</span>
            <textarea rows="2" maxlength="2000" value=${text} onInput=${(
              { target },
            ) => setText(target.value)}></textarea></label>
        <button type="submit">${editing
          ? "Save the change"
          : "Keep the note"}</button>
      </form>
    </section>
  `;
}

/** Tells the operator that a value looks wrong. */
function Report({ id }) {
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  return html`
    <section class="block no-print"
      aria-labelledby="report-h"><h3 id="report-h">Does this look wrong?</h3>
        ${said
          ? html`<p role="status">${said}</p>`
          : !open
          ? html`<button type="button" onClick=${() =>
            setOpen(true)}>Report the value</button>`
          : html`
            <form onSubmit=${async (event) => {
              event.preventDefault();
              const form = new FormData(event.target);
              const suggested = Number(form.get("value"));
              try {
                await call("/api/report-value", {
                  method: "POST",
                  body: {
                    property_id: id,
                    reason: form.get("reason"),
                    ...(suggested > 0 && { suggested_value: suggested }),
                  },
                });
                setSaid(
                  "Thank you. A person will look at it; until then the value says that it is under review.",
                );
              } catch (error) {
                setSaid(error.message);
              }
            }}>
              <label
                class="field"><span>What is wrong, in 10 to 280 characters</span><textarea name="reason" required minlength="10" maxlength="280" rows="3"></textarea></label>
              <label
                class="field"><span>What you think it is worth, $ (optional)</span><input name="value" type="number" min="1000" step="1000" inputmode="numeric" /></label>
              <button class="primary" type="submit">Send the report</button>
            </form>
          `}</section>
  `;
}
