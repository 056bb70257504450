import { z } from "zod";

/** What can happen in an owner's log. Source: decisions, "Write tools and UI tools". */
export const EventKind = z.enum([
  "favorite_saved",
  "favorite_removed",
  "preset_updated",
  "profile_created",
  "profile_updated",
  "note_added",
  "map_filters_updated",
  "map_flown_to",
  "properties_highlighted",
  "alert_raised",
  "alert_delivered",
  "alert_dead_lettered",
]);
/** What can happen in an owner's log. */
export type EventKind = z.infer<typeof EventKind>;

/** One entry of an owner's append-only log. */
export const Event = z.object({
  seq: z.int().min(1).describe("1 for the owner's first event, without gaps"),
  at: z.iso.datetime(),
  kind: EventKind,
  actor: z.string().describe("the key or grant that did it; never its secret"),
  data: z.record(z.string(), z.unknown()).describe(
    "what the mutation answered, or the alert",
  ),
}).strict();
/** One entry of an owner's append-only log. */
export type Event = z.infer<typeof Event>;

/** What the header `Last-Event-ID` holds: a seq, or nothing. */
export const LAST_EVENT_ID = /^\d{0,15}$/;

/** Query of `GET /api/events`. */
export const EventsQuery = z.object({
  since: z.int().min(0).max(999_999_999_999_999).optional().describe(
    "events after this seq; Last-Event-ID wins over it",
  ),
}).strict();
/** Query of `GET /api/events`. */
export type EventsQuery = z.infer<typeof EventsQuery>;

/** One server-sent event of `GET /api/events`. */
export const SentEvent = z.object({
  id: z.string().regex(/^\d+$/).describe("the event's seq"),
  event: EventKind,
  data: z.string().meta({ contentMediaType: "application/json" }).describe(
    "the entry, as /api/contracts/events.json has it",
  ),
}).strict();
