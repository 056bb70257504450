import { type OperationContract, WRITES } from "../operation.ts";
import { FavoriteInput, FavoriteOutput } from "../saved.ts";

/** Save a favorite property. */
export const saveFavoriteProperty: OperationContract<
  typeof FavoriteInput,
  typeof FavoriteOutput
> = {
  name: "save_favorite_property",
  title: "Save a favorite property",
  description:
    "Use this when the user wants to save a property, tag it, or remove it from their favorites. Name it by property_id (PIN), address, or lat and lon. " +
    "It is kept on the server for the caller's account and appears on their open map. Saving again replaces the tags.",
  help:
    "Keeps a property, tags it, or takes it from the favorites. Saving again replaces the tags.",
  scope: "write-state",
  needsAccount: true,
  cost: "other",
  input: FavoriteInput,
  output: FavoriteOutput,
  annotations: { ...WRITES, destructiveHint: true },
  examples: [
    {
      title: "save a property with a tag",
      input: { lat: 41.8381, lon: -87.6513, tags: ["visit"] },
    },
  ],
  aliases: [],
  rest: { method: "POST", path: "/me/favorites" },
  command: "favorite",
};
