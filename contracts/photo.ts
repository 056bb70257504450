import { z } from "zod";

/** Query of `GET /api/photo`. */
export const PhotoQuery = z.object({
  lat: z.number().min(-90).max(90).describe("latitude, WGS84 degrees"),
  lon: z.number().min(-180).max(180).describe("longitude, WGS84 degrees"),
}).strict();
