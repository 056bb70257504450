import { Argument, Option } from "@commander-js/extra-typings";
import { invalidParams } from "../contracts/errors.ts";
import { numberOr } from "./number.ts";

/** The SUBJECT argument of every command about one property. */
export const subjectArgument = (): Argument<"[subject]", undefined> =>
  new Argument(
    "[subject]",
    "PIN, street address, or lat,lon (quote an address: it has spaces)",
  );

/** The explicit spellings of a subject, for scripts that know what they hold. */
export const subjectOptions = {
  propertyId: () =>
    new Option("--property-id <id>", "the county's identifier, such as a PIN"),
  address: () => new Option("--address <text>", "street address"),
  lat: () => new Option("--lat <degrees>", "latitude, with --lon"),
  lon: () => new Option("--lon <degrees>", "longitude, with --lat"),
};

/** Options that name a subject, as typed. */
export interface SubjectFlags {
  readonly propertyId?: string;
  readonly address?: string;
  readonly lat?: string;
  readonly lon?: string;
}

/** The fields of an operation's input that name its subject. Not yet checked. */
export interface SubjectInput {
  readonly property_id?: string;
  readonly address?: string;
  readonly lat?: number | string;
  readonly lon?: number | string;
}

const POINT = /^\s*([+-]?[\d.]+)\s*,\s*([+-]?[\d.]+)\s*$/;
const IDENTIFIER = /^\s*\d[\d-]*\s*$/;

/**
 * Reads a SUBJECT: two numbers with a comma are a point, digits (with dashes) an identifier,
 * anything else an address.
 */
export function parseSubjectText(text: string): SubjectInput {
  const point = POINT.exec(text);
  if (point) return { lat: numberOr(point[1]), lon: numberOr(point[2]) };
  if (IDENTIFIER.test(text)) return { property_id: text.trim() };
  return { address: text.trim() };
}

/**
 * The subject a command line names.
 *
 * @throws {Fault} `invalid_params` when none or more than one way of naming it is used
 */
export function subjectInput(
  argument: string | undefined,
  flags: SubjectFlags,
): SubjectInput {
  const named: SubjectInput = {
    ...(flags.propertyId !== undefined && { property_id: flags.propertyId }),
    ...(flags.address !== undefined && { address: flags.address }),
    ...(flags.lat !== undefined && { lat: numberOr(flags.lat) }),
    ...(flags.lon !== undefined && { lon: numberOr(flags.lon) }),
  };
  const flagged = Object.keys(named).length > 0;
  if ((argument === undefined) === !flagged) {
    throw invalidParams(
      "subject",
      "one PIN, address or lat,lon",
      flagged
        ? "the subject is named twice, as an argument and by options"
        : "no subject is named",
    );
  }
  return argument === undefined ? named : parseSubjectText(argument);
}
