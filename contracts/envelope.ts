import { z } from "zod";

/** What the strategies are, in descriptions. */
export const STRATEGIES_MEAN =
  "brrrr: renovate, rent, refinance; hold: rent out; section8: rent to voucher holders";

/** Investment strategies. Source: decisions, "Numbers and verdicts". */
export const Strategy = z.enum(["flip", "brrrr", "hold", "section8"])
  .describe(STRATEGIES_MEAN);
/** Investment strategies. */
export type Strategy = z.infer<typeof Strategy>;

/**
 * What to do about a deal: `pursue` it, `screen` it closer, `skip` it, or `no_read` where there is too little to decide on.
 * Source: decisions, ruling 13.
 */
export const Verdict = z.enum(["pursue", "screen", "skip", "no_read"])
  .describe(
    "pursue: meets its test; screen: may meet it, look closer; skip: fails it; no_read: cannot be assessed yet",
  );
/** What to do about a deal. */
export type Verdict = z.infer<typeof Verdict>;

/** What each verdict is called and means; the map has the same words (`web/app/words.js`). */
export const VERDICTS: Readonly<
  Record<Verdict, { readonly name: string; readonly means: string }>
> = {
  pursue: {
    name: "Pursue",
    means: "meets its test at an exact value and loses nothing at the low end",
  },
  screen: { name: "Look closer", means: "may meet its test: look closer" },
  skip: { name: "Skip", means: "fails its test even at the favorable end" },
  no_read: { name: "No verdict", means: "cannot be assessed yet" },
};

/** The one verdict of an analysis, scoped to the requested strategy. */
export const Read = z.object({
  strategy: Strategy,
  verdict: Verdict,
  reasons: z.array(z.string()),
}).strict();
/** The one verdict of an analysis, scoped to the requested strategy. */
export type Read = z.infer<typeof Read>;

/** Something the reader must know about the numbers. */
export const Warning = z.object({
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
}).strict();
/** Something the reader must know about the numbers. */
export type Warning = z.infer<typeof Warning>;

/** Versions that, with equal inputs, guarantee equal numbers. `model` includes the snapshot's short hash. */
export const ModelVersions = z.object({
  model: z.string(),
  underwrite: z.string(),
  serving: z.string(),
}).strict();
/** Versions that, with equal inputs, guarantee equal numbers. */
export type ModelVersions = z.infer<typeof ModelVersions>;

/** Fields present on responses that are no analysis. Source: spec section 2, "Response envelope". */
export const stampFields = {
  as_of: z.iso.date().nullable().describe("day of the snapshot's newest sale"),
  model_versions: ModelVersions,
  model_version: z.string().describe("the same as model_versions.model"),
  warnings: z.array(Warning),
};
const Stamp = z.object(stampFields);
/** Fields present on responses that are no analysis. */
export type Stamp = z.infer<typeof Stamp>;

/** Returns the schema of an answer with the fields that every response has. */
export function stamped<S extends z.ZodRawShape>(answer: z.ZodObject<S>) {
  return answer.extend(stampFields);
}

/** Fields present on every analysis response. Source: spec section 2, "Response envelope". */
export const envelopeFields = {
  as_of: z.iso.date().describe("ISO date of the newest fact used"),
  model_versions: ModelVersions,
  model_version: z.string().describe("the same as model_versions.model"),
  warnings: z.array(Warning),
  confidence: z.number().min(0).max(100).nullable().describe(
    "0-100; null when there is no value",
  ),
  disclosure: z.string().describe("relay wherever a person sees the number"),
  read: Read,
};
