import { Option } from "@commander-js/extra-typings";
import { invalidParams } from "../contracts/errors.ts";
import { subjectInput as readSubject } from "../core/service/subject_input.ts";
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
export interface SubjectFields {
  property_id?: string;
  address?: string;
  lat?: number | string;
  lon?: number | string;
}

/**
 * The subject a command line names, by its argument or by options.
 *
 * @throws {Fault} `invalid_params` when both say the same thing; that exactly one way of naming
 * is used, the operation checks
 */
export function subjectFields(
  argument: string | undefined,
  { propertyId, address, lat, lon }: SubjectFlags,
): SubjectFields {
  const byOption: SubjectFields = {
    ...(propertyId !== undefined && { property_id: propertyId }),
    ...(address !== undefined && { address }),
    ...(lat !== undefined && { lat: numberOr(lat) }),
    ...(lon !== undefined && { lon: numberOr(lon) }),
  };
  if (argument === undefined) return byOption;
  const byArgument: SubjectFields = readSubject(argument);
  const twice = Object.keys(byArgument).find((field) => field in byOption);
  if (twice !== undefined) throw invalidParams(twice, "given once");
  return { ...byOption, ...byArgument };
}
