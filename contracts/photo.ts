import { z } from "zod";

/** Query of `GET /api/photo`. */
export const PhotoQuery = z.object({
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
}).strict();
