import { z } from "zod";
import { figure } from "./units.ts";
import { ChannelSetup } from "./alerts.ts";
import { boxFields, EDGES } from "./box.ts";
import { LIMITS } from "./constants/limits.ts";
import { stampFields, STRATEGIES_MEAN, Strategy } from "./envelope.ts";
import { EVENT_DATA, eventFields, mapFilters } from "./events.ts";
import {
  Cadence,
  Channel,
  QuietHours,
  SAVED_ITEMS,
  type SavedKind,
} from "./saved_items.ts";
import { ListedType } from "./inventory_filters.ts";
import {
  atLeastOne,
  atMostOne,
  exactlyOne,
  given,
  never,
  RULES,
  without,
} from "./rules.ts";
import {
  ONE_PROPERTY,
  PROPERTY_ID,
  PROPERTY_ID_LENGTH,
  subjectFields,
} from "./subject.ts";
import { Geoid } from "./tract.ts";
import { CustomAssumptions } from "./assumptions.ts";

const { page, saved } = LIMITS;

/** What an idempotency key is made of. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,80}$/;

/** Lets a caller repeat a mutation safely. */
const idempotencyKey = z.string().regex(IDEMPOTENCY_KEY).optional()
  .describe(
    `a repeat with the same key answers the same, for ${saved.idempotency_hours} hours`,
  );

/** Text that is more than blanks. */
const text = (max: number) =>
  z.string().trim().min(1).max(max).register(RULES, {
    pattern: String.raw`\S`,
  });

const name = text(60);

/** Input of `save_favorite_property`. */
export const FavoriteInput = z.object({
  ...subjectFields,
  tags: z.array(text(30)).max(20).optional().describe(
    "replace those before",
  ),
  remove: z.boolean().optional().describe("take it from the favorites"),
  idempotency_key: idempotencyKey,
}).strict().register(RULES, ONE_PROPERTY);

/** Output of `save_favorite_property`: the event that was appended. */
export const FavoriteOutput = z.object({
  ...eventFields,
  kind: z.enum(["favorite_saved", "favorite_removed"]),
  data: z.union([EVENT_DATA.favorite_saved, EVENT_DATA.favorite_removed]),
  ...stampFields,
}).strict();

/** Input of `update_underwriting_preset`. */
export const PresetInput = z.object({
  name: name.describe("what the user calls it; not `none`"),
  assumptions: CustomAssumptions.optional().describe(
    "replaces the preset's assumptions whole",
  ),
  make_default: z.boolean().optional().describe(
    "true: applies wherever no preset is named",
  ),
  remove: z.boolean().optional().describe("remove the preset of this name"),
  idempotency_key: idempotencyKey,
}).strict();

/** Output of `update_underwriting_preset`: the event that was appended. */
export const PresetOutput = z.object({
  ...eventFields,
  kind: z.enum(["preset_updated"]),
  data: EVENT_DATA.preset_updated,
  ...stampFields,
}).strict();

/** Input of `create_strategy_profile`. */
export const ProfileInput = z.object({
  profile_id: z.string().regex(/^pro_[\w-]{12}$/).optional().describe(
    "update this profile instead of making one",
  ),
  name: name.optional().describe("needed for a new profile"),
  strategy: Strategy.optional().describe(
    `needed for a new profile. ${STRATEGIES_MEAN}`,
  ),
  area: z.string().min(2).max(80).optional().describe(
    "community area, city, ZIP, township or tract by name",
  ),
  ...boxFields,
  min_percentile: z.number().min(0).max(100).optional().describe(
    "of the tract, for the strategy",
  ),
  max_price: figure("dollars", 1, 1e9, "asking price at most, dollars"),
  min_confidence: z.number().min(0).max(100).optional().describe(
    "of the value",
  ),
  prop_types: z.array(ListedType).min(1).max(8).optional().describe(
    "types as listed",
  ),
  channels: z.array(Channel).max(5).optional().describe(
    "where alerts go besides the event stream; replaces those before",
  ),
  cadence: Cadence.optional().describe(
    "default instant; daily and weekly send one message after the daily run",
  ),
  quiet_hours: QuietHours.optional().describe(
    "nothing is sent then; it follows afterwards",
  ),
  daily_cap: z.int().min(1).max(200).optional().describe(
    "messages a day at most, default 20; the rest comes as one digest",
  ),
  paused: z.boolean().optional().describe(
    "true: no alerts until it is set to false",
  ),
  remove: z.boolean().optional().describe("remove the profile of profile_id"),
  idempotency_key: idempotencyKey,
}).strict().register(
  RULES,
  atMostOne(
    [["area"], EDGES, ["bbox"]],
    without(given(["profile_id"]), given(["name", "strategy"])),
    {
      ...given(["remove"], { remove: { const: true } }),
      ...without(given(["profile_id"])),
    },
  ),
);

/** Output of `create_strategy_profile`: the event that was appended. */
export const ProfileOutput = z.object({
  ...eventFields,
  kind: z.enum(["profile_created", "profile_updated"]),
  data: EVENT_DATA.profile_updated,
  channels: z.array(ChannelSetup).describe(
    "the profile's channels; a secret or link is shown once, when the channel is new",
  ),
  ...stampFields,
}).strict();

/** Input of `add_note`. */
export const NoteInput = z.object({
  property_id: subjectFields.property_id,
  geoid: Geoid.optional(),
  text: text(2_000).optional().describe("needed unless a note is removed"),
  note_id: z.string().regex(/^note_[\w-]{12}$/).optional().describe(
    "change or remove this note instead of adding one",
  ),
  remove: z.boolean().optional().describe("remove the note of note_id"),
  idempotency_key: idempotencyKey,
}).strict().register(
  RULES,
  exactlyOne(
    [["property_id"], ["geoid"], ["note_id"]],
    {
      ...given(["remove"], { remove: { const: true } }),
      ...without(given(["note_id"])),
    },
    {
      ...given([], { remove: { const: false } }),
      ...without(given(["text"])),
    },
  ),
);

/** Output of `add_note`: the event that was appended. */
export const NoteOutput = z.object({
  ...eventFields,
  kind: z.enum(["note_added", "note_updated", "note_removed"]),
  data: z.union([EVENT_DATA.note_added, EVENT_DATA.note_removed]),
  ...stampFields,
}).strict();

const mapOpen = z.boolean().describe(
  "whether a map of this account is open now and shows it at once",
);

/** Input of `update_map_filters`. */
export const MapFiltersInput = z.object({
  ...mapFilters,
  idempotency_key: idempotencyKey,
}).strict().register(RULES, atLeastOne(...Object.keys(mapFilters)));

/** Output of `update_map_filters`: the event that was appended. */
export const MapFiltersOutput = z.object({
  ...eventFields,
  kind: z.enum(["map_filters_updated"]),
  data: EVENT_DATA.map_filters_updated,
  map_open: mapOpen,
  ...stampFields,
}).strict();

/** Input of `fly_to_location`. */
export const FlyToInput = z.object({
  ...subjectFields,
  geoid: Geoid.optional(),
  zoom: z.number().min(0).max(22).optional().describe(
    "10 shows a city, 14 a neighborhood, 17 a block",
  ),
  idempotency_key: idempotencyKey,
}).strict().register(
  RULES,
  exactlyOne([
    ["property_id"],
    ["address"],
    ["lat", "lon"],
    ["point"],
    ["geoid"],
  ]),
);

/** Output of `fly_to_location`: the event that was appended. */
export const FlyToOutput = z.object({
  ...eventFields,
  kind: z.enum(["map_flown_to"]),
  data: EVENT_DATA.map_flown_to,
  map_open: mapOpen,
  ...stampFields,
}).strict();

/** Input of `highlight_properties`. */
export const HighlightInput = z.object({
  property_ids: z.array(
    z.string().min(1).max(PROPERTY_ID_LENGTH).register(RULES, {
      pattern: PROPERTY_ID.source,
    }),
  ).min(1).max(200).optional().describe("PINs to mark"),
  label: text(60).optional().describe("shown beside the marks"),
  clear: z.boolean().optional().describe("take earlier highlights away first"),
  idempotency_key: idempotencyKey,
}).strict().register(
  RULES,
  never(
    {
      ...given([], { clear: { const: false } }),
      ...without(given(["property_ids"])),
    },
  ),
);

/** Output of `highlight_properties`: the event that was appended. */
export const HighlightOutput = z.object({
  ...eventFields,
  kind: z.enum(["properties_highlighted"]),
  data: EVENT_DATA.properties_highlighted,
  map_open: mapOpen,
  ...stampFields,
}).strict();

/** Query of `GET /api/me/{kind}`. */
export const SavedQuery = z.object({
  limit: z.int().min(1).max(page.max).default(page.max).describe(
    "maximum number of items; fewer are returned when items are long",
  ),
  cursor: z.string().max(400).optional().describe(
    "next_cursor of the page before",
  ),
}).strict();
/** Query of `GET /api/me/{kind}`. */
export type SavedQuery = z.infer<typeof SavedQuery>;

const listOf = <K extends SavedKind>(kind: K) =>
  z.object({
    items: z.array(SAVED_ITEMS[kind]),
    next_cursor: z.string().nullable().describe("null on the last page"),
    ...stampFields,
  }).strict();

/** Answer of `GET /api/me/{kind}`. */
export const SAVED_LISTS = {
  favorites: listOf("favorites"),
  presets: listOf("presets"),
  profiles: listOf("profiles"),
  notes: listOf("notes"),
} as const;

const answerOf = <K extends SavedKind>(kind: K) =>
  z.object({ item: SAVED_ITEMS[kind], ...stampFields }).strict();

/** Answer of `GET /api/me/{kind}/{id}`. */
export const SAVED_ANSWERS = {
  favorites: answerOf("favorites"),
  presets: answerOf("presets"),
  profiles: answerOf("profiles"),
  notes: answerOf("notes"),
} as const;

/** What an item of each kind is named by in a path. */
export const SAVED_IDS = {
  favorites: z.string().max(60).regex(
    /^([0-9A-Za-z][0-9A-Za-z .-]*|-?\d+(\.\d+)?,-?\d+(\.\d+)?)$/,
  ).describe("property_id, or `lat,lon` of a point without one"),
  presets: name.describe("name of the preset"),
  profiles: ProfileInput.shape.profile_id.unwrap().describe("profile_id"),
  notes: NoteInput.shape.note_id.unwrap().describe("note_id"),
} as const;

/** Answer of `DELETE /api/me/{kind}/{id}`: the event that was appended. */
export const REMOVED = {
  favorites: FavoriteOutput,
  presets: PresetOutput,
  profiles: ProfileOutput,
  notes: NoteOutput,
} as const;
