import { EDGES } from "../../contracts/box.ts";
import { invalidParams } from "../../contracts/errors.ts";
import type { Bounds } from "../engine/places/named.ts";

/** The fields of an input that name a place: an area by name, or a box. */
export type PlaceInput =
  & { readonly area?: string }
  & { readonly [E in (typeof EDGES)[number]]?: number };

/**
 * The box that an input names; null where it names none.
 *
 * @throws {Fault} `invalid_params` for a box beside an area, part of a box, or edges in the wrong order
 */
export function boxOf(input: PlaceInput): Bounds | null {
  const given = EDGES.filter((edge) => input[edge] !== undefined);
  if (given.length === 0) return null;
  if (input.area !== undefined) {
    throw invalidParams(given[0], "left out where `area` is given");
  }
  const missing = EDGES.find((edge) => input[edge] === undefined);
  if (missing) throw invalidParams(missing, "given with the other three edges");
  const [west, south, east, north] = EDGES.map((edge) => input[edge]!);
  if (south > north) throw invalidParams("south", "at most north");
  if (west > east) throw invalidParams("west", "at most east");
  return [west, south, east, north];
}

/** Whether a point lies in a box, its edges included. */
export function inBox(
  [west, south, east, north]: Bounds,
  lat: number,
  lon: number,
): boolean {
  return lon >= west && lon <= east && lat >= south && lat <= north;
}
