import { z } from "zod";

/** Steps of the daily run, in their order. */
export const RUN_STEPS = [
  "sources",
  "snapshot",
  "feeds",
  "score",
  "match",
  "digest",
  "prune",
] as const;
/** A step of the daily run. */
export const RunStepName = z.enum(RUN_STEPS);
/** A step of the daily run. */
export type RunStepName = z.infer<typeof RunStepName>;

/** How a step of the daily run ended. */
export const RunStep = z.object({
  name: RunStepName,
  started_at: z.iso.datetime(),
  ms: z.int().describe("how long it took"),
  counts: z.record(z.string(), z.int()).describe("what it did"),
  error: z.string().nullable().describe(
    "why it failed; later steps still run",
  ),
}).strict();
/** How a step of the daily run ended. */
export type RunStep = z.infer<typeof RunStep>;

/** A daily run. */
export const RunReport = z.object({
  date: z.iso.date(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable().describe(
    "null while in progress",
  ),
  attempts: z.int().describe("how many servers have worked on it in turn"),
  steps: z.array(RunStep),
  failures: z.int().describe("steps that failed"),
}).strict();
/** A daily run. */
export type RunReport = z.infer<typeof RunReport>;

/** Body of `POST /api/run-listings`. */
export const RunRequest = z.object({
  step: RunStepName.optional().describe("only this step; default all"),
  dry_run: z.boolean().optional().describe(
    "reports the alerts that would be sent, and changes nothing",
  ),
}).strict();
/** Body of `POST /api/run-listings`. */
export type RunRequest = z.infer<typeof RunRequest>;
