import { Option } from "@commander-js/extra-typings";
import { invalidParams } from "../contracts/errors.ts";
import { subjectInput as readSubject } from "../core/operations/subject_text.ts";
import { numberOr } from "./number.ts";

/** Help of the SUBJECT argument of every command about one property. */
export const SUBJECT_HELP =
  'PIN, "street address, city" (quoted) or lat,lon of the property';

/** The explicit spellings of a subject, for scripts that know what they hold. */
export function subjectOptions(): Option[] {
  return [
    new Option("--property-id <id>", "the county's identifier, such as a PIN"),
    new Option("--address <text>", "street address, with city or ZIP"),
    new Option("--lat <degrees>", "latitude, with --lon"),
    new Option("--lon <degrees>", "longitude, with --lat"),
  ];
}

/** Options that name a subject, as typed. */
export interface SubjectFlags {
  readonly propertyId?: string;
  readonly address?: string;
  readonly lat?: string;
  readonly lon?: string;
}

/** Input fields that name a subject; not checked yet. */
export type SubjectFields = Readonly<
  Partial<
    Record<"property_id" | "address" | "lat" | "lon", string | number>
  >
>;

/**
 * The subject a command line names, by its argument or by options.
 *
 * @throws {Fault} `invalid_params` when none or more than one way of naming it is used
 */
export function subjectFields(
  argument: string | undefined,
  { propertyId, address, lat, lon }: SubjectFlags,
): SubjectFields {
  const ways = [argument, propertyId, address, lat ?? lon]
    .filter((way) => way !== undefined).length;
  if (ways !== 1) {
    throw invalidParams(
      "subject",
      "exactly one of a PIN, an address or lat,lon",
      ways === 0
        ? "no property is named"
        : "the property is named more than once",
    );
  }
  if (argument !== undefined) return readSubject(argument);
  if (propertyId !== undefined) return { property_id: propertyId };
  if (address !== undefined) return { address };
  if (lat === undefined) throw invalidParams("lat", "given with lon");
  if (lon === undefined) throw invalidParams("lon", "given with lat");
  return { lat: numberOr(lat), lon: numberOr(lon) };
}
