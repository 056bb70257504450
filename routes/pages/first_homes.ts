import { InventoryInput } from "../../contracts/inventory.ts";
import { searchInvestmentInventory } from "../../core/operations/inventory/search_investment_inventory.ts";
// @ts-types="../../web/drawn_page.d.ts"
import {
  type Center,
  type FirstHomes,
  firstList,
} from "../../web/drawn_page.js";
import type { Service } from "../service.ts";

/** Returns the best homes around the place where the map begins. */
export async function firstHomes(
  service: Service,
  center: Center,
): Promise<FirstHomes> {
  const { bounds, query: { fields, ...query } } = firstList(center);
  const { listings, total, next_cursor, counts } =
    await searchInvestmentInventory.run(
      {
        snapshot: service.snapshot,
        today: service.today(),
        inventory: service.inventory(),
        index: service.index?.(),
        cursorSecret: service.cursorSecret,
      },
      InventoryInput.parse({ ...query, fields: fields.split(",") }),
    );
  return { listings, total, next_cursor, verdicts: counts.by_verdict, bounds };
}
