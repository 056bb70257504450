import { ListedType } from "../../../contracts/inventory_filters.ts";
import { Strategy, Verdict } from "../../../contracts/envelope.ts";
import { type Fallback, ValuationState } from "../../../contracts/valuation.ts";
import { roundTo } from "../../engine/rounding.ts";
import type { SnapshotData } from "../../engine/snapshot.ts";
import { findParcel } from "../../engine/subject/property_id.ts";
import { titleCase } from "../../engine/places/named.ts";
import { codeAt } from "../../engine/tables.ts";
import type { Arv } from "../../engine/valuation/decision/arv.ts";
import type { Listing } from "../listing.ts";
import type { ListingScore } from "../scoring/listing_score.ts";

/** Figures of a row that hold for every strategy; NaN is unknown. */
const SHARED = [
  "price",
  "cut",
  "lat",
  "lon",
  "listed",
  "firstSeen",
  "beds",
  "baths",
  "units",
  "sqft",
  "year",
  "perSqft",
  "confidence",
  "discount",
  "risk",
  "rent",
  "cashLow",
  "cashHigh",
] as const;

/** A numeric column. */
export type Figure =
  | (typeof SHARED)[number]
  | `percentile:${Strategy}`
  | `deal:${Strategy}`;

/** Every numeric column. */
const FIGURES: readonly Figure[] = [
  ...SHARED,
  ...Strategy.options.flatMap((strategy): Figure[] => [
    `percentile:${strategy}`,
    `deal:${strategy}`,
  ]),
];

/** A column of places in a closed list; 255 is none. */
export type Code = "type" | "state" | `verdict:${Strategy}`;

const CODES: readonly Code[] = [
  "type",
  "state",
  ...Strategy.options.map((strategy): Code => `verdict:${strategy}`),
];

/** Means no code. */
export const NO_CODE = 255;

/** The part of a score that is not in a numeric column. Rows that read alike share one. */
export interface Texts {
  readonly state: ListingScore["state"];
  readonly stateReasons: ListingScore["stateReasons"];
  readonly reads: Readonly<
    Record<Strategy, ListingScore["strategies"][Strategy]["read"]>
  >;
}

/** How far a row's score is up to date. */
export type Freshness = "current" | "pending" | "older_model";

/** The listings that are for sale, a column a figure; row numbers follow the order of identifiers. */
export interface Columns {
  readonly rows: number;
  readonly listings: readonly Listing[];
  readonly figures: Readonly<Record<Figure, Float64Array>>;
  readonly codes: Readonly<Record<Code, Uint8Array>>;
  /** Row of `parcels`; -1 when unmatched. */
  readonly parcel: Int32Array;
  /** Version of the inventory at which the row last changed. */
  readonly changed: Float64Array;
  /** Community area, else city; "" when unknown. */
  readonly areas: readonly string[];
  readonly arvs: readonly (Arv | null)[];
  readonly fallbacks: readonly (Fallback | null)[];
  readonly texts: readonly Texts[];
  /** The facts that the score rests on; "" where it is pending. */
  readonly bases: readonly string[];
  /** The day that the score was made for. */
  readonly days: Int32Array;
  readonly freshness: readonly Freshness[];
}

/** A row to put into columns. */
export interface ScoredRow {
  readonly listing: Listing;
  readonly score: ListingScore;
  readonly freshness: Freshness;
  readonly changed: number;
}

/** A row that is as it was in earlier columns. */
export interface KeptRow {
  readonly listing: Listing;
  readonly from: number;
}

/**
 * Returns columns of these rows, which must be in the order of identifiers.
 *
 * @param earlier where kept rows are copied from
 */
export function columnsOf(
  snapshot: SnapshotData,
  rows: readonly (ScoredRow | KeptRow)[],
  earlier?: Columns,
): Columns {
  const count = rows.length;
  const figures = Object.fromEntries(
    FIGURES.map((name) => [name, new Float64Array(count)]),
  ) as Record<Figure, Float64Array>;
  const codes = Object.fromEntries(
    CODES.map((name) => [name, new Uint8Array(count)]),
  ) as Record<Code, Uint8Array>;
  const parcel = new Int32Array(count);
  const changed = new Float64Array(count);
  const areas: string[] = new Array(count);
  const arvs: (Arv | null)[] = new Array(count);
  const fallbacks: (Fallback | null)[] = new Array(count);
  const texts: Texts[] = new Array(count);
  const bases: string[] = new Array(count);
  const days = new Int32Array(count);
  const freshness: Freshness[] = new Array(count);
  const shared = sharing(earlier);
  for (let at = 0; at < count; at++) {
    const row = rows[at];
    if ("from" in row) {
      const { from } = row;
      for (const name of FIGURES) {
        figures[name][at] = earlier!.figures[name][from];
      }
      for (const name of CODES) codes[name][at] = earlier!.codes[name][from];
      parcel[at] = earlier!.parcel[from];
      changed[at] = earlier!.changed[from];
      areas[at] = earlier!.areas[from];
      arvs[at] = earlier!.arvs[from];
      fallbacks[at] = earlier!.fallbacks[from];
      texts[at] = earlier!.texts[from];
      bases[at] = earlier!.bases[from];
      days[at] = earlier!.days[from];
      freshness[at] = earlier!.freshness[from];
      continue;
    }
    const { listing, score } = row;
    parcel[at] = listing.pin === null ? -1 : findParcel(snapshot, listing.pin);
    const values = figuresOf(snapshot, listing, parcel[at], score);
    for (const name of FIGURES) figures[name][at] = values[name] ?? NaN;
    codes.type[at] = codeOf(ListedType.options, listing.propType);
    codes.state[at] = codeOf(ValuationState.options, score.state);
    for (const strategy of Strategy.options) {
      codes[`verdict:${strategy}`][at] = codeOf(
        Verdict.options,
        score.strategies[strategy].read.verdict,
      );
    }
    changed[at] = row.changed;
    areas[at] = shared.text(areaOf(snapshot, listing, parcel[at]));
    arvs[at] = score.arv;
    fallbacks[at] = score.fallback;
    texts[at] = shared.texts(textsOf(score));
    bases[at] = score.basis;
    days[at] = score.day;
    freshness[at] = row.freshness;
  }
  return {
    rows: count,
    listings: rows.map(({ listing }) => listing),
    figures,
    codes,
    parcel,
    changed,
    areas,
    arvs,
    fallbacks,
    texts,
    bases,
    days,
    freshness,
  };
}

/** Returns the score that a row was made from. */
export function scoreAt(
  { figures, texts, arvs, fallbacks, bases, days }: Columns,
  row: number,
  model: string,
): ListingScore {
  const known = (figure: Figure) => {
    const value = figures[figure][row];
    return Number.isNaN(value) ? null : value;
  };
  const low = known("cashLow"), high = known("cashHigh");
  const strategy = (name: Strategy) => ({
    percentile: known(`percentile:${name}`),
    dealScore: known(`deal:${name}`),
    read: texts[row].reads[name],
  });
  return {
    model,
    basis: bases[row],
    day: days[row],
    state: texts[row].state,
    stateReasons: texts[row].stateReasons,
    arv: arvs[row],
    fallback: fallbacks[row],
    confidence: known("confidence"),
    risk: known("risk"),
    rent: known("rent"),
    cashFlow: low === null || high === null ? null : { low, high },
    strategies: {
      flip: strategy("flip"),
      brrrr: strategy("brrrr"),
      hold: strategy("hold"),
      section8: strategy("section8"),
    },
  };
}

function figuresOf(
  { tables: { parcels } }: SnapshotData,
  listing: Listing,
  parcel: number,
  { arv, confidence, risk, rent, cashFlow, strategies }: ListingScore,
): Readonly<Record<Figure, number | null>> {
  const { listPrice, prices } = listing;
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
    ...byStrategy,
  };
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

function areaOf(
  { tables: { parcels } }: SnapshotData,
  { city }: Listing,
  parcel: number,
): string {
  const area = parcel < 0
    ? ""
    : codeAt(parcels.community_area, parcel) || codeAt(parcels.city, parcel);
  return titleCase(area || city || "");
}

function codeOf(list: readonly string[], value: string | null): number {
  const at = value === null ? -1 : list.indexOf(value);
  return at < 0 ? NO_CODE : at;
}

function textsOf({ state, stateReasons, strategies }: ListingScore): Texts {
  return {
    state,
    stateReasons,
    reads: {
      flip: strategies.flip.read,
      brrrr: strategies.brrrr.read,
      hold: strategies.hold.read,
      section8: strategies.section8.read,
    },
  };
}

/** Equal texts become one: most rows read as thousands of others do. */
function sharing(earlier: Columns | undefined) {
  const texts = new Map<string, Texts>();
  const words = new Map<string, string>();
  for (const each of new Set(earlier?.texts)) {
    texts.set(JSON.stringify(each), each);
  }
  return {
    texts(own: Texts): Texts {
      const key = JSON.stringify(own);
      const known = texts.get(key);
      if (known) return known;
      texts.set(key, own);
      return own;
    },
    text(own: string): string {
      const known = words.get(own);
      if (known !== undefined) return known;
      words.set(own, own);
      return own;
    },
  };
}
