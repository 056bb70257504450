import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "./errors.ts";

/** One call with a key: what, when, from where, and how it ended. */
export const AuditEntry = z.object({
  at: z.iso.datetime(),
  tool: z.string().describe("operation, or method and path of another route"),
  transport: z.enum(["rest", "mcp"]),
  address: z.string().describe("the caller's IP address"),
  outcome: z.enum([
    "ok",
    ...Object.keys(ERROR_STATUS) as ErrorCode[],
  ]).describe("ok, or the error's code"),
  request_id: z.string(),
}).strict();
/** One call with a key. */
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Answer of `GET /api/me/audit`, newest first. */
export const AuditPage = z.object({
  entries: z.array(AuditEntry),
  next_cursor: z.string().nullable(),
}).strict();
/** Answer of `GET /api/me/audit`. */
export type AuditPage = z.infer<typeof AuditPage>;

/** Query of `GET /api/me/audit`. */
export const AuditQuery = z.object({
  limit: z.int().min(1).max(200).default(50).describe("calls to list"),
  cursor: z.string().max(200).optional().describe(
    "next_cursor of the page before",
  ),
}).strict();
/** Query of `GET /api/me/audit`. */
export type AuditQuery = z.infer<typeof AuditQuery>;
