import { type OperationContract, WRITES } from "../operation.ts";
import { HighlightInput, HighlightOutput } from "../saved.ts";

/** Highlight properties on the map. */
export const highlightProperties: OperationContract<
  typeof HighlightInput,
  typeof HighlightOutput
> = {
  name: "highlight_properties",
  title: "Highlight properties on the map",
  description:
    "Use this when the user should see up to 200 properties marked on their open map, with a label; clear removes earlier marks. " +
    "It appends to the account's event log, which open maps follow.",
  scope: null,
  needsAccount: true,
  cost: "other",
  input: HighlightInput,
  output: HighlightOutput,
  annotations: WRITES,
  examples: [
    { title: "remove the marks", input: { clear: true } },
  ],
  aliases: [],
  rest: { method: "POST", path: "/me/map/highlights" },
};
