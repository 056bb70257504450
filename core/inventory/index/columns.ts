import { ListedType } from "../../../contracts/inventory_filters.ts";
import { Strategy, Verdict } from "../../../contracts/envelope.ts";
import { Fallback, ValuationState } from "../../../contracts/valuation.ts";
import { roundTo } from "../../engine/rounding.ts";
import type { SnapshotData, Steps } from "../../engine/snapshot.ts";
import { findParcel } from "../../engine/subject/property_id.ts";
import { titleCase } from "../../engine/places/named.ts";
import { codeAt, type CodeColumn } from "../../engine/tables.ts";
import type { Arv } from "../../engine/valuation/decision/arv.ts";
import type { Inventory } from "../inventory.ts";
import type { Listing } from "../listing.ts";
import { type ListingScore, scoreBasis } from "../scoring/listing_score.ts";

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
  /** When the price last changed, if it fell, epoch milliseconds. */
  "priceFell",
  "arvLow",
  "arv",
  "arvHigh",
  "arvInterval",
  "fallbackLow",
  "fallbackHigh",
  "fallbackInterval",
  /** Day that the score was made for. */
  "day",
  /** Version of the inventory at which the row last changed. */
  "changed",
] as const;

/** A numeric column. */
export type Figure =
  | (typeof SHARED)[number]
  | `percentile:${Strategy}`
  | `deal:${Strategy}`;

/** Every numeric column. */
export const FIGURES: readonly Figure[] = [
  ...SHARED,
  ...Strategy.options.flatMap((strategy): Figure[] => [
    `percentile:${strategy}`,
    `deal:${strategy}`,
  ]),
];

/** How far a row's score is up to date. */
export const FRESHNESS = ["current", "pending", "older_model"] as const;

/** How far a row's score is up to date. */
export type Freshness = (typeof FRESHNESS)[number];

const ARV_BASES = ["comps", "price_model"] as const satisfies Arv["basis"][];

const ARV_SOURCES = [
  "conformal",
  "comp_dispersion",
  "price_model_dispersion",
] as const satisfies Arv["intervalSource"][];

/** The closed list behind each column of codes; 255 is none. */
const CODES = {
  type: ListedType.options,
  state: ValuationState.options,
  freshness: FRESHNESS,
  arvBasis: ARV_BASES,
  arvSource: ARV_SOURCES,
  fallbackMethod: Fallback.shape.method.options,
  "verdict:flip": Verdict.options,
  "verdict:brrrr": Verdict.options,
  "verdict:hold": Verdict.options,
  "verdict:section8": Verdict.options,
} as const;

/** A column of places in a closed list. */
export type Code = keyof typeof CODES;

/** Every column of codes. */
export const CODE_NAMES = Object.keys(CODES) as readonly Code[];

/** Means no code. */
const NO_CODE = 255;

/** The listings that are for sale, a column a figure; row numbers follow the order of identifiers. */
export interface Columns {
  readonly rows: number;
  readonly ids: readonly string[];
  /** What the rows were made from. */
  readonly inventory: Inventory;
  readonly figures: Readonly<Record<Figure, Float64Array>>;
  readonly codes: Readonly<Record<Code, Uint8Array>>;
  /** Row of `parcels`; -1 when unmatched. */
  readonly parcel: Int32Array;
  /** Community area, else city; "" when unknown. */
  readonly areas: CodeColumn;
  /** The part of a score that is in no other column, as JSON: most rows read as thousands of others do. */
  readonly texts: CodeColumn;
}

/** The part of a score that is in no numeric column. */
interface Texts {
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

/** What columns are made from. */
export interface ColumnsSource {
  readonly snapshot: SnapshotData;
  readonly inventory: Inventory;
  /** In their order. */
  readonly ids: readonly string[];
  /** The new rows, by number. */
  readonly scored: ReadonlyMap<number, ScoredRow>;
  /** Earlier columns, and for every row that is not new its number there. */
  readonly earlier?: { readonly columns: Columns; readonly from: Int32Array };
}

/** Rows put into columns in a step. */
const STEP = 100;

/** Returns the columns of rows that are new, or as they were in earlier columns. */
export function* columnsOf(
  { snapshot, inventory, ids, scored, earlier }: ColumnsSource,
): Steps<Columns> {
  const count = ids.length;
  const old = earlier?.columns;
  const from = earlier?.from ?? new Int32Array(count).fill(-1);
  const columns: Columns = {
    rows: count,
    ids,
    inventory,
    figures: byName(
      FIGURES,
      (name) => kept(new Float64Array(count), from, old?.figures[name]),
    ),
    codes: byName(
      CODE_NAMES,
      (name) => kept(new Uint8Array(count), from, old?.codes[name]),
    ),
    parcel: kept(new Int32Array(count), from, old?.parcel),
    areas: words(count, from, old?.areas),
    texts: words(count, from, old?.texts),
  };
  const area = adding(columns.areas), text = adding(columns.texts);
  let done = 0;
  for (const [at, row] of scored) {
    if (done++ % STEP === 0) yield;
    const { listing, score } = row;
    const parcel = listing.pin === null
      ? -1
      : findParcel(snapshot, listing.pin);
    const figures = figuresOf(snapshot, row, parcel);
    for (const name of FIGURES) {
      columns.figures[name][at] = figures[name] ?? NaN;
    }
    const codes = codesOf(row);
    for (const name of CODE_NAMES) {
      columns.codes[name][at] = codeOf(CODES[name], codes[name]);
    }
    columns.parcel[at] = parcel;
    columns.areas.values[at] = area(areaOf(snapshot, listing, parcel));
    columns.texts.values[at] = text(JSON.stringify(textsOf(score)));
  }
  return columns;
}

function byName<N extends string, T>(
  names: readonly N[],
  make: (name: N) => T,
): Record<N, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<
    N,
    T
  >;
}

/** Fills a column with the values that earlier rows had. */
function kept<A extends Float64Array | Int32Array | Uint8Array>(
  column: A,
  from: Int32Array,
  old: A | undefined,
): A {
  if (!old) return column;
  for (let at = 0; at < from.length; at++) {
    const row = from[at];
    if (row >= 0) column[at] = old[row];
  }
  return column;
}

/** Returns a column of words that keeps the values of earlier rows; words that no row uses now are dropped. */
function words(
  count: number,
  from: Int32Array,
  old: CodeColumn | undefined,
): CodeColumn & { readonly dictionary: string[] } {
  const values = new Int32Array(count);
  const dictionary = [""];
  if (!old) return { values, dictionary };
  const renumbered = new Int32Array(old.dictionary.length);
  for (let at = 0; at < count; at++) {
    const row = from[at];
    const code = row < 0 ? 0 : old.values[row];
    if (code === 0) continue;
    if (renumbered[code] === 0) {
      renumbered[code] = dictionary.push(old.dictionary[code]) - 1;
    }
    values[at] = renumbered[code];
  }
  return { values, dictionary };
}

/** Finds words in a column's dictionary, or adds them. */
function adding({ dictionary }: CodeColumn): (word: string) => number {
  const words = dictionary as string[];
  const codes = new Map(words.map((word, code) => [word, code]));
  return (word) => {
    let code = codes.get(word);
    if (code === undefined) codes.set(word, code = words.push(word) - 1);
    return code;
  };
}

/** Returns the listing of a row. */
export function listingAt({ inventory, ids }: Columns, row: number): Listing {
  return inventory.get(ids[row])!;
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

function figuresOf(
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

function codesOf(
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

function textsOf({ stateReasons, strategies }: ListingScore): Texts {
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
