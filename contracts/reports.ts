import { z } from "zod";
import { pageFields } from "./page.ts";
import { RULES } from "./rules.ts";
import { stampFields } from "./envelope.ts";
import { ONE_PROPERTY, subjectFields } from "./subject.ts";

/** Input of `report_value`. */
export const ReportInput = z.object({
  ...subjectFields,
  reason: z.string().trim().min(10).max(280).describe(
    "what is wrong with the value",
  ).register(RULES, { pattern: String.raw`\S[\s\S]{8,}\S` }),
  suggested_value: z.number().min(1_000).max(50_000_000).optional().describe(
    "dollars",
  ),
}).strict().register(RULES, ONE_PROPERTY);

/** Output of `report_value`. */
export const ReportOutput = z.object({
  report_id: z.string(),
  property_id: z.string(),
  address: z.string().nullable(),
  state: z.enum(["queued", "already_queued"]).describe(
    "one report a day for a caller and a property is kept",
  ),
  ...stampFields,
}).strict();

/** A report of a value, as the operator sees it. */
export const Report = z.object({
  report_id: z.string(),
  property_id: z.string(),
  address: z.string().nullable(),
  reason: z.string(),
  suggested_value: z.number().nullable(),
  reported_at: z.iso.datetime(),
  reporter: z.string().describe("account, or `anonymous`"),
  resolved_at: z.iso.datetime().nullable(),
  note: z.string().nullable().describe("how it was resolved"),
}).strict();
/** A report of a value, as the operator sees it. */
export type Report = z.infer<typeof Report>;

/** Answer of `GET /api/state/reports`. */
export const ReportList = z.object({
  reports: z.array(Report),
  ...pageFields,
  ...stampFields,
}).strict();

/** Body of `POST /api/state/reports/{id}/resolve`. */
export const ResolveReport = z.object({
  note: z.string().trim().min(1).max(500).register(RULES, {
    pattern: String.raw`\S`,
  }).describe("how it was resolved, for the record"),
}).strict();
/** Body of `POST /api/state/reports/{id}/resolve`. */
export type ResolveReport = z.infer<typeof ResolveReport>;
