import { type OperationContract, WRITES } from "../operation.ts";
import { MapFiltersInput, MapFiltersOutput } from "../saved.ts";

/** Set the map's filters. */
export const updateMapFilters: OperationContract<
  typeof MapFiltersInput,
  typeof MapFiltersOutput
> = {
  name: "update_map_filters",
  title: "Set the map's filters",
  description:
    "Use this when the user looks at their open map and wants it to show other listings: strategy, percentile, price, confidence, property types, layers. " +
    "Fields left out stay as they are. It appends to the account's event log, which open maps follow; it answers no listings.",
  scope: null,
  needsAccount: true,
  cost: "other",
  input: MapFiltersInput,
  output: MapFiltersOutput,
  annotations: WRITES,
  examples: [
    {
      title: "rentals up to 400,000",
      input: { strategy: "hold", max_price: 400_000 },
    },
  ],
  aliases: [],
  rest: { method: "POST", path: "/me/map/filters" },
};
