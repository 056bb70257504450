import { z } from "zod";
import { LIMITS } from "./constants/limits.ts";

/** Query of the paths that list what grows. */
export const PageQuery = z.object({
  limit: z.int().min(1).max(LIMITS.page.max).default(LIMITS.page.default)
    .describe("items a page"),
  cursor: z.string().max(100).optional().describe(
    "next_cursor of the page before",
  ),
}).strict();
/** Query of the paths that list what grows. */
export type PageQuery = z.infer<typeof PageQuery>;

/** What a page has besides its items: where the next one begins, null on the last. */
export const pageFields = { next_cursor: z.string().nullable() };
