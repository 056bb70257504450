import { saveFavoriteProperty as contract } from "../../../contracts/operations/save_favorite_property.ts";
import type {
  FavoriteInput,
  FavoriteOutput,
} from "../../../contracts/saved.ts";
import type { Operation } from "../../service/operation.ts";
import { mutate } from "../../service/workspace.ts";
import { recordedProperty } from "../../answers/recorded_property.ts";
import { namedWithPin } from "../../answers/subject_name.ts";

/** Keeps a property, or lets it go. */
export const saveFavoriteProperty: Operation<
  typeof FavoriteInput,
  typeof FavoriteOutput
> = {
  contract,
  async run(context, input) {
    const { tags = [], remove } = input;
    const property = recordedProperty(context.snapshot, input);
    return await mutate(context, contract, input, async (items, at) => {
      const { property_id, lat, lon } = property;
      const id = property_id ?? `${lat},${lon}`;
      if (remove) {
        await items.remove("favorites", id);
        return { kind: "favorite_removed", data: { ...property } };
      }
      const favorite = { ...property, tags, saved_at: at };
      await items.put("favorites", id, favorite);
      return { kind: "favorite_saved", data: favorite };
    });
  },
  summary: ({ kind, data, seq }) =>
    `${kind === "favorite_saved" ? "Saved" : "Removed"} ${
      namedWithPin(data, "the point")
    } (event ${seq}).`,
};
