import { Fault, invalidParams } from "../../contracts/errors.ts";
import { roundTo } from "../engine/rounding.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import { parseSubject, type SubjectInput } from "../engine/subject/parse.ts";
import { resolveSubject } from "../engine/subject/resolve.ts";

/** A property of the records, as it is saved. */
export interface RecordedProperty {
  readonly property_id: string;
  readonly address: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
}

/**
 * The property that an input names, which must be one of the records.
 *
 * @throws {Fault} `not_found` when there is none
 */
export function recordedProperty(
  snapshot: SnapshotData,
  input: SubjectInput,
): RecordedProperty {
  const subject = resolveSubject(snapshot, parseSubject(input));
  const { parcels } = snapshot.tables;
  if (subject.parcel < 0) {
    throw new Fault("not_found", "no recorded property is at this point", {
      field: "lat",
      expected: "a point on or beside a property",
    });
  }
  const degrees = (value: number) =>
    Number.isFinite(value) ? roundTo(value, 6) : null;
  return {
    property_id: parcels.property_id.at(subject.parcel),
    address: parcels.address.at(subject.parcel) || null,
    lat: degrees(subject.lat),
    lon: degrees(subject.lon),
  };
}

/** A census tract's center. */
export function tractCenter(
  { tables: { tracts } }: SnapshotData,
  geoid: string,
): { readonly lat: number; readonly lon: number } {
  const code = tracts.geoid.dictionary.indexOf(geoid);
  const row = code < 1 ? -1 : tracts.geoid.values.indexOf(code);
  if (row < 0) throw invalidParams("geoid", "a tract of the loaded counties");
  return { lat: roundTo(tracts.lat[row], 6), lon: roundTo(tracts.lon[row], 6) };
}
