import { type OperationContract, WRITES } from "../operation.ts";
import { FlyToInput, FlyToOutput } from "../saved.ts";

/** Move the map. */
export const flyToLocation: OperationContract<
  typeof FlyToInput,
  typeof FlyToOutput
> = {
  name: "fly_to_location",
  title: "Move the map",
  description:
    "Use this when the user wants their open map to go to a property or a census tract. " +
    "Name it by property_id, address, lat and lon, or geoid. " +
    "It appends to the account's event log, which open maps follow.",
  scope: null,
  needsAccount: true,
  cost: "other",
  input: FlyToInput,
  output: FlyToOutput,
  annotations: WRITES,
  examples: [
    {
      title: "a point, close",
      input: { lat: 41.8381, lon: -87.6513, zoom: 16 },
    },
  ],
  aliases: [],
  rest: { method: "POST", path: "/me/map/fly-to" },
};
