import { type OperationContract, READ_ONLY } from "../operation.ts";
import { PropertyInput, PropertyOutput } from "../property.ts";

/** Everything on record for one property. */
export const getProperty: OperationContract<
  typeof PropertyInput,
  typeof PropertyOutput
> = {
  name: "get_property",
  title: "Everything on record for one property",
  description:
    "Use this when you want everything on one property: facts with their sources, listing, value range and state, comps, risk and tract. " +
    "It is underwritten at the list price. " +
    "The value of a property that is not publicly for sale needs the scope underwrite. " +
    "Continue with get_comps for the sales behind the value, or deep_underwrite_asset for your own price.",
  help:
    "Shows everything on one property: facts with their sources, its listing, value range, comps, risk and place, and the deal at the list price.",
  scope: "read",
  cost: "other",
  input: PropertyInput,
  output: PropertyOutput,
  annotations: READ_ONLY,
  examples: [
    { title: "the property at a point", input: { lat: 41.95, lon: -87.71 } },
  ],
  aliases: [],
  rest: { method: "GET", path: "/property/{subject}" },
  command: "property",
};
