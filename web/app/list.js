import { html } from "htm/preact";
import {
  address,
  confidenceWords,
  count,
  money,
  percent,
  plural,
  shortMoney,
  TYPES,
  VERDICTS,
} from "./words.js";

/** A verdict as a chip: its color never stands alone. */
export function Verdict({ verdict }) {
  const { name, mark } = VERDICTS[verdict] ?? VERDICTS.no_read;
  return html`
    <span
      class=${`chip ${verdict}`}><span aria-hidden="true">${mark}</span>${name}</span>
  `;
}

/** Facts of a listing in a line. */
export function factsLine(listing) {
  return [
    TYPES[listing.prop_type] ?? null,
    listing.units > 1 ? plural(listing.units, "unit") : null,
    listing.bedrooms ? `${count(listing.bedrooms)} bd` : null,
    listing.bathrooms ? `${count(listing.bathrooms)} ba` : null,
    listing.sqft ? `${count(listing.sqft)} sq ft` : null,
  ].filter(Boolean).join(" · ");
}

/** The homes in view. Whatever the map shows of them stands here too. */
export function List({ state, actions }) {
  const { listings, total, loading, problem, empty, saved } = state;
  const kept = new Set(saved.favorites.map(({ property_id }) => property_id));
  return html`<section class="list" aria-labelledby="list-h">
    <h2 id="list-h" class="visually-hidden">Homes for sale</h2>
    <p class="list-head" role="status" aria-live="polite">${
    problem
      ? ""
      : loading && listings.length === 0
      ? "Looking…"
      : html`<b>${plural(total, "home")}</b> ${
        state.polygon
          ? "in the drawn area"
          : state.area
          ? `in ${state.area.text}`
          : "in view"
      }${loading ? " · updating" : ""}`
  }</p>
    ${
    problem && html`
      <div class="callout bad"
        role="alert"><p><b>The homes could not be loaded.</b> ${problem}</p>
            <button type="button" onClick=${actions
              .refresh}>Try again</button></div>
    `
  }
    ${
    loading && listings.length === 0 && !problem
      ? html`<ul class="cards" aria-hidden="true">${
        [0, 1, 2, 3, 4].map((i) =>
          html`
            <li key=${i}
              class="home skeleton"><span></span><span></span><span></span></li>
          `
        )
      }</ul>`
      : html`<ul class="cards">${
        listings.map((listing) =>
          html`
            <${Home} key=${listing
              .listing_id} listing=${listing} actions=${actions}
              selected=${state.selected !== null &&
                listing.property_id === state.selected.property_id}
              hovered=${state.hovered === listing.listing_id}
              kept=${kept.has(listing.property_id)} compared=${state.compare
                .includes(listing.property_id)} />
          `
        )
      }</ul>`
  }
    ${
    !loading && !problem && listings.length === 0 && html`
      <div class="empty">
        <strong>${empty?.reason ??
          "No home for sale here passes the filters."}</strong>
        <p>${empty?.fix ?? "Zoom out, move the map or take a filter away."}</p>
        <p
          class="actions center"><button type="button" onClick=${() =>
            actions.setFilters({})}>Clear the filters</button></p>
      </div>
    `
  }
    ${
    state.next_cursor && html`
      <p
        class="more"><button type="button" onClick=${actions
          .more} disabled=${loading}>Show more</button></p>
    `
  }
  </section>`;
}

function Home({ listing, selected, hovered, kept, compared, actions }) {
  const { name } = confidenceWords(listing.confidence);
  const title = address(listing.address) ?? `Listing ${listing.listing_id}`;
  return html`
    <li class=${`home ${selected ? "selected" : ""} ${
      hovered ? "hovered" : ""
    }`}
      onPointerEnter=${() => actions.hoverListing(listing.listing_id)}
      onPointerLeave=${() => actions.hoverListing(null)}>
        <div class="home-top">
          <b class="price num">${money(listing.list_price)}</b>
          ${listing.price_cut > 0 &&
            html`<span class="cut">▾ ${percent(listing.price_cut, 1)}</span>`}
          <${Verdict} verdict=${listing.verdict} />
        </div>
        <h3>${listing.property_id
          ? html`<a href=${`/?p=${listing.property_id}`} onClick=${(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            actions.select({ property_id: listing.property_id });
          }}>${title}</a>`
          : title}</h3>
        <p class="soft">${[
          listing.area ?? address(listing.city),
          factsLine(listing),
        ]
          .filter(Boolean).join(" · ")}</p>
        <p class="home-value num">${listing.arv
          ? html`
            <span>Value <b>${shortMoney(listing.arv.conservative)}–${shortMoney(
              listing.arv.aggressive,
            )}</b></span><span
              class="soft">${name}</span>
          `
          : html`<span class="soft">No value: ${
            listing.unscored_reasons?.[0] ?? "not scored"
          }</span>`}</p>
        ${listing.property_id && html`
          <div class="home-actions">
            <button type="button" class="quiet" aria-pressed=${kept}
              aria-label=${kept
                ? `Remove ${title} from favorites`
                : `Keep ${title} as a favorite`} onClick=${() =>
                actions.toggleFavorite(listing)}>${kept
                ? "★ Kept"
                : "☆ Keep"}</button>
            <button type="button" class="quiet" aria-pressed=${compared}
              aria-label=${compared
                ? `Take ${title} out of the comparison`
                : `Compare ${title}`} onClick=${() =>
                actions.toggleCompare(listing.property_id)}>${compared
                ? "✓ Comparing"
                : "Compare"}</button>
          </div>
        `}
      </li>
  `;
}
