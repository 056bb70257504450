import { CompareInput, CompareOutput } from "../compare.ts";
import { type OperationContract, READ_ONLY } from "../operation.ts";

/** Several purchases side by side. */
export const compareDeals: OperationContract<
  typeof CompareInput,
  typeof CompareOutput
> = {
  name: "compare_deals",
  title: "Compare purchases side by side",
  description:
    "Use this when you have two to ten properties and need to know which to buy first. " +
    "Each is underwritten at its own price for one strategy and ranked. " +
    "The answer has cash flow, cash needed, DSCR, return and risk of each, and what would make it rank first. " +
    "Figures are ranges where the value is not exact. " +
    "Deals that cannot be assessed rank last with their reason. " +
    "Relay `disclosure` wherever a person sees a number.",
  help:
    "Compares two to ten purchases, each at its own price, ranked for one strategy. Shows what would make each of them rank first.",
  scope: "underwrite",
  cost: "underwrite",
  input: CompareInput,
  output: CompareOutput,
  annotations: READ_ONLY,
  examples: [
    {
      title: "two houses in Orland Park as rentals, at 320,000 and 290,000",
      input: {
        properties: [
          { lat: 41.6103, lon: -87.8464, purchase_price: 320_000 },
          { lat: 41.6175, lon: -87.8505, purchase_price: 290_000 },
        ],
        strategy: "hold",
      },
    },
  ],
  aliases: [],
  rest: { method: "POST", path: "/compare" },
  command: "compare",
};
