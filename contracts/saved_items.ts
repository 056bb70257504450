import { z } from "zod";
import { Strategy } from "./envelope.ts";
import { ListedType } from "./inventory.ts";
import { CustomAssumptions } from "./assumptions.ts";

/** A property as it is saved; of a point without one, the point. */
export const RecordedProperty = z.object({
  property_id: z.string().nullable(),
  address: z.string().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
}).strict();
/** A property as it is saved. */
export type RecordedProperty = z.infer<typeof RecordedProperty>;

/** A property that its owner keeps. */
export const Favorite = z.object({
  ...RecordedProperty.shape,
  tags: z.array(z.string()),
  saved_at: z.iso.datetime(),
}).strict();
/** A property that its owner keeps. */
export type Favorite = z.infer<typeof Favorite>;

/** Assumptions under a name. */
export const Preset = z.object({
  name: z.string(),
  assumptions: CustomAssumptions,
  is_default: z.boolean(),
  updated_at: z.iso.datetime(),
}).strict();
/** Assumptions under a name. */
export type Preset = z.infer<typeof Preset>;

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
/** Where alerts go. */
export type Channel = z.infer<typeof Channel>;

/** A strategy with an area and limits, which the daily run matches listings against. */
export const Profile = z.object({
  profile_id: z.string(),
  name: z.string(),
  strategy: Strategy,
  area: z.string().optional(),
  west: z.number().optional(),
  south: z.number().optional(),
  east: z.number().optional(),
  north: z.number().optional(),
  min_percentile: z.number().optional(),
  max_price: z.number().optional(),
  min_confidence: z.number().optional(),
  prop_types: z.array(ListedType).optional(),
  channels: z.array(Channel),
  paused: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}).strict();
/** A strategy with an area and limits. */
export type Profile = z.infer<typeof Profile>;

/** A note about a property or a tract. */
export const Note = z.object({
  note_id: z.string(),
  property_id: z.string().nullable().optional(),
  geoid: z.string().optional(),
  text: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime().optional(),
}).strict();
/** A note about a property or a tract. */
export type Note = z.infer<typeof Note>;

/** Kinds of saved items, as they are listed. */
export const SAVED_KINDS = [
  "favorites",
  "presets",
  "profiles",
  "notes",
] as const;
/** Kind of a saved item. */
export type SavedKind = (typeof SAVED_KINDS)[number];

/** The form of each kind of saved item. */
export const SAVED_ITEMS = {
  favorites: Favorite,
  presets: Preset,
  profiles: Profile,
  notes: Note,
} as const;
/** A saved item of each kind. */
export interface SavedItemOf {
  readonly favorites: Favorite;
  readonly presets: Preset;
  readonly profiles: Profile;
  readonly notes: Note;
}
