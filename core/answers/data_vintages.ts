import { dataVintages, type Vintage } from "../engine/places/vintages.ts";
import { isoOf } from "../engine/snapshot.ts";
import { inventoryOf } from "../service/inventory_of.ts";
import type { OperationContext } from "../service/operation.ts";

/** Returns the vintages of everything loaded: the snapshot's tables and the listings. */
export function loadedVintages(context: OperationContext): readonly Vintage[] {
  const days = inventoryOf(context).all().map(({ onMarket }) => onMarket);
  const tables = dataVintages(context.snapshot);
  return days.length === 0 ? tables : [...tables, {
    table: "listings",
    what: "listings, on-market date",
    from: isoOf(days.reduce((a, b) => Math.min(a, b))),
    to: isoOf(days.reduce((a, b) => Math.max(a, b))),
    rows: days.length,
  }];
}
