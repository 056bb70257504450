import type { SnapshotData, Steps } from "../../engine/snapshot.ts";
import { findParcel } from "../../engine/subject/property_id.ts";
import { titleCase } from "../../engine/places/named.ts";
import { codeAt, type CodeColumn } from "../../engine/tables.ts";
import type { Inventory } from "../inventory.ts";
import type { Listing } from "../listing.ts";
import {
  CODE_NAMES,
  CODES,
  type Columns,
  FIGURES,
  NO_CODE,
} from "./columns.ts";
import { codesOf, figuresOf, type ScoredRow, textsOf } from "./scored_row.ts";

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
