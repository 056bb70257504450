import type { SnapshotData } from "../snapshot.ts";
import type { TextColumn } from "../tables.ts";

/** Digits in a Cook County property index number (PIN). */
const PIN_DIGITS = 14;

/** Digits of a PIN without its unit: what is left of it on most maps. */
const PIN10_DIGITS = 10;

/**
 * Spellings that an identifier may mean, most literal first: as given, undashed, with leading
 * zeros restored, with the unit of a parcel that has none (0000).
 */
function propertyIdSpellings(given: string): string[] {
  const literal = given.trim();
  const undashed = literal.replace(/[-\s.]/g, "");
  const spellings = [literal, undashed];
  if (/^\d+$/.test(undashed) && undashed.length < PIN_DIGITS) {
    spellings.push(undashed.padStart(PIN_DIGITS, "0"));
  }
  if (/^\d+$/.test(undashed) && undashed.length === PIN10_DIGITS) {
    spellings.push(undashed.padEnd(PIN_DIGITS, "0"));
  }
  return [...new Set(spellings)];
}

/** Row of the parcel with this identifier, or -1. Dashes and lost leading zeros are accepted. */
export function findParcel(snapshot: SnapshotData, propertyId: string): number {
  const ids = snapshot.tables.parcels.property_id;
  for (const spelling of propertyIdSpellings(propertyId)) {
    const row = binarySearch(ids, spelling);
    if (row >= 0) return row;
  }
  return -1;
}

/** Row of `key` in a sorted text column, or -1. */
function binarySearch(column: TextColumn, key: string): number {
  let low = 0;
  let high = column.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = column.at(middle);
    if (value === key) return middle;
    if (value < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

const PIN = /^(\d\d)(\d\d)(\d{3})(\d{3})(\d{4})$/;

/** Returns a 14-digit PIN with the county's dashes; other identifiers as they are. */
export function dashed(id: string): string {
  return id.replace(PIN, "$1-$2-$3-$4-$5");
}
