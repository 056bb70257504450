import { dataVintages, type Vintage } from "../engine/places/vintages.ts";
import { isoOf } from "../engine/snapshot.ts";
import { inventoryOf } from "../service/inventory_of.ts";
import type { OperationContext } from "../service/operation.ts";

/** Returns the vintages of everything loaded: the snapshot's tables and the listings. */
export function loadedVintages(context: OperationContext): readonly Vintage[] {
  const { marketDays, size } = inventoryOf(context);
  const tables = dataVintages(context.snapshot);
  return marketDays === null ? tables : [...tables, {
    table: "listings",
    what: "listings, on-market date",
    from: isoOf(marketDays[0]),
    to: isoOf(marketDays[1]),
    rows: size,
  }];
}
