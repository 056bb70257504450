import { Fault } from "../../contracts/errors.ts";
import { degrees, roundTo } from "../engine/rounding.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import { parseSubject, type SubjectInput } from "../engine/subject/parse.ts";
import { resolveSubject } from "../engine/subject/resolve.ts";
import { parcelName } from "../engine/subject/parcel_name.ts";

/** A property as it is saved. */
export interface RecordedProperty {
  readonly property_id: string | null;
  readonly address: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
}

/**
 * The property that an input names; of a point without one, the point.
 *
 * @throws {Fault} `not_found` for an identifier or address that is not recorded
 */
export function recordedProperty(
  snapshot: SnapshotData,
  input: SubjectInput,
): RecordedProperty {
  const subject = resolveSubject(snapshot, parseSubject(input));
  const { property_id, address } = parcelName(snapshot, subject.parcel);
  return {
    property_id,
    address,
    lat: degrees(subject.lat),
    lon: degrees(subject.lon),
  };
}

/**
 * A census tract's center.
 *
 * @throws {Fault} `not_found` for a tract that is not of the loaded counties
 */
export function tractCenter(
  { tables: { tracts } }: SnapshotData,
  geoid: string,
): { readonly lat: number; readonly lon: number } {
  const code = tracts.geoid.dictionary.indexOf(geoid);
  const row = code < 1 ? -1 : tracts.geoid.values.indexOf(code);
  if (row < 0) {
    throw new Fault("not_found", "no tract of the snapshot has this geoid", {
      field: "geoid",
      expected: "a tract of the loaded counties",
    });
  }
  return { lat: roundTo(tracts.lat[row], 6), lon: roundTo(tracts.lon[row], 6) };
}
