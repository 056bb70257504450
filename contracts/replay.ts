import { z } from "zod";
import { stampFields } from "./envelope.ts";

/** Answer of `GET /api/valuation/{id}` and `GET /api/analysis/{id}`: computed again and compared. */
export const Replayed = z.object({
  id: z.string(),
  operation: z.string().describe("the operation that gave this id"),
  input: z.record(z.string(), z.unknown()),
  day: z.iso.date().describe("the day it was answered for"),
  snapshot_id: z.string(),
  first_answered_at: z.iso.datetime(),
  identical: z.boolean().describe(
    "whether id and every figure are the same as then",
  ),
  differs: z.array(z.string()).describe("fields that differ"),
  answer: z.record(z.string(), z.unknown()).describe(
    "the answer as computed now",
  ),
  ...stampFields,
}).strict();
/** Answer of a replay. */
export type Replayed = z.infer<typeof Replayed>;
