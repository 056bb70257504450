import { type OperationContract, READ_ONLY } from "../operation.ts";
import { ViewportInput, ViewportOutput } from "../viewport.ts";

/** What is in a box on the map, or in an area by its name. */
export const viewportContext: OperationContract<
  typeof ViewportInput,
  typeof ViewportOutput
> = {
  name: "viewport_context",
  title: "Tracts of an area or a box",
  description:
    "Use this when you need the census tracts of a neighborhood, a ZIP, a township or a box on the map. " +
    "It gives their GEOIDs with score and price level for a strategy, best first, and the townships and community areas there. " +
    "An unknown name is answered with the closest ones. Continue with get_tract_report.",
  help:
    "Lists the census tracts of a neighborhood, a ZIP, a township or a box, best first for a strategy, with score and price level. For an unknown name it lists the closest ones.",
  scope: "read",
  cost: "other",
  input: ViewportInput,
  output: ViewportOutput,
  annotations: READ_ONLY,
  examples: [
    { title: "a neighborhood of Chicago", input: { area: "Irving Park" } },
    {
      title: "a box on the map, ordered for a rental",
      input: {
        west: -87.742,
        south: 41.942,
        east: -87.7,
        north: 41.966,
        strategy: "hold",
      },
    },
  ],
  aliases: [],
  rest: { method: "GET", path: "/viewport-context" },
  command: "places",
};
