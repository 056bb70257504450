import { z } from "zod";
import { RunReport } from "./runs.ts";
import { stampFields } from "./envelope.ts";

/** Answer of `GET /api/health`. */
export const Health = z.object({
  status: z.enum(["ok", "degraded"]).describe(
    "degraded: reads continue, and problems says what does not work",
  ),
  problems: z.array(z.string()),
  ...stampFields,
  last_run: RunReport.nullable().describe(
    "the last daily run with its steps; null before the first",
  ),
  stale_model_rows: z.int().min(0).describe(
    "listings for sale whose score is of an older model or not made yet",
  ),
  snapshot: z.object({
    id: z.string().describe("content hash"),
    synthetic: z.boolean().describe("the data are synthetic"),
    newest_sale: z.iso.date().nullable(),
    rows: z.record(z.string(), z.int()).describe("rows by table"),
  }).strict(),
  uptime_seconds: z.int().min(0),
  deno: z.string().describe("version of the runtime"),
}).strict();
/** Answer of `GET /api/health`. */
export type Health = z.infer<typeof Health>;
