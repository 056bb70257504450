import { type OperationContract, READ_ONLY } from "../operation.ts";
import { HistoryInput, HistoryOutput } from "../property.ts";

/** What happened to one property. */
export const propertyHistory: OperationContract<
  typeof HistoryInput,
  typeof HistoryOutput
> = {
  name: "property_history",
  title: "Timeline of one property",
  description: "Use this when you want to know what happened to a property. " +
    "It gives sales, listings and their prices, assessments and nearby permits in one timeline, newest first. " +
    "A rejected sale has its reason.",
  help:
    "Shows what happened to a property, newest first: sales, listings and their prices, assessments and nearby permits. A sale that does not count has its reason.",
  scope: "read",
  cost: "other",
  input: HistoryInput,
  output: HistoryOutput,
  annotations: READ_ONLY,
  examples: [
    { title: "the property at a point", input: { lat: 41.95, lon: -87.71 } },
  ],
  aliases: [],
  rest: { method: "GET", path: "/property-history" },
  command: "history",
};
