import { Fault } from "../../../contracts/errors.ts";
import { parcelsWithin } from "../../engine/geo/parcel_index.ts";
import type { SnapshotData } from "../../engine/snapshot.ts";
import { readAddress } from "../../engine/subject/address.ts";
import { findParcel } from "../../engine/subject/property_id.ts";
import { resolveAddress } from "../../engine/subject/resolve_address.ts";
import { codeAt } from "../../engine/tables.ts";
import type { MatchBasis } from "../listing.ts";

/** What a source tells of where a listing is. Unknown is null. */
export interface ListedPlace {
  /** Street line without unit. */
  readonly address: string | null;
  readonly unit: string | null;
  readonly city: string | null;
  readonly zip: string | null;
  readonly parcelNumber: string | null;
  /** WGS84 degrees. */
  readonly lat: number | null;
  readonly lon: number | null;
}

/** What was found of a listing's parcel. */
export interface ParcelMatch {
  /** `property_id`; null when nothing matches well enough. */
  readonly pin: string | null;
  readonly by: MatchBasis | null;
  /** 0-1. */
  readonly confidence: number;
  /** Why it is not certain, or not matched; `""` for a certain match. */
  readonly reason: string;
}

/** Meters from its parcel's center at which a listed position still agrees with it. */
const AGREES_METERS = 250;

/** Meters around a listed position in which a parcel of the same house number is the listing's. */
const NEAR_METERS = 60;

/**
 * Confidence by what agrees. They rank the ways to match; they are not measured shares of
 * correct matches.
 */
const CONFIDENCE = {
  person: 1,
  pinAndAddress: 1,
  pinAlone: 0.95,
  addressAndPosition: 0.95,
  address: 0.9,
  addressWithoutPlace: 0.8,
  pinAgainstAddress: 0.7,
  numberAtPosition: 0.75,
} as const;

/**
 * Returns the parcel of a listing: the one that a person assigned, else by its parcel number where the address does not contradict it,
 * else by its address, else by house number at its position.
 */
export function matchParcel(
  snapshot: SnapshotData,
  place: ListedPlace,
  assigned?: string,
): ParcelMatch {
  const byPerson = assigned === undefined ? -1 : findParcel(snapshot, assigned);
  if (byPerson >= 0) {
    return matched(snapshot, byPerson, "person", CONFIDENCE.person);
  }
  const byPin = place.parcelNumber === null
    ? -1
    : findParcel(snapshot, place.parcelNumber);
  const byAddress = rowOfAddress(snapshot, place);
  if (byPin >= 0) {
    if (byPin === byAddress.row) {
      return matched(snapshot, byPin, "pin", CONFIDENCE.pinAndAddress);
    }
    if (byAddress.row < 0 || sameHouse(snapshot, byPin, byAddress.row)) {
      return matched(snapshot, byPin, "pin", CONFIDENCE.pinAlone);
    }
    return matched(
      snapshot,
      byPin,
      "pin",
      CONFIDENCE.pinAgainstAddress,
      "the address is that of another parcel",
    );
  }
  if (byAddress.row >= 0) {
    const apart = metersApart(snapshot, byAddress.row, place);
    if (apart !== null && apart > AGREES_METERS) {
      return unmatched(
        `its position is ${
          Math.round(apart)
        } m from the parcel that has its address`,
      );
    }
    return matched(
      snapshot,
      byAddress.row,
      "address",
      apart !== null
        ? CONFIDENCE.addressAndPosition
        : place.zip || place.city
        ? CONFIDENCE.address
        : CONFIDENCE.addressWithoutPlace,
    );
  }
  const near = numberNear(snapshot, place);
  return near >= 0
    ? matched(
      snapshot,
      near,
      "position",
      CONFIDENCE.numberAtPosition,
      byAddress.reason,
    )
    : unmatched(byAddress.reason);
}

function matched(
  { tables }: SnapshotData,
  row: number,
  by: NonNullable<ParcelMatch["by"]>,
  confidence: number,
  reason = "",
): ParcelMatch {
  return { pin: tables.parcels.property_id.at(row), by, confidence, reason };
}

function unmatched(reason: string): ParcelMatch {
  return { pin: null, by: null, confidence: 0, reason };
}

/** The one parcel at the listed address; -1 with the reason when there is none, or more. */
function rowOfAddress(
  snapshot: SnapshotData,
  { address, unit, city, zip }: ListedPlace,
): { readonly row: number; readonly reason: string } {
  if (address === null) return { row: -1, reason: "it has no address" };
  const line = [
    unit === null ? address : `${address} UNIT ${unit}`,
    [city, zip].filter(Boolean).join(" "),
  ].filter(Boolean).join(", ");
  try {
    return { row: resolveAddress(snapshot, line), reason: "" };
  } catch (error) {
    if (error instanceof Fault) return { row: -1, reason: error.message };
    throw error;
  }
}

/** Whether two parcels are of one building: the same street line, or a PIN that differs in its unit only. */
function sameHouse(
  { tables: { parcels } }: SnapshotData,
  a: number,
  b: number,
): boolean {
  return parcels.address.at(a) === parcels.address.at(b) ||
    parcels.property_id.at(a).slice(0, 10) ===
      parcels.property_id.at(b).slice(0, 10);
}

function metersApart(
  snapshot: SnapshotData,
  row: number,
  { lat, lon }: ListedPlace,
): number | null {
  const { parcels } = snapshot.tables;
  if (lat === null || lon === null || !Number.isFinite(parcels.lat[row])) {
    return null;
  }
  const north = (parcels.lat[row] - lat) * METERS_PER_DEGREE;
  const east = (parcels.lon[row] - lon) * METERS_PER_DEGREE *
    Math.cos(lat * Math.PI / 180);
  return Math.hypot(north, east);
}

const METERS_PER_DEGREE = 111_195;

/** The one parcel near the listed position that has the listed house number, or -1. */
function numberNear(
  snapshot: SnapshotData,
  { address, zip, lat, lon }: ListedPlace,
): number {
  const number = address === null ? null : readAddress(address)?.numbers.low;
  if (number == null || lat === null || lon === null) return -1;
  const { parcels } = snapshot.tables;
  const found = parcelsWithin(snapshot, lat, lon, NEAR_METERS).filter((
    { parcel },
  ) =>
    readAddress(parcels.address.at(parcel))?.numbers.low === number &&
    (!zip || !codeAt(parcels.zip, parcel) ||
      codeAt(parcels.zip, parcel) === zip)
  );
  return found.length === 1 ? found[0].parcel : -1;
}
