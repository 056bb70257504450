import { z } from "zod";
import { DeadLetter } from "./alerts.ts";
import { stampFields, STRATEGIES_MEAN, Strategy } from "./envelope.ts";
import { ListingItem } from "./listing_item.ts";
import { RunReport } from "./runs.ts";

/** Answer of `GET /api/state`: the service at a glance, for its operator. */
export const OperatorState = z.object({
  status: z.enum(["ok", "attention"]).describe(
    "attention if something below needs it",
  ),
  attention: z.array(z.string()).describe("what needs attention, in words"),
  runs: z.object({
    last: RunReport.nullable(),
    today: RunReport.nullable().describe("also while in progress"),
  }).strict(),
  inventory: z.object({
    listings: z.int(),
    for_sale: z.int(),
    unmatched: z.int().describe("listings without a parcel"),
    as_of: z.iso.datetime().nullable().describe("newest change of the sources"),
  }).strict(),
  sources: z.array(
    z.object({
      name: z.string(),
      refreshed_at: z.iso.datetime().nullable().describe(
        "when it last answered; null before the first time",
      ),
      error: z.string().nullable().describe(
        "why the last try failed; null when it did not",
      ),
    }).strict(),
  ).describe("the county's sources that the daily run has asked"),
  profiles: z.object({ active: z.int(), paused: z.int() }).strict(),
  outbox: z.object({
    waiting: z.int(),
    oldest_due: z.iso.datetime().nullable(),
  }).strict(),
  dead_letters: z.object({
    count: z.int(),
    latest: z.array(DeadLetter),
  }).strict(),
  unmatched: z.array(
    z.object({
      source: z.string().describe("feed"),
      key: z.string().describe("the source's key of the listing"),
      reason: z.string().describe("why no parcel was found"),
    }).strict(),
  ).describe("the first 50 listings of feeds without a parcel"),
  reports: z.object({ open: z.int() }).strict(),
  snapshot: z.object({
    id: z.string(),
    newest_sale: z.iso.date().nullable(),
  }).strict(),
  limits: z.object({ anonymous_per_minute: z.int(), result_bytes: z.int() })
    .strict(),
  uptime_seconds: z.int(),
  ...stampFields,
}).strict();
/** The service at a glance, for its operator. */
export type OperatorState = z.infer<typeof OperatorState>;

/** Query of `GET /api/deals`. */
export const DealsQuery = z.object({
  strategy: Strategy.default("brrrr").describe(
    `strategy to rank by. ${STRATEGIES_MEAN}`,
  ),
  limit: z.int().min(1).max(200).default(50).describe("deals to list"),
}).strict();

/** Answer of `GET /api/deals`: the best listings, with what the public answer withholds. */
export const Deals = z.object({
  strategy: Strategy,
  deals: z.array(
    z.object({
      ...ListingItem.shape,
      is_public: z.boolean().describe(
        "false if no license makes it public",
      ),
      raw_estimate: z.int().nullable().describe(
        "the value before its state limits what is shown; for the operator only",
      ),
      withheld: z.array(z.string()).describe(
        "why the public answer shows less",
      ),
    }).strict(),
  ),
  ...stampFields,
}).strict();
/** Answer of `GET /api/deals`. */
export type Deals = z.infer<typeof Deals>;
