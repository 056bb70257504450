import { CoverageInput, CoverageOutput } from "../coverage.ts";
import { type OperationContract, READ_ONLY } from "../operation.ts";

/** What is covered, and how well. */
export const coverage: OperationContract<
  typeof CoverageInput,
  typeof CoverageOutput
> = {
  name: "coverage",
  title: "What is covered, and how well",
  description:
    "Use this when you need to know where values exist and how accurate they are. For every township and property type it gives the number of test sales, " +
    "median error, share within 10% and 20%, interval coverage and price-related bias on held-out past sales. " +
    "It also gives the gates those figures must meet, and the most that a value there may be used for.",
  help:
    "Shows where values exist and how accurate they are, by township and property type: test sales, median error, share within 10% and 20%, interval coverage and price-related bias on held-out past sales; the gates those figures must meet; and the most that a value there may be used for.",
  scope: "read",
  cost: "other",
  input: CoverageInput,
  output: CoverageOutput,
  annotations: READ_ONLY,
  examples: [
    { title: "every township and property type", input: {} },
    {
      title: "flats of Jefferson township",
      input: { township: "71", prop_type: "mf2_4" },
    },
  ],
  aliases: [],
  tool: false,
  rest: { method: "GET", path: "/coverage" },
  command: "coverage",
};
