import { exportSaved as contract } from "../../../contracts/operations/export_saved.ts";
import type {
  ExportInput,
  ExportOutput,
} from "../../../contracts/saved_transfer.ts";
import type { Operation } from "../../service/operation.ts";
import { stampOf } from "../../service/stamp.ts";
import { savedIn } from "../../service/workspace.ts";
import { allItems } from "../../store/saved/all_items.ts";

/** Everything that the caller saved, in one document. */
export const exportSaved: Operation<typeof ExportInput, typeof ExportOutput> = {
  contract,
  async run(context) {
    const saved = savedIn(context);
    const [favorites, presets, profiles, notes] = await Promise.all([
      allItems(saved, "favorites"),
      allItems(saved, "presets"),
      allItems(saved, "profiles"),
      allItems(saved, "notes"),
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
