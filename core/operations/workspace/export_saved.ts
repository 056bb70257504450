import { exportSaved as contract } from "../../../contracts/operations/export_saved.ts";
import type {
  ExportInput,
  ExportOutput,
} from "../../../contracts/saved_transfer.ts";
import type { Operation } from "../../service/operation.ts";
import { stampOf } from "../../service/stamp.ts";
import type { SavedItemOf, SavedKind } from "../../../contracts/saved_items.ts";
import { type Saved, savedIn } from "../../service/workspace.ts";

/** Items read at once. */
const PAGE = 200;

/** Everything that the caller saved, in one document. */
export const exportSaved: Operation<typeof ExportInput, typeof ExportOutput> = {
  contract,
  async run(context) {
    const saved = savedIn(context);
    const [favorites, presets, profiles, notes] = await Promise.all([
      all(saved, "favorites"),
      all(saved, "presets"),
      all(saved, "profiles"),
      all(saved, "notes"),
    ]);
    return {
      favorites,
      presets,
      profiles,
      notes,
      ...stampOf(context.snapshot),
    };
  },
  summary: ({ favorites, presets, profiles, notes }) =>
    `${favorites.length} favorites, ${presets.length} presets, ${profiles.length} profiles and ${notes.length} notes.`,
};

async function all<K extends SavedKind>(
  saved: Saved,
  kind: K,
): Promise<SavedItemOf[K][]> {
  const items: SavedItemOf[K][] = [];
  let after: string | undefined;
  do {
    const page = await saved.page(kind, PAGE, after);
    items.push(...page.items);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return items;
}
