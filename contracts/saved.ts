import { z } from "zod";
import { boxFields } from "./box.ts";
import { CONSTANTS } from "./constants.ts";
import { stampFields, Strategy } from "./envelope.ts";
import { Event } from "./events.ts";
import { AREA_OR_BOX, ListedType } from "./inventory.ts";
import { atLeastOne, exactlyOne, RULES } from "./rules.ts";
import {
  ONE_PROPERTY,
  PROPERTY_ID,
  PROPERTY_ID_LENGTH,
  subjectFields,
} from "./subject.ts";
import { Geoid } from "./tract.ts";
import { CustomAssumptions } from "./underwriting.ts";

const { saved } = CONSTANTS.limits;

/** What an idempotency key is made of. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,80}$/;

/** Lets a caller repeat a mutation safely. */
const idempotencyKey = z.string().regex(IDEMPOTENCY_KEY).optional()
  .describe(
    `the same key with the same input answers the same again, within ${saved.idempotency_hours} hours; 1-80 visible characters`,
  );

/** Text that is more than blanks. */
const text = (max: number) =>
  z.string().trim().min(1).max(max).register(RULES, {
    pattern: String.raw`\S`,
  });

const name = text(60);

/** Answer of every mutation: the event that was appended. */
export const Mutated = z.object({
  ...Event.shape,
  ...stampFields,
}).strict();
/** Answer of every mutation. */
export type Mutated = z.infer<typeof Mutated>;

/** Input of `save_favorite_property`. */
export const FavoriteInput = z.object({
  ...subjectFields,
  tags: z.array(text(30)).max(20).optional(),
  remove: z.boolean().optional().describe("take it from the favorites"),
  idempotency_key: idempotencyKey,
}).strict().register(RULES, ONE_PROPERTY);

/** Input of `update_underwriting_preset`. */
export const PresetInput = z.object({
  name,
  assumptions: CustomAssumptions.optional().describe(
    "replaces the preset's assumptions whole",
  ),
  make_default: z.boolean().optional(),
  remove: z.boolean().optional(),
  idempotency_key: idempotencyKey,
}).strict();

/** Where alerts go. */
export const Channel = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("webhook"),
    url: z.url({ protocol: /^https$/ }).max(500).describe(
      "https; needs the scope webhooks",
    ),
  }).strict(),
  z.object({
    type: z.literal("telegram"),
    chat_id: z.string().regex(/^(-?\d{1,20}|@\w{5,32})$/),
  }).strict(),
]);

/** Input of `create_strategy_profile`. */
export const ProfileInput = z.object({
  profile_id: z.string().regex(/^pro_[\w-]{12}$/).optional().describe(
    "update this profile instead of making one",
  ),
  name: name.optional().describe("needed for a new profile"),
  strategy: Strategy.optional().describe("needed for a new profile"),
  area: z.string().min(2).max(80).optional().describe(
    "community area, city, ZIP, township or tract by name",
  ),
  ...boxFields,
  min_percentile: z.number().min(0).max(100).optional(),
  max_price: z.number().positive().max(1e9).optional(),
  min_confidence: z.number().min(0).max(100).optional(),
  prop_types: z.array(ListedType).min(1).max(8).optional(),
  channels: z.array(Channel).max(5).optional(),
  paused: z.boolean().optional(),
  remove: z.boolean().optional(),
  idempotency_key: idempotencyKey,
}).strict().register(RULES, {
  ...AREA_OR_BOX,
  anyOf: [
    { required: ["profile_id"] },
    {
      required: ["name", "strategy"],
      properties: { remove: { const: false } },
    },
  ],
});

/** Input of `add_note`. */
export const NoteInput = z.object({
  property_id: subjectFields.property_id,
  geoid: Geoid.optional(),
  text: text(2_000),
  idempotency_key: idempotencyKey,
}).strict().register(RULES, exactlyOne(["property_id"], ["geoid"]));

const mapFilters = {
  strategy: Strategy.optional(),
  min_percentile: z.number().min(0).max(100).optional(),
  max_price: z.number().positive().max(1e9).optional(),
  min_confidence: z.number().min(0).max(100).optional(),
  prop_types: z.array(ListedType).min(1).max(8).optional(),
  layers: z.array(z.enum(["listings", "tracts", "townships", "stations"]))
    .max(4).optional(),
};

/** Input of `update_map_filters`. */
export const MapFiltersInput = z.object({
  ...mapFilters,
  idempotency_key: idempotencyKey,
}).strict().register(RULES, atLeastOne(...Object.keys(mapFilters)));

/** Input of `fly_to_location`. */
export const FlyToInput = z.object({
  ...subjectFields,
  geoid: Geoid.optional(),
  zoom: z.number().min(0).max(22).optional(),
  idempotency_key: idempotencyKey,
}).strict().register(
  RULES,
  exactlyOne(["property_id"], ["address"], ["lat", "lon"], ["geoid"]),
);

/** Input of `highlight_properties`. */
export const HighlightInput = z.object({
  property_ids: z.array(
    z.string().min(1).max(PROPERTY_ID_LENGTH).register(RULES, {
      pattern: PROPERTY_ID.source,
    }),
  ).min(1).max(200).optional(),
  label: text(60).optional(),
  clear: z.boolean().optional().describe("take earlier highlights away first"),
  idempotency_key: idempotencyKey,
}).strict().register(RULES, {
  anyOf: [
    { required: ["property_ids"] },
    { required: ["clear"], properties: { clear: { const: true } } },
  ],
});

/** Kinds of saved items, as they are listed. */
export const SAVED_KINDS = [
  "favorites",
  "presets",
  "profiles",
  "notes",
] as const;
/** Kind of a saved item. */
export type SavedKind = (typeof SAVED_KINDS)[number];

/** A saved item: what the last event about it holds. */
export const SavedItem = z.record(z.string(), z.unknown());
/** A saved item. */
export type SavedItem = z.infer<typeof SavedItem>;

/** Answer of `GET /api/me/{kind}`. */
export const SavedList = z.object({
  items: z.array(SavedItem),
  ...stampFields,
}).strict();
