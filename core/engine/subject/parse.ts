import { invalidParams } from "../../../contracts/errors.ts";
import {
  PROPERTY_ID,
  PROPERTY_ID_WORDS,
  type SubjectQuery,
} from "../../../contracts/subject.ts";

/** The fields that may name a property, as parsed by an operation's schema. */
export interface SubjectInput {
  /** The county's identifier. */
  readonly property_id?: string;
  /** Street address. */
  readonly address?: string;
  /** Degrees, with `lon`. */
  readonly lat?: number;
  /** Degrees, with `lat`. */
  readonly lon?: number;
  /** The same as `lat` and `lon`. */
  readonly point?: { readonly lat: number; readonly lon: number };
}

const EXPECTED = "exactly one of property_id, address, lat with lon, or point";

/**
 * Turns an operation's input into a subject query.
 *
 * @throws {Fault} `invalid_params` unless exactly one way to name a property is used
 */
export function parseSubject(input: SubjectInput): SubjectQuery {
  const { property_id, address, lat, lon, point } = input;
  const degrees = lat !== undefined || lon !== undefined;
  const named = [
    property_id !== undefined && "property_id",
    address !== undefined && "address",
    degrees && (lat !== undefined ? "lat" : "lon"),
    point !== undefined && "point",
  ].filter((field) => field !== false);
  if (named.length !== 1) {
    throw invalidParams(
      named[1] ?? "property_id",
      EXPECTED,
      named.length === 0
        ? "no property was named"
        : `a property was named in more than one way: ${named.join(", ")}`,
    );
  }
  if (property_id !== undefined) {
    const given = property_id.trim();
    if (!PROPERTY_ID.test(given)) {
      throw invalidParams(
        "property_id",
        `${PROPERTY_ID_WORDS}; in Cook County a 14-digit PIN`,
      );
    }
    return { by: "property_id", property_id: given };
  }
  if (address !== undefined) return { by: "address", address: address.trim() };
  if (point !== undefined) return { by: "point", ...point };
  if (lat === undefined) {
    throw invalidParams("lat", "a latitude in degrees, given with lon");
  }
  if (lon === undefined) {
    throw invalidParams("lon", "a longitude in degrees, given with lat");
  }
  return { by: "point", lat, lon };
}
