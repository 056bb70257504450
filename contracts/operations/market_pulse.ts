import { type OperationContract, READ_ONLY } from "../operation.ts";
import { PulseInput, PulseOutput } from "../pulse.ts";

/** Where the county's figures stand out. */
export const marketPulse: OperationContract<
  typeof PulseInput,
  typeof PulseOutput
> = {
  name: "market_pulse",
  title: "The county at a glance",
  description: "Use this when you need to know where to look first. " +
    "It gives the best tracts per strategy and the ZIPs where Section 8 rents are highest relative to prices. " +
    "It gives the townships whose tax bills the next reassessment would raise most, and the age of every kind of data. " +
    "Each figure shows what it is computed from. " +
    "It gives no verdict on a place: continue with get_tract_report, then with a property.",
  help:
    "Shows where to look first: the best tracts for a strategy, the ZIPs where Section 8 rents are highest for their prices, the townships whose tax bills the next reassessment would raise most, and how old every kind of data is.",
  scope: "read",
  cost: "other",
  input: PulseInput,
  output: PulseOutput,
  annotations: READ_ONLY,
  examples: [
    { title: "the Chicago metro area", input: {} },
    {
      title: "the three best of each kind",
      input: { metro: "chicago", limit: 3, strategy: "section8" },
    },
  ],
  aliases: [],
  rest: { method: "GET", path: "/market-pulse" },
  command: "pulse",
};
