import {
  type BuiltInSteps,
  perSnapshotInSteps,
  type SnapshotData,
  type Steps,
} from "../snapshot.ts";
import { codeAt } from "../tables.ts";
import {
  type AddressRest,
  type HouseNumbers,
  readAddress,
  splitStreet,
  type Street,
  type StreetReading,
} from "./address.ts";
import { canonicalWords } from "./street_words.ts";

/** Every street of a snapshot with the parcels on it by house number. */
export interface AddressIndex {
  /** Distinct street names, the keys of `byName`, in alphabetical order. */
  readonly names: readonly string[];
  /** Street numbers of each name (a name can have several directions and types). */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  readonly streets: readonly Street[];
  /** Parcels of street `s` are `rows[starts[s]]` to `rows[starts[s + 1] - 1]`, ascending by lowest house number, then row. */
  readonly starts: Int32Array;
  readonly rows: Int32Array;
  /** Lowest and highest house number, and apartment, of each entry of `rows`. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly units: ReadonlyMap<number, string>;
}

/** The address index of a snapshot, built on first use. */
export const addressIndex: BuiltInSteps<AddressIndex> = perSnapshotInSteps(
  buildAddressIndex,
);

/** Rows read in a step. */
const STEP = 2_000;

function* buildAddressIndex(snapshot: SnapshotData): Steps<AddressIndex> {
  const { address, rows: count } = snapshot.tables.parcels;
  const streets: Street[] = [];
  const byName = new Map<string, number[]>();
  const streetKeys = new Map<string, number>();
  const streetOf = new Int32Array(count).fill(-1);
  const lowOf = new Int32Array(count);
  const highOf = new Int32Array(count);
  const units = new Map<number, string>();

  const numbersOf = once((text) => readAddress(text)?.numbers ?? null);
  const placeOf = once((rest) => {
    const { unit, ...street } = splitStreet(canonicalWords(rest));
    const key = [street.before, street.name, street.type, street.after].join(
      "|",
    );
    let id = streetKeys.get(key);
    if (id === undefined) {
      id = streets.push(street) - 1;
      streetKeys.set(key, id);
      const same = byName.get(street.name);
      if (same) same.push(id);
      else byName.set(street.name, [id]);
    }
    return { street: id, unit };
  });

  for (let row = 0; row < count; row++) {
    if (row % STEP === 0) yield;
    const text = address.at(row);
    const space = text.indexOf(" ");
    if (space <= 0) continue;
    const numbers = numbersOf(text.slice(0, space));
    if (!numbers) continue;
    const { street, unit } = placeOf(text.slice(space + 1));
    streetOf[row] = street;
    lowOf[row] = numbers.low;
    highOf[row] = numbers.high;
    if (unit !== "") units.set(row, unit);
  }

  yield;
  const starts = new Int32Array(streets.length + 1);
  for (const street of streetOf) if (street >= 0) starts[street + 1]++;
  for (let s = 0; s < streets.length; s++) starts[s + 1] += starts[s];
  const next = starts.slice();
  const rows = new Int32Array(starts[streets.length]);
  for (let row = 0; row < count; row++) {
    if (streetOf[row] >= 0) rows[next[streetOf[row]]++] = row;
  }
  for (let s = 0; s < streets.length; s++) {
    if (s % STEP === 0) yield;
    rows.subarray(starts[s], starts[s + 1]).sort((a, b) =>
      lowOf[a] - lowOf[b] || a - b
    );
  }
  return {
    names: [...byName.keys()].sort(),
    byName,
    streets,
    starts,
    rows,
    low: Int32Array.from(rows, (row) => lowOf[row]),
    high: Int32Array.from(rows, (row) => highOf[row]),
    units,
  };
}

/** Reads every text once: a county's house numbers and streets repeat. */
function once<V>(read: (text: string) => V): (text: string) => V {
  const known = new Map<string, V>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) known.set(text, value = read(text));
    return value;
  };
}

/** Whether two parts of a street agree; a missing part agrees with any. */
const agrees = (a: string, b: string) => a === "" || b === "" || a === b;

/** Streets a reading can mean; where one is spelled exactly so, only that one. */
export function streetsOf(index: AddressIndex, reading: Street): number[] {
  const possible = (index.byName.get(reading.name) ?? []).filter((id) => {
    const street = index.streets[id];
    return agrees(street.before, reading.before) &&
      agrees(street.type, reading.type) && agrees(street.after, reading.after);
  });
  const exact = possible.filter((id) => {
    const street = index.streets[id];
    return street.before === reading.before && street.type === reading.type &&
      street.after === reading.after;
  });
  return exact.length > 0 ? exact : possible;
}

/** Parcels at a house number of a street reading, in row order. */
export function parcelsAt(
  snapshot: SnapshotData,
  index: AddressIndex,
  numbers: HouseNumbers,
  reading: StreetReading,
): number[] {
  const found: { row: number; exact: boolean }[] = [];
  for (const street of streetsOf(index, reading)) {
    for (let at = index.starts[street]; at < index.starts[street + 1]; at++) {
      if (index.low[at] > numbers.high) break;
      if (index.high[at] < numbers.low) continue;
      if (!liesIn(snapshot, index.rows[at], reading.rest)) continue;
      found.push({ row: index.rows[at], exact: index.low[at] === numbers.low });
    }
  }
  // A house of just this number before a building whose range of numbers includes it.
  const exact = found.filter((match) => match.exact);
  const rows = (exact.length > 0 ? exact : found).map((match) => match.row);
  const unit = reading.rest.unit;
  if (unit === "") return rows.sort((a, b) => a - b);
  const sameUnit = rows.filter((row) => index.units.get(row) === unit);
  // A flat of a building that is one parcel is found by its building.
  return (sameUnit.length > 0
    ? sameUnit
    : rows.filter((row) => !index.units.has(row)))
    .sort((a, b) => a - b);
}

/** Whether a parcel lies in the city and ZIP a caller named, as far as the county says. */
function liesIn(
  snapshot: SnapshotData,
  row: number,
  rest: AddressRest,
): boolean {
  const parcels = snapshot.tables.parcels;
  const zip = codeAt(parcels.zip, row);
  if (!agrees(zip, rest.zip)) return false;
  if (rest.city === "") return true;
  const places = [
    codeAt(parcels.city, row),
    codeAt(parcels.community_area, row),
  ].filter((place) => place !== "");
  return places.length === 0 ||
    places.some((place) => canonicalWords(place).join(" ") === rest.city);
}

/** Parcels on the reading's street whose house numbers are nearest to the one asked for. */
export function nearbyNumbers(
  index: AddressIndex,
  numbers: HouseNumbers,
  streets: readonly number[],
  limit: number,
): number[] {
  const found: { row: number; gap: number }[] = [];
  for (const street of streets) {
    for (let at = index.starts[street]; at < index.starts[street + 1]; at++) {
      const gap = Math.max(
        index.low[at] - numbers.high,
        numbers.low - index.high[at],
        0,
      );
      found.push({ row: index.rows[at], gap });
    }
  }
  return found.sort((a, b) => a.gap - b.gap || a.row - b.row)
    .slice(0, limit).map((match) => match.row);
}
