import { z } from "zod";

const edge = (which: string, most: number) =>
  z.number().min(-most).max(most).optional().describe(
    `${which} edge, degrees; needs the other three`,
  );

/** The edges of a box, in the order west, south, east, north. */
export const EDGES = ["west", "south", "east", "north"] as const;

/** Fields of an input that name a box. */
export const boxFields = {
  west: edge("west", 180),
  south: edge("south", 90),
  east: edge("east", 180),
  north: edge("north", 90),
  bbox: z.array(z.number().min(-180).max(180)).length(4).optional().describe(
    "the same as the edges: [west, south, east, north]",
  ),
};
