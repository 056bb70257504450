import { z } from "zod";

/** Usage of one tool by a key on one day (UTC). */
export const UsageRow = z.object({
  day: z.iso.date(),
  tool: z.string(),
  calls: z.int().min(0),
  cost_units: z.int().min(0),
}).strict();
/** Usage of one tool by a key on one day. */
export type UsageRow = z.infer<typeof UsageRow>;

/** Answer of `GET /api/me/usage`, newest day first. */
export const Usage = z.object({
  days: z.int().describe("number of days covered"),
  total: z.object({ calls: z.int(), cost_units: z.int() }).strict(),
  usage: z.array(UsageRow),
}).strict();
/** Answer of `GET /api/me/usage`. */
export type Usage = z.infer<typeof Usage>;

/** Query of `GET /api/me/usage`. */
export const UsageQuery = z.object({
  days: z.int().min(1).max(366).default(30).describe(
    "days to look back, today included",
  ),
}).strict();
/** Query of `GET /api/me/usage`. */
export type UsageQuery = z.infer<typeof UsageQuery>;
