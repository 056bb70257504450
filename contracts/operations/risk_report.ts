import { type OperationContract, READ_ONLY } from "../operation.ts";
import { RiskInput, RiskOutput } from "../risk.ts";

/** What could go wrong with a purchase. */
export const riskReport: OperationContract<
  typeof RiskInput,
  typeof RiskOutput
> = {
  name: "risk_report",
  title: "Risks of a property",
  description:
    "Use this when you need to know what could go wrong with buying a property in Cook County. " +
    "It gives a score from 0 (no known risk) to 100, and flags with reason, figures, severity and source. " +
    "Flags: tax shock after purchase, tax trap, basement and flood, distress nearby, closing friction, legal-unit mismatch, appraisal ceiling and old building. " +
    "Name the property by property_id (PIN), address, or lat and lon; give price and listing_units as listed. " +
    "Risk is separate from opportunity: a good deal can be risky. " +
    "`not_tracked` and `unknown` do not mean that there is no risk: say so. " +
    "It is a screening aid, not an inspection, title search or flood determination.",
  help:
    "Lists what could go wrong with buying a property, and how much of that could be assessed. Risk is separate from what the deal earns.",
  scope: "read",
  cost: "other",
  input: RiskInput,
  output: RiskOutput,
  annotations: READ_ONLY,
  examples: [
    {
      title: "a building in Bridgeport listed with three units at 450,000",
      input: { lat: 41.8381, lon: -87.6513, listing_units: 3, price: 450_000 },
    },
    {
      title: "a point in Orland Park",
      input: { lat: 41.6103, lon: -87.8464 },
    },
  ],
  aliases: [],
  rest: { method: "GET", path: "/risk/{subject}" },
  command: "risk",
};
