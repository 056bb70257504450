import { z } from "zod";
import { ChannelType } from "./alerts.ts";
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

/** Where alerts go, as a caller names it. */
export const Channel = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("webhook"),
    url: z.url({ protocol: /^https$/ }).max(500).describe(
      "https; needs the scope webhooks",
    ),
    signature: z.enum(["v1", "v1a"]).optional().describe(
      "v1 (default): HMAC with a shared secret; v1a: Ed25519",
    ),
  }).strict(),
  z.object({
    type: z.literal("telegram"),
    link_token: z.string().regex(/^[\w-]{32}$/).optional().describe(
      "of a chat that was linked before; without it the answer brings a link to open",
    ),
  }).strict(),
  z.object({
    type: z.enum(["slack", "discord"]),
    url: z.url({ protocol: /^https$/ }).max(500).describe(
      "incoming webhook of the chat",
    ),
  }).strict(),
  z.object({
    type: z.literal("email"),
    address: z.email({ pattern: z.regexes.html5Email }).max(254).describe(
      "gets a link to confirm it, and nothing else before",
    ),
  }).strict(),
]);
/** Where alerts go, as a caller names it. */
export type Channel = z.infer<typeof Channel>;

/** Hours of a day, in a time zone, in which no alert is sent. */
export const QuietHours = z.object({
  from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/).describe("HH:MM"),
  to: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/).describe(
    "HH:MM, on the next day where it is before `from`",
  ),
  time_zone: z.string().max(60).describe(
    "IANA name, for example America/Chicago",
  ),
}).strict();
/** Hours of a day, in a time zone, in which no alert is sent. */
export type QuietHours = z.infer<typeof QuietHours>;

/** How often alerts are sent: each at once, or in one message a day or a week. */
export const Cadence = z.enum(["instant", "daily", "weekly"]).describe(
  "instant: each at once; daily, weekly: one message",
);

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
  channels: z.array(
    z.object({ channel_id: z.string(), type: ChannelType }).strict(),
  ),
  cadence: Cadence,
  quiet_hours: QuietHours.optional(),
  daily_cap: z.int(),
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
