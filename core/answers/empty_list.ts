import type { EmptyList } from "../../contracts/inventory.ts";
import { dollars } from "../engine/figures.ts";
import {
  type Filter,
  type Relaxation,
  relaxations,
} from "../inventory/index/filters.ts";
import type { InventoryIndex } from "../inventory/index/inventory_index.ts";
import type { OperationContext } from "../service/operation.ts";

/** Returns why a list is empty: which filter leaves nothing, and what its nearest value would give. */
export async function emptyList(
  { lastRun }: OperationContext,
  index: InventoryIndex,
  filters: readonly Filter[],
  isLater: boolean,
): Promise<EmptyList> {
  const last_run = await lastRun?.() ?? null;
  if (index.size === 0) {
    return {
      code: "no_inventory",
      reason: "there are no listings for sale: no licensed feed is loaded",
      fix:
        "load a listings feed or file, or ask for tracts with viewport_context",
      filter: null,
      nearest: null,
      last_run,
    };
  }
  if (isLater) {
    return {
      code: "end_of_list",
      reason: "the previous page was the last",
      fix: "start again without cursor",
      filter: null,
      nearest: null,
      last_run,
    };
  }
  const [nearest = null] = relaxations(index.size, filters);
  const fields = filters.map(({ field }) => field);
  return {
    code: "filters_too_tight",
    ...(nearest
      ? {
        reason:
          `none of ${index.size} listings passes the filters, because of ${nearest.field}`,
        fix: fixOf(nearest, filters),
        filter: nearest.field,
        nearest: { ...nearest },
      }
      : {
        reason:
          `none of ${index.size} listings passes the filters, and dropping any single filter still leaves none`,
        fix: `widen several of ${fields.join(", ")}`,
        filter: null,
        nearest: null,
      }),
    last_run,
  };
}

function fixOf(
  { field, value, listings }: Relaxation,
  filters: readonly Filter[],
): string {
  const found = listings === 1 ? "1 listing" : `${listings} listings`;
  if (value === null) return `leave out ${field}: ${found}`;
  const { bound } = filters.find((filter) => filter.field === field)!;
  const shown = field.endsWith("_price") ? dollars(value) : `${value}`;
  return `${
    bound === "least" ? "lower" : "raise"
  } ${field} to ${shown}: ${found}`;
}
