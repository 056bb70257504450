import { z } from "zod";

const degrees = (most: number) =>
  z.string().regex(/^-?\d{1,3}(\.\d+)?$/).transform(Number)
    .pipe(z.number().min(-most).max(most));

/** Query of `GET /api/photo`. */
export const PhotoQuery = z.object({ lat: degrees(90), lon: degrees(180) })
  .strict();
