import { saveFavoriteProperty as contract } from "../../contracts/operations/save_favorite_property.ts";
import type { FavoriteInput, Mutated } from "../../contracts/saved.ts";
import type { Operation } from "./operation.ts";
import { callersSaved, mutated } from "./saved.ts";
import { recordedProperty } from "./recorded_property.ts";

/** Keeps a property, or lets it go. */
export const saveFavoriteProperty: Operation<
  typeof FavoriteInput,
  typeof Mutated
> = {
  contract,
  async run(context, input) {
    const saved = callersSaved(context);
    const { tags = [], remove, idempotency_key: idempotencyKey } = input;
    const property = recordedProperty(context.snapshot, input);
    return mutated(
      await saved.mutate({
        request: [contract.name, input],
        idempotencyKey,
        async apply(items, at) {
          const { property_id } = property;
          if (remove) {
            await items.remove("favorites", property_id);
            return { kind: "favorite_removed", data: { property_id } };
          }
          const favorite = { ...property, tags, saved_at: at };
          await items.put("favorites", property_id, favorite);
          return { kind: "favorite_saved", data: favorite };
        },
      }),
    );
  },
  summary: ({ kind, data, seq }) =>
    `${
      kind === "favorite_saved" ? "Saved" : "Removed"
    } ${data.property_id} (event ${seq}).`,
};
