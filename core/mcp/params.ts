import { specTypeSchemas } from "@modelcontextprotocol/server";
import { z } from "zod";

/**
 * Params of requests. A schema that is named makes wrong ones -32602 with one sentence; left to
 * itself the SDK answers -32603, an internal error, with its validator's report.
 */
export const PARAMS = {
  /** Every list has one page, so no cursor is one of ours. */
  list: z.object({
    cursor: z.never("expected none: the list has one page").optional(),
  }),
  readResource: specTypeSchemas.ReadResourceRequestParams,
  getPrompt: specTypeSchemas.GetPromptRequestParams,
  complete: specTypeSchemas.CompleteRequestParams,
} as const;
