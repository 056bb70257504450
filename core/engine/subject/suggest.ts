import { areaNames, findArea, type NamedArea } from "../places/named.ts";
import type { SnapshotData } from "../snapshot.ts";
import { type AddressIndex, addressIndex } from "./address_index.ts";
import { canonicalWords, isDirection } from "./street_words.ts";

/** What a text may be completed to. */
export type Completion =
  | { readonly kind: "address" | "property"; readonly parcel: number }
  | { readonly kind: "place" | "zip"; readonly area: NamedArea }
  | {
    readonly kind: "street";
    readonly name: string;
    readonly properties: number;
    /** Row of `parcels` in the middle of it. */
    readonly middle: number;
  };

/** Streets looked at for one text. */
const MOST_STREETS = 200;

/** Digits of a house number at most. */
const NUMBER_DIGITS = 6;

/** Fewest digits that may be the beginning of a county identifier. */
const ID_DIGITS = 6;

/**
 * Returns what a text may be completed to, best first: identifiers and addresses that begin as it
 * does, then places and ZIPs, then streets.
 */
export function completions(
  snapshot: SnapshotData,
  text: string,
  limit: number,
): Completion[] {
  const typed = text.trim();
  if (!/[\p{L}\d]/u.test(typed)) return [];
  if (/^[\d-]+$/.test(typed)) {
    const digits = typed.replaceAll("-", "");
    return [
      ...(digits.length <= 5 ? places(snapshot, digits, limit) : []),
      ...(digits.length >= ID_DIGITS
        ? identifiers(snapshot, typed, digits, limit)
        : []),
    ].slice(0, limit);
  }
  const address = /^(\d{1,6})[A-Za-z]?\s+(.+)$/.exec(typed);
  if (address) return addresses(snapshot, address[1], address[2], limit);
  return [
    ...places(snapshot, typed, limit),
    ...streets(snapshot, typed, limit),
  ].slice(0, limit);
}

function identifiers(
  { tables: { parcels } }: SnapshotData,
  typed: string,
  digits: string,
  limit: number,
): Completion[] {
  const { property_id } = parcels;
  for (const prefix of new Set([digits, typed])) {
    let low = 0, high = parcels.rows;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (property_id.at(middle) < prefix) low = middle + 1;
      else high = middle;
    }
    const found: Completion[] = [];
    while (
      found.length < limit && low < parcels.rows &&
      property_id.at(low).startsWith(prefix)
    ) found.push({ kind: "property", parcel: low++ });
    if (found.length > 0) return found;
  }
  return [];
}

function places(
  snapshot: SnapshotData,
  text: string,
  limit: number,
): Completion[] {
  return areaNames(snapshot, text).slice(0, limit).map((name) => {
    const area = findArea(snapshot, name);
    return { kind: area.kind === "zip" ? "zip" : "place", area };
  });
}

/** A street that a text may mean. */
interface Match {
  readonly street: number;
  /** 0 where the name is spelled whole, 1 where it is begun. */
  readonly begun: number;
}

/** Streets whose name begins as the words do, with direction, type and place as far as they are given. */
function matches(index: AddressIndex, text: string): Match[] {
  const words = canonicalWords(text).filter((word) => word !== ",");
  const found: Match[] = [];
  const starts = isDirection(words[0]) && words.length > 1 ? [1, 0] : [0];
  for (const start of starts) {
    const before = start === 1 ? words[0] : "";
    for (let end = words.length; end > start; end--) {
      const name = words.slice(start, end).join(" ");
      const [type = "", ...place] = words.slice(end);
      const isWhole = end < words.length;
      for (const each of isWhole ? [name] : namesFrom(index, name)) {
        for (const street of index.byName.get(each) ?? []) {
          const known = index.streets[street];
          if (before !== "" && known.before !== "" && known.before !== before) {
            continue;
          }
          // What follows the name is its type, whole or begun; a place after it is not looked at.
          if (
            isWhole && known.type !== type && place.length === 0 &&
            !known.type.startsWith(type)
          ) continue;
          found.push({ street, begun: each === name ? 0 : 1 });
          if (found.length === MOST_STREETS) return found;
        }
      }
      if (found.length > 0) return found;
    }
  }
  return found;
}

/** Street names that begin with a text. */
function* namesFrom({ names }: AddressIndex, prefix: string) {
  let low = 0, high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (names[middle] < prefix) low = middle + 1;
    else high = middle;
  }
  while (low < names.length && names[low].startsWith(prefix)) {
    yield names[low++];
  }
}

function addresses(
  snapshot: SnapshotData,
  number: string,
  street: string,
  limit: number,
): Completion[] {
  const index = addressIndex(snapshot);
  const found: { parcel: number; begun: number; digits: number }[] = [];
  for (const match of matches(index, street)) {
    const end = index.starts[match.street + 1];
    let kept = 0;
    // The number itself, then longer ones that begin with it.
    for (let more = 0; number.length + more <= NUMBER_DIGITS; more++) {
      const least = Number(number) * 10 ** more;
      const most = least + 10 ** more - 1;
      let at = firstFrom(index, match.street, least);
      while (at < end && index.low[at] <= most && kept < limit) {
        found.push({
          parcel: index.rows[at++],
          begun: match.begun,
          digits: more,
        });
        kept++;
      }
    }
  }
  return found
    .sort((a, b) =>
      a.begun - b.begun || a.digits - b.digits || a.parcel - b.parcel
    )
    .slice(0, limit)
    .map(({ parcel }) => ({ kind: "address", parcel }));
}

/** The place in `rows` of a street's first house number from `least` on. */
function firstFrom(index: AddressIndex, street: number, least: number): number {
  let low = index.starts[street], high = index.starts[street + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (index.low[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function streets(
  snapshot: SnapshotData,
  text: string,
  limit: number,
): Completion[] {
  const index = addressIndex(snapshot);
  return matches(index, text).map(({ street }): Completion => {
    const { before, name, type, after } = index.streets[street];
    const from = index.starts[street], end = index.starts[street + 1];
    return {
      kind: "street",
      name: [before, name, type, after].filter((part) => part !== "").join(" "),
      properties: end - from,
      middle: index.rows[(from + end) >> 1],
    };
  }).sort((a, b) =>
    a.kind === "street" && b.kind === "street" ? b.properties - a.properties : 0
  ).slice(0, limit);
}
