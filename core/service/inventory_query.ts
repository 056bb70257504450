import { DAY_MS } from "../../contracts/day.ts";
import { invalidParams } from "../../contracts/errors.ts";
import { findArea, type NamedArea } from "../engine/places/named.ts";
import {
  type Filter,
  type FilterInput,
  filtersOf,
} from "../inventory/index/filters.ts";
import type { InventoryIndex } from "../inventory/index/inventory_index.ts";
import { boxOf } from "./box.ts";
import type { OperationContext } from "./operation.ts";

/** A question about the listings for sale, ready to be answered. */
export interface InventoryQuery {
  readonly filters: readonly Filter[];
  readonly area: NamedArea | null;
}

/** Returns when a question is asked, epoch milliseconds. */
export function askedAt({ now, today }: OperationContext): number {
  return now ?? (today + 1) * DAY_MS - 1;
}

/**
 * Returns the filters of an input.
 *
 * @param isBoxed whether the box is one of them; a map looks at it apart
 * @throws {Fault} `not_found` for an unknown area; `invalid_params` for a minimum above its maximum, two places, or part of a box
 */
export function inventoryQuery(
  context: OperationContext,
  index: InventoryIndex,
  input: FilterInput,
  isBoxed = true,
): InventoryQuery {
  const { snapshot, today } = context;
  for (const [least, most] of PAIRS) {
    const low = input[least], high = input[most];
    if (low !== undefined && high !== undefined && low > high) {
      throw invalidParams(least, `at most ${most}, which is ${high}`);
    }
  }
  const box = boxOf(input);
  if (input.polygon !== undefined && (box || input.area !== undefined)) {
    throw invalidParams("polygon", "left out where an area or a box is given");
  }
  const area = input.area === undefined ? null : findArea(snapshot, input.area);
  return {
    area,
    filters: filtersOf(
      snapshot,
      index.columns,
      input,
      { area, box: isBoxed ? box : null },
      { today, now: askedAt(context) },
    ),
  };
}

const PAIRS = [
  ["min_price", "max_price"],
  ["min_beds", "max_beds"],
  ["min_units", "max_units"],
  ["min_sqft", "max_sqft"],
  ["min_year", "max_year"],
  ["min_days", "max_days"],
] as const;
