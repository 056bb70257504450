import { html } from "./html.js";
import { useEffect, useRef } from "preact/hooks";
import { Comps } from "./comps.js";
import { Area, Facts, Risks, Timeline } from "./facts.js";
import { factsLine, Verdict } from "./list.js";
import { Notes } from "./notes.js";
import { Report } from "./report.js";
import { Underwriting } from "./underwriting.js";
import { Value } from "./value.js";
import {
  address,
  dashed,
  day,
  money,
  percent,
  plural,
  sentence,
  STRATEGIES,
  VERDICTS,
} from "./words.js";

/**
 * @import { PropertyOutput } from "../../contracts/property.ts"
 * @import { Actions } from "./actions.js"
 * @import { State } from "./first_state.js"
 */

/**
 * One property whole. On a phone it takes the window.
 *
 * @param {{state: State, actions: Actions}} props
 */
export function Card({ state, actions }) {
  const { card } = state;
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
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

/** @param {{state: State, actions: Actions, heading: object}} props */
function Property({ state, actions, heading }) {
  const { card, saved, strategy, session, reporting } = state;
  const property = /** @type {PropertyOutput} */ (card.property);
  const { subject, facts, risk, tract } = property;
  return html`
    <div class="card-body">
      <${Head} property=${property} state=${state} actions=${actions}
        heading=${heading} />
      <${Value} property=${property} own=${card.own} onClearOwn=${actions
        .clearOwn} />
      <${Comps} answer=${card.comps} problem=${card.comps_problem} out=${card
        .out}
        pinned=${card.pinned}
        onOut=${actions.leaveOut} onPin=${actions.pin} onLook=${actions
          .lookAt} />
      <${Underwriting} property=${property} strategy=${strategy} saved=${saved}
        allowed=${session.scopes.includes("underwrite")} onSavePreset=${actions
          .savePreset} />
      <${Risks} risk=${risk} />
      <${Area} tract=${tract} />
      <${Facts} facts=${facts} />
      <${Timeline} events=${card.history} problem=${card.history_problem} />
      <${Notes} id=${subject.property_id} saved=${saved} actions=${actions} />
      <${Report} id=${subject.property_id} openAtOnce=${reporting} />
    </div>
  `;
}

/** @param {{property: PropertyOutput, state: State, actions: Actions, heading: object}} props */
function Head({ property, state, actions, heading }) {
  const { subject, listing, under_contract, read, warnings, underwriting } =
    property;
  const id = subject.property_id ?? "";
  const kept = state.saved.favorites.some((each) => each.property_id === id);
  const compared = state.compare.includes(id);
  const pin = `PIN ${dashed(id)}`;
  const place = [
    address(subject.city),
    subject.zip,
    subject.township_name && `${subject.township_name} township`,
  ];
  return html`
    <header class="card-head">
      <h2 tabindex="-1" ref=${heading}>${address(subject.address) ?? pin}</h2>
      <p class="soft">${place.filter(Boolean).map((each) =>
        `${each} · `
      )}<span class="nowrap">${pin}</span></p>
      ${listing
        ? html`
          <p
            class="card-price"><b class="num">${money(
              listing.list_price,
            )}</b> <${Verdict} verdict=${read.verdict} /></p>
          <p class="soft">${[
            factsLine(listing),
            `${plural(listing.days_on_market, "day")} on the market`,
            listing.price_cut && `cut ${percent(listing.price_cut, 1)}`,
          ].filter(Boolean).join(" · ")}</p>
        `
        : under_contract
        ? html`<p><span class="chip">Under contract</span> Listed at ${
          money(
            under_contract.list_price,
          )
        } on ${day(under_contract.listed)}</p>`
        : html`<p><span class="chip">Not for sale</span></p>`}
      <p>${sentence(VERDICTS[read.verdict].means)} ${sentence(
        read.reasons[0],
      )}</p>
      ${listing && html`
        <${Offer} price=${listing.list_price}
          offer=${underwriting?.metrics?.suggested_offer} />
        <${Strategies} scores=${listing.strategy_scores} at=${read.strategy}
          onChoose=${actions.setStrategy} />
      `}
      <div class="actions">
        <button type="button" class=${kept
          ? ""
          : "primary"} aria-pressed=${kept}
          onClick=${() => actions.toggleFavorite(subject)}>${kept
            ? "★ Kept"
            : "☆ Keep"}</button>
        <button type="button" aria-pressed=${compared}
          onClick=${() => actions.toggleCompare(id)}>${compared
            ? "✓ Comparing"
            : "Compare"}</button>
        <a class="button" href=${property.url ??
          `/property/${id}`}>Full page</a>
      </div>
      ${warnings.map(({ code, message }) =>
        html`<p key=${code} class="callout">${message}</p>`
      )}
    </header>
  `;
}

/** The price at which the deal works, beside the asking price. */
function Offer({ price, offer }) {
  if (!offer) return null;
  const below = 1 - offer / price;
  if (below > 0.4) {
    return html`<p>No offer within 40% of asking would work.</p>`;
  }
  return html`<p>Suggested offer <b class="num">${money(offer)}</b>${
    below >= 0.005 ? `, ${percent(below)} below asking` : ", the asking price"
  }.</p>`;
}

/** The verdict for each strategy; a press changes to it. */
function Strategies({ scores, at, onChoose }) {
  return html`
    <div class="strategies" role="group"
      aria-label="Verdict by strategy">${Object
        .entries(STRATEGIES).map(([key, name]) =>
          html`
            <button type="button" key=${key} class="strategy"
              aria-pressed=${key === at} onClick=${() => onChoose(key)}>
              <span>${name}</span> <${Verdict}
                verdict=${scores[key]?.read.verdict ?? "no_read"} />
            </button>
          `
        )}</div>
  `;
}
