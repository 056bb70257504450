import { z } from "zod";
import { stampFields } from "./envelope.ts";

/** Answer of `GET /api/valuation/{id}` and `GET /api/analysis/{id}`: computed again and compared. */
export const Replayed = z.object({
  id: z.string(),
  operation: z.string().describe("what answered with this id"),
  input: z.record(z.string(), z.unknown()),
  day: z.iso.date().describe("the day it was answered for"),
  snapshot_id: z.string(),
  first_answered_at: z.iso.datetime(),
  identical: z.boolean().describe(
    "whether id and every figure are the same as then",
  ),
  differs: z.array(z.string()).describe("fields that are not"),
  answer: z.record(z.string(), z.unknown()).describe("as it is computed now"),
  ...stampFields,
}).strict();
/** Answer of a replay. */
export type Replayed = z.infer<typeof Replayed>;
