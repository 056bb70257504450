import { EDGES } from "../../contracts/box.ts";
import { invalidParams } from "../../contracts/errors.ts";
import type { Bounds } from "../engine/places/named.ts";

/** The fields of an input that name a place: an area by name, or a box. */
export type PlaceInput =
  & { readonly area?: string }
  & { readonly [E in (typeof EDGES)[number]]?: number }
  & { readonly bbox?: readonly number[] };

/**
 * The box that an input names; null where it names none.
 *
 * @throws {Fault} `invalid_params` for a box beside an area, part of a box, or edges in the wrong order
 */
export function boxOf(input: PlaceInput): Bounds | null {
  const edges = EDGES.filter((edge) => input[edge] !== undefined);
  const given = [...edges, ...(input.bbox === undefined ? [] : ["bbox"])];
  if (given.length === 0) return null;
  if (input.area !== undefined) {
    throw invalidParams(given[0], "left out where `area` is given");
  }
  if (edges.length > 0 && input.bbox !== undefined) {
    throw invalidParams("bbox", "left out where the edges are given");
  }
  if (input.bbox !== undefined) return inOrder(input.bbox, "bbox");
  const missing = EDGES.find((edge) => input[edge] === undefined);
  if (missing) throw invalidParams(missing, "given with the other three edges");
  return inOrder(EDGES.map((edge) => input[edge]!));
}

/**
 * Returns a box of edges.
 *
 * @throws {Fault} `invalid_params` where they are in the wrong order
 */
function inOrder(
  [west, south, east, north]: readonly number[],
  field?: string,
): Bounds {
  if (south > north) {
    throw invalidParams(
      field ?? "south",
      `${field ? "a box with south " : ""}at most north`,
    );
  }
  if (west > east) {
    throw invalidParams(
      field ?? "west",
      `${field ? "a box with west " : ""}at most east`,
    );
  }
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
