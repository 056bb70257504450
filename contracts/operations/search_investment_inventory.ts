import {
  InventoryInput,
  InventoryOutput,
  LegacySearchInput,
} from "../inventory.ts";
import {
  type OperationAlias,
  type OperationContract,
  READ_ONLY,
} from "../operation.ts";
import { METRO } from "../constants/property.ts";

const legacy: OperationAlias<
  typeof InventoryInput,
  typeof LegacySearchInput
> = {
  name: "search_deals",
  input: LegacySearchInput,
  map: ({ min_score, metro, ...rest }) => ({
    ...rest,
    // Another metro is refused by the current contract, in its words.
    metro: metro as typeof METRO.default,
    min_percentile: min_score,
  }),
  deprecated: "2026-07-01",
  sunset: "2027-07-01",
};

/** Homes for sale, ranked for a strategy. */
export const searchInvestmentInventory: OperationContract<
  typeof InventoryInput,
  typeof InventoryOutput
> = {
  name: "search_investment_inventory",
  title: "Search homes for sale",
  description:
    "Use this when you look for homes for sale to invest in: the licensed listings of a named area or a box. " +
    "They are ranked by deal score for flip, BRRRR, hold or Section 8: the county percentile of their tract, less where their own figures are weak. " +
    "Each has value range, state, confidence and the verdict at the list price. " +
    "Filter by min_percentile, max_price, min_confidence, prop_types or since_hours; shorten the answer with `fields`, continue with next_cursor. " +
    "deal_score is null, with reasons, wherever the value does not support one: null is not 0. " +
    "Condos, townhomes and Lake County homes are shown unscored. " +
    "When `listings` is empty, `empty` says why: report it. Continue with deep_underwrite_asset for one property.",
  help:
    "Lists homes for sale to invest in, in an area or a box, ranked by how good their place is for a strategy, each with its value range and the verdict at the list price. A home without a deal score says why. Condos, townhomes and Lake County homes are shown without a score.",
  scope: "read",
  cost: "other",
  input: InventoryInput,
  output: InventoryOutput,
  annotations: READ_ONLY,
  examples: [
    { title: "the best BRRRR inventory of the county", input: { limit: 5 } },
    {
      title: "houses and small flats up to 400,000 for a rental, few fields",
      input: {
        strategy: "hold",
        max_price: 400_000,
        prop_types: ["sfh", "mf2_4"],
        fields: ["address", "list_price", "percentile", "verdict"],
      },
    },
  ],
  aliases: [legacy],
  rest: { method: "GET", path: "/listings" },
  command: "search",
};
