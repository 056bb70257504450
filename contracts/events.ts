import { z } from "zod";
import { Alert, AlertDelivery, ChannelDisabled } from "./alerts.ts";
import { Strategy } from "./envelope.ts";
import { ListedType } from "./inventory_filters.ts";
import {
  Favorite,
  Note,
  Preset,
  Profile,
  RecordedProperty,
} from "./saved_items.ts";

const removed = z.literal(true);

/** What a map shows. */
export const mapFilters = {
  strategy: Strategy.optional().describe(
    "what tracts and listings are ranked for",
  ),
  min_percentile: z.number().min(0).max(100).optional().describe(
    "of the tract, for the strategy",
  ),
  max_price: z.number().positive().max(1e9).optional().describe(
    "asking price at most, dollars",
  ),
  min_confidence: z.number().min(0).max(100).optional().describe(
    "of the value",
  ),
  prop_types: z.array(ListedType).min(1).max(8).optional().describe(
    "types as listed",
  ),
  layers: z.array(z.enum(["listings", "tracts", "townships", "stations"]))
    .max(4).optional().describe(
      "all that are shown; tracts are colored by percentile",
    ),
};

/** What each kind of event tells. */
export const EVENT_DATA = {
  favorite_saved: Favorite,
  favorite_removed: RecordedProperty,
  preset_updated: z.union([
    Preset,
    z.object({ name: z.string(), removed }).strict(),
  ]),
  profile_created: Profile,
  profile_updated: z.union([
    Profile,
    z.object({ profile_id: z.string(), removed }).strict(),
  ]),
  note_added: Note,
  note_updated: Note,
  note_removed: z.object({ note_id: z.string() }).strict(),
  map_filters_updated: z.object(mapFilters).strict(),
  map_flown_to: z.object({
    ...RecordedProperty.partial().shape,
    geoid: z.string().optional(),
    zoom: z.number().optional(),
  }).strict(),
  properties_highlighted: z.object({
    properties: z.array(
      RecordedProperty.omit({ address: true }),
    ),
    label: z.string().optional(),
    clear: z.boolean().describe("earlier highlights are removed first"),
  }).strict(),
  alert_raised: Alert,
  alert_delivered: AlertDelivery,
  alert_dead_lettered: AlertDelivery,
  channel_disabled: ChannelDisabled,
} as const;

/** What can happen in an owner's log. */
export type EventKind = keyof typeof EVENT_DATA;
/** What can happen in an owner's log. */
export const EventKind = z.enum(
  Object.keys(EVENT_DATA) as [EventKind, ...EventKind[]],
);

/** What an event of a kind tells. */
export type EventData<K extends EventKind> = z.infer<(typeof EVENT_DATA)[K]>;

/** The fields of every entry of the log. */
export const eventFields = {
  seq: z.int().min(1).describe(
    "1 for the owner's first event. The log keeps the newest 10,000 events; of map moves it keeps 200, for a day",
  ),
  at: z.iso.datetime(),
  actor: z.string().describe("the key or grant that did it; never its secret"),
};

const entry = <K extends EventKind>(kind: K) =>
  z.object({
    ...eventFields,
    kind: z.literal(kind),
    data: EVENT_DATA[kind],
  }).strict();

/** One entry of an owner's append-only log. */
export const Event = z.discriminatedUnion("kind", [
  entry("favorite_saved"),
  entry("favorite_removed"),
  entry("preset_updated"),
  entry("profile_created"),
  entry("profile_updated"),
  entry("note_added"),
  entry("note_updated"),
  entry("note_removed"),
  entry("map_filters_updated"),
  entry("map_flown_to"),
  entry("properties_highlighted"),
  entry("alert_raised"),
  entry("alert_delivered"),
  entry("alert_dead_lettered"),
  entry("channel_disabled"),
]);
/** One entry of an owner's append-only log. */
export type Event<K extends EventKind = EventKind> = Extract<
  z.infer<typeof Event>,
  { kind: K }
>;

/** What happened, before it has its place in a log. */
export type Happening<K extends EventKind = EventKind> = Pick<
  Event<K>,
  "kind" | "data"
>;

/** What the header `Last-Event-ID` holds: a seq, or nothing. */
export const LAST_EVENT_ID = /^\d{0,15}$/;

/** Query of `GET /api/events`. */
export const EventsQuery = z.object({
  since: z.int().min(0).max(999_999_999_999_999).optional().describe(
    "events after this seq; Last-Event-ID overrides it",
  ),
  client: z.enum(["map"]).optional().describe(
    "`map` marks the stream as an open map, which the map tools report as map_open",
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
