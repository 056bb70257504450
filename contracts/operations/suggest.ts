import { type OperationContract, READ_ONLY } from "../operation.ts";
import { SuggestInput, SuggestOutput } from "../suggest.ts";

/** What a search box may complete to. */
export const suggest: OperationContract<
  typeof SuggestInput,
  typeof SuggestOutput
> = {
  name: "suggest",
  title: "Complete an address, PIN, place or ZIP",
  description:
    "Addresses, PINs, places and ZIPs that begin with the text, best first, for a search box.",
  scope: "read",
  cost: "other",
  input: SuggestInput,
  output: SuggestOutput,
  annotations: READ_ONLY,
  examples: [
    { title: "a place", input: { q: "Irving" } },
    { title: "a ZIP", input: { q: "606", limit: 5 } },
  ],
  aliases: [],
  tool: false,
  rest: { method: "GET", path: "/suggest" },
};
