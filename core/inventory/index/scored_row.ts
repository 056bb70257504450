import { Strategy } from "../../../contracts/envelope.ts";
import { ValuationState } from "../../../contracts/valuation.ts";
import { roundTo } from "../../engine/rounding.ts";
import type { SnapshotData } from "../../engine/snapshot.ts";
import { codeAt } from "../../engine/tables.ts";
import type { Listing } from "../listing.ts";
import { type ListingScore, scoreBasis } from "../scoring/listing_score.ts";
import {
  ARV_BASES,
  ARV_SOURCES,
  type Code,
  CODES,
  type Columns,
  type Figure,
  type Freshness,
} from "./columns.ts";

/** The part of a score that is in no numeric column. */
export interface Texts {
  readonly stateReasons: ListingScore["stateReasons"];
  readonly reads: Readonly<
    Record<Strategy, ListingScore["strategies"][Strategy]["read"]>
  >;
}

/** A row to put into columns. */
export interface ScoredRow {
  readonly listing: Listing;
  readonly score: ListingScore;
  readonly freshness: Freshness;
  readonly changed: number;
}

/** Returns the score that a row was made from. */
export function scoreAt(
  columns: Columns,
  row: number,
  listing: Listing,
  model: string,
): ListingScore {
  const { figures, codes, texts } = columns;
  const known = (figure: Figure) => {
    const value = figures[figure][row];
    return Number.isNaN(value) ? null : value;
  };
  const span = (low: Figure, high: Figure) => {
    const least = known(low), most = known(high);
    return least === null || most === null ? null : { low: least, high: most };
  };
  const { stateReasons, reads }: Texts = JSON.parse(codeAt(texts, row));
  const strategy = (name: Strategy) => ({
    percentile: known(`percentile:${name}`),
    dealScore: known(`deal:${name}`),
    read: reads[name],
  });
  const base = known("arv"), range = span("fallbackLow", "fallbackHigh");
  return {
    model,
    basis: scoreBasis(listing),
    day: figures.day[row],
    state: ValuationState.options[codes.state[row]] ?? null,
    stateReasons,
    arv: base === null ? null : {
      conservative: figures.arvLow[row],
      base,
      aggressive: figures.arvHigh[row],
      basis: ARV_BASES[codes.arvBasis[row]],
      interval: figures.arvInterval[row],
      intervalSource: ARV_SOURCES[codes.arvSource[row]],
    },
    fallback: range && {
      method: CODES.fallbackMethod[codes.fallbackMethod[row]],
      ...range,
      interval: figures.fallbackInterval[row],
    },
    confidence: known("confidence"),
    risk: known("risk"),
    rent: known("rent"),
    cashFlow: span("cashLow", "cashHigh"),
    strategies: {
      flip: strategy("flip"),
      brrrr: strategy("brrrr"),
      hold: strategy("hold"),
      section8: strategy("section8"),
    },
  };
}

/** Returns the figures of a row; null is unknown. */
export function figuresOf(
  { tables: { parcels } }: SnapshotData,
  { listing, score, changed }: ScoredRow,
  parcel: number,
): Readonly<Record<Figure, number | null>> {
  const { listPrice, prices } = listing;
  const { arv, fallback, confidence, risk, rent, cashFlow, strategies } = score;
  const recorded = (
    column: "units" | "bedrooms" | "bldg_sqft" | "year_built",
  ) => {
    const value = parcel < 0 ? NaN : parcels[column][parcel];
    return value > 0 ? value : null;
  };
  const first = prices[0]?.price ?? listPrice;
  const sqft = recorded("bldg_sqft") ?? listing.livingArea;
  const price = roundTo(listPrice, 0);
  const byStrategy = Object.fromEntries(
    Strategy.options.flatMap((strategy) => [
      [`percentile:${strategy}`, strategies[strategy].percentile],
      [`deal:${strategy}`, strategies[strategy].dealScore],
    ]),
  ) as Record<`percentile:${Strategy}` | `deal:${Strategy}`, number | null>;
  return {
    price,
    cut: first > listPrice ? roundTo(1 - listPrice / first, 4) : null,
    lat: degrees(listing.lat),
    lon: degrees(listing.lon),
    listed: listing.onMarket,
    firstSeen: listing.firstSeen,
    beds: listing.bedrooms ?? recorded("bedrooms"),
    baths: listing.bathrooms ?? recordedBaths(parcels, parcel),
    units: listing.units ?? recorded("units"),
    sqft,
    year: recorded("year_built") ?? listing.yearBuilt,
    perSqft: sqft === null ? null : roundTo(price / sqft, 0),
    confidence,
    discount: arv && roundTo(1 - price / arv.base, 4),
    risk,
    rent,
    cashLow: cashFlow && cashFlow.low,
    cashHigh: cashFlow && cashFlow.high,
    priceFell: priceFell(prices),
    arvLow: arv && arv.conservative,
    arv: arv && arv.base,
    arvHigh: arv && arv.aggressive,
    arvInterval: arv && arv.interval,
    fallbackLow: fallback && fallback.low,
    fallbackHigh: fallback && fallback.high,
    fallbackInterval: fallback && fallback.interval,
    day: score.day,
    changed,
    ...byStrategy,
  };
}

function priceFell(prices: Listing["prices"]): number | null {
  const [earlier, last] = prices.slice(-2);
  return last && last.price < earlier.price ? last.at : null;
}

/** Degrees to a tenth of a meter, as they are shown. */
function degrees(value: number | null): number | null {
  return value === null ? null : roundTo(value, 6);
}

function recordedBaths(
  parcels: SnapshotData["tables"]["parcels"],
  parcel: number,
): number | null {
  if (parcel < 0) return null;
  const full = parcels.full_baths[parcel];
  const half = parcels.half_baths[parcel];
  return full >= 0 ? full + (half > 0 ? half / 2 : 0) : null;
}

/** Returns the words of a row that are in closed lists; null is none. */
export function codesOf(
  { listing, score, freshness }: ScoredRow,
): Readonly<Record<Code, string | null>> {
  const { state, arv, fallback, strategies } = score;
  return {
    type: listing.propType,
    state,
    freshness,
    arvBasis: arv && arv.basis,
    arvSource: arv && arv.intervalSource,
    fallbackMethod: fallback && fallback.method,
    "verdict:flip": strategies.flip.read.verdict,
    "verdict:brrrr": strategies.brrrr.read.verdict,
    "verdict:hold": strategies.hold.read.verdict,
    "verdict:section8": strategies.section8.read.verdict,
  };
}

/** Returns the part of a score that is in no other column. */
export function textsOf({ stateReasons, strategies }: ListingScore): Texts {
  return {
    stateReasons,
    reads: {
      flip: strategies.flip.read,
      brrrr: strategies.brrrr.read,
      hold: strategies.hold.read,
      section8: strategies.section8.read,
    },
  };
}
