import { MapPinsInput, MapPinsOutput } from "../map_pins.ts";
import { type OperationContract, READ_ONLY } from "../operation.ts";

/** Homes for sale as pins and clusters of a map. */
export const mapPins: OperationContract<
  typeof MapPinsInput,
  typeof MapPinsOutput
> = {
  name: "map_pins",
  title: "Homes for sale on a map",
  description:
    "Homes for sale in view of a map, with the filters of a search: single pins up to 400, else clusters with their count and best deal. " +
    "Each column holds one field; all columns have equal length.",
  scope: "read",
  cost: "other",
  input: MapPinsInput,
  output: MapPinsOutput,
  annotations: READ_ONLY,
  examples: [
    {
      title: "a part of the city",
      input: {
        zoom: 13,
        west: -87.75,
        south: 41.93,
        east: -87.69,
        north: 41.97,
      },
    },
    {
      title: "the whole county, up to 400,000",
      input: { zoom: 8, max_price: 400_000 },
    },
  ],
  aliases: [],
  tool: false,
  rest: { method: "GET", path: "/map-pins" },
};
