import { LIMITS } from "../../../contracts/constants/limits.ts";
import type { SavedItemOf, SavedKind } from "../../../contracts/saved_items.ts";
import type { Saved } from "./saved.ts";

/** Returns every item of a kind, in the order of their ids. */
export async function allItems<K extends SavedKind>(
  saved: Saved,
  kind: K,
): Promise<SavedItemOf[K][]> {
  const items: SavedItemOf[K][] = [];
  let after: string | undefined;
  do {
    const page = await saved.page(kind, LIMITS.page.max, after);
    items.push(...page.items);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return items;
}
