import { html } from "./html.js";
import {
  address,
  confidenceWords,
  count,
  decimal,
  money,
  percent,
  plural,
  sentence,
  shortMoney,
  STRATEGIES,
  TYPES,
  VERDICTS,
} from "./words.js";

/**
 * @import { ListingItem } from "../../contracts/listing_item.ts"
 * @import { Actions } from "./actions.js"
 * @import { State } from "./first_state.js"
 */

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
    listing.bathrooms ? `${decimal(listing.bathrooms)} ba` : null,
    listing.sqft ? `${count(listing.sqft)} sq ft` : null,
  ].filter(Boolean).join(" · ");
}

/** What a year's cash flow is a month, in words for a line. */
function cashFlow({ low, high }) {
  const monthly = (value) => shortMoney(value / 12);
  return low === high
    ? `${monthly(low)} a month`
    : `${monthly(low)} to ${monthly(high)} a month`;
}

/** How the asking price stands to the middle of the value. */
const discountWords = (discount) =>
  Math.abs(discount) < 0.005
    ? "at its value"
    : `${percent(Math.abs(discount))} ${discount > 0 ? "under" : "over"} value`;

/** How many homes have which verdict; each narrows the list to its own. */
function Verdicts({ state, actions }) {
  const { verdicts, filters, strategy } = state;
  if (!verdicts) return null;
  const chosen = filters.verdicts ?? [];
  const toggle = (name) => {
    const next = chosen.includes(name)
      ? chosen.filter((each) => each !== name)
      : [...chosen, name];
    actions.setFilters({
      ...filters,
      verdicts: next.length > 0 ? next : undefined,
    });
  };
  const { pursue, screen, skip } = verdicts;
  return html`
    <div class="verdicts" role="group" aria-label="Verdict at the asking price">
      ${Object.entries(VERDICTS).map(([key, { name, mark, means }]) =>
        html`
          <button type="button" key=${key} class=${`tally ${key}`} title=${sentence(
            means,
          )}
            aria-pressed=${chosen.includes(key)} onClick=${() => toggle(key)}>
            <b class="num">${count(verdicts[key])}</b>
            <span><span aria-hidden="true">${mark} </span>${name}</span>
          </button>
        `
      )}
    </div>
    ${pursue === 0 && skip > 0 && html`
      <p class="hint">${screen > 0
        ? `Nothing here passes outright as a ${
          STRATEGIES[strategy]
        } at its asking price; the ${plural(screen, "home")} that may pass ${
          screen === 1 ? "comes" : "come"
        } first.`
        : `Nothing here passes as a ${
          STRATEGIES[strategy]
        } at its asking price. Open a home to see the price at which it would, or try another strategy.`}</p>
    `}
  `;
}

/**
 * The homes in view. Whatever the map shows of them stands here too.
 *
 * @param {{state: State, actions: Actions}} props
 */
export function List({ state, actions }) {
  const { listings, total, loading, problem, empty, saved } = state;
  const kept = new Set(saved.favorites.map(({ property_id }) => property_id));
  const nearest = empty?.nearest && empty.nearest.field in state.filters
    ? empty.nearest
    : null;
  return html`<section class="list" aria-labelledby="list-h">
    <h2 id="list-h" class="visually-hidden">Homes for sale</h2>
    <p class="list-head" role="status" aria-live="polite">${
    problem
      ? "No list at the moment"
      : loading && listings.length === 0
      ? "Looking…"
      : html`<b>${plural(total, "home")}</b> ${
        state.polygon
          ? "in the drawn area"
          : state.area
          ? `in ${state.area.text}`
          : "in this area"
      }${loading ? " · updating" : ""}`
  }</p>
    ${!problem && html`<${Verdicts} state=${state} actions=${actions} />`}
    ${
    problem && html`
      <div class="callout bad list-problem"
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
                .includes(listing.property_id ?? "")} />
          `
        )
      }</ul>`
  }
    ${
    !loading && !problem && listings.length === 0 && html`
      <div class="empty">
        <strong>${total === 0 && empty?.code === "no_inventory"
          ? sentence(empty.reason)
          : "No home for sale here matches the filters."}</strong>
        <p>Zoom out, move the map or remove a filter.</p>
        <p
          class="actions center">${nearest &&
            html`<button type="button" class="primary" onClick=${() =>
              actions.setFilters({
                ...state.filters,
                [nearest.field]: nearest.value ?? undefined,
              })}>${
              relaxed(nearest)
            }</button>`}<button type="button" onClick=${() =>
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

const FILTER_WORDS = {
  min_price: (value) => `Lower the minimum to ${money(value)}`,
  max_price: (value) => `Raise the maximum to ${money(value)}`,
  min_beds: (value) => `${count(value)} bedrooms or more`,
  min_units: (value) => `${count(value)} apartments or more`,
  min_percentile: (value) => `Area percentile ${Math.floor(value)} or more`,
  min_confidence: (value) => `Confidence ${Math.floor(value)} or more`,
};

/** What the nearest relaxation of a filter is called. */
function relaxed({ field, value, listings }) {
  const name = value === null || !FILTER_WORDS[field]
    ? "Remove that filter"
    : FILTER_WORDS[field](value);
  return `${name}: ${plural(listings, "home")}`;
}

/** @param {{listing: Partial<ListingItem>, actions: Actions} & Record<string, any>} props */
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
          ${(listing.price_cut ?? 0) > 0 &&
            html`<span class="cut">▾ ${percent(listing.price_cut, 1)}</span>`}
          ${typeof listing.discount === "number" &&
            html`<span class=${listing.discount > 0 ? "cut" : "soft small"}>${
              discountWords(listing.discount)
            }</span>`}
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
        <p class=${`home-value ${listing.arv ? "num" : ""}`}>${listing.arv
          ? html`
            <span>Value <b>${shortMoney(listing.arv.conservative)}–${shortMoney(
              listing.arv.aggressive,
            )}</b></span><span
              class="soft">${name}</span>
          `
          : html`<span class="soft">No value: ${
            listing.unscored_reasons?.[0] ?? "not scored"
          }</span>`}</p>
        <p class="home-value num">
          <span>${listing.cash_flow && html`Cash flow <b>${
            cashFlow(
              listing.cash_flow,
            )
          }</b>`}</span>
          <span class="soft">${plural(listing.days_on_market, "day")}</span>
        </p>
        ${listing.property_id && html`
          <div class="home-actions">
            <button type="button" class="quiet" aria-pressed=${kept}
              aria-label=${kept
                ? `Kept ${title} as a favorite`
                : `Keep ${title} as a favorite`} onClick=${() =>
                actions.toggleFavorite(listing)}>${kept
                ? "★ Kept"
                : "☆ Keep"}</button>
            <button type="button" class="quiet" aria-pressed=${compared}
              aria-label=${compared
                ? `Comparing ${title}`
                : `Compare ${title}`} onClick=${() =>
                actions.toggleCompare(listing.property_id)}>${compared
                ? "✓ Comparing"
                : "Compare"}</button>
          </div>
        `}
      </li>
  `;
}
