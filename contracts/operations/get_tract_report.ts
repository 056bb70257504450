import { type OperationContract, READ_ONLY } from "../operation.ts";
import { TractInput, TractOutput } from "../tract.ts";

/** What the records say about a census tract as a place to invest. */
export const getTractReport: OperationContract<
  typeof TractInput,
  typeof TractOutput
> = {
  name: "get_tract_report",
  title: "Report on a census tract",
  description:
    "Use this when you want to know how a Cook County census tract compares as a place to flip, BRRRR, hold or rent by voucher. " +
    "It gives county percentiles per strategy (100 is best, 50 the middle) and every factor with its value, percentile, weight and year. " +
    "It gives price level, rents and Section 8 payment standards, property tax and reassessment, commute and risks. " +
    "It scores places, not properties; for those use get_comps or deep_underwrite_asset. " +
    "Lake County tracts are context only, without scores. " +
    "A percentile of null is not 0: report its reason and do not put another number in its place.",
  help:
    "Shows how a Cook County census tract compares as a place to flip, BRRRR, hold or rent by voucher: percentiles (100 is best, 50 the middle), and every factor behind them with its value, weight and year; price level, rents, property tax and reassessment, commute and risks. It scores places, not properties. Lake County tracts have no scores.",
  scope: "read",
  cost: "other",
  input: TractInput,
  output: TractOutput,
  annotations: READ_ONLY,
  examples: [
    {
      title: "a tract of Irving Park, Chicago",
      input: { geoid: "17031160700" },
    },
    {
      title: "a tract of Waukegan, Lake County: context without scores",
      input: { geoid: "17097862000", strategy: "hold" },
    },
  ],
  aliases: [],
  rest: { method: "GET", path: "/tract/{geoid}" },
  command: "tract",
};
