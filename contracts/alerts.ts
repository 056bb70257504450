import { z } from "zod";
import { pageFields } from "./page.ts";
import { exactlyOne, RULES } from "./rules.ts";
import { ModelVersions, Read } from "./envelope.ts";

/** Reasons for an alert; none depends on the model version. */
export const MatchReason = z.enum(["new", "price_drop", "score_up"]);
/** A reason for an alert. */
export type MatchReason = z.infer<typeof MatchReason>;

/** Kinds of channel that alerts go by. */
export const ChannelType = z.enum([
  "webhook",
  "telegram",
  "slack",
  "discord",
  "email",
]);
/** Kind of channel that alerts go by. */
export type ChannelType = z.infer<typeof ChannelType>;

/** A listing that matches a profile, with what the owner needs to assess it. */
export const Alert = z.object({
  alert_id: z.string().describe(
    "the same for one profile, property and reason",
  ),
  profile_id: z.string(),
  profile_name: z.string(),
  reason: MatchReason,
  why: z.array(z.string()).describe("each condition that the listing meets"),
  listing_id: z.string(),
  property_id: z.string(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  prop_type: z.string().nullable(),
  list_price: z.int().describe("dollars"),
  previous_price: z.int().nullable().describe(
    "before the last change, dollars",
  ),
  score: z.number().nullable().describe("deal score for the strategy, 0-100"),
  percentile: z.number().nullable().describe(
    "tract's percentile for the strategy",
  ),
  confidence: z.number().nullable(),
  read: Read,
  state: z.string().nullable().describe("state of the valuation"),
  range: z.object({ low: z.int(), high: z.int() }).strict().nullable().describe(
    "of the value, dollars",
  ),
  risk: z.array(
    z.object({ code: z.string(), severity: z.string(), title: z.string() })
      .strict(),
  ).describe("flags, the worst first"),
  valuation_id: z.string().nullable(),
  disclosure: z.string(),
  model_versions: ModelVersions,
  as_of: z.iso.date().nullable(),
  raised_at: z.iso.datetime(),
  url: z.string().describe(
    "the property's page; a path where the server does not know its own origin",
  ),
}).strict();
/** A listing that matches a profile. */
export type Alert = z.infer<typeof Alert>;

/** What happened to alerts on their way, as the event log tells it. */
export const AlertDelivery = z.object({
  delivery_id: z.string().describe("`webhook-id`, the same on every attempt"),
  alert_ids: z.array(z.string()),
  channel: z.object({ channel_id: z.string(), type: ChannelType }).strict(),
  attempts: z.int(),
  reason: z.string().optional().describe("why the last attempt failed"),
}).strict();
/** What happened to alerts on their way. */
export type AlertDelivery = z.infer<typeof AlertDelivery>;

/** A channel that was switched off because nothing arrives there. */
export const ChannelDisabled = z.object({
  channel_id: z.string(),
  type: ChannelType,
  reason: z.string(),
}).strict();

/** What a message to a channel holds, by its type. */
export interface MessageData {
  readonly "alert.raised": Alert;
  readonly "alert.digest": {
    readonly profile_id: string;
    readonly profile_name: string;
    /** The best, as many as fit. */
    readonly alerts: readonly Alert[];
    /** All there were. */
    readonly total: number;
  };
  readonly "channel.ping": { readonly channel_id: string };
  readonly "channel.disabled": z.infer<typeof ChannelDisabled>;
  readonly "channel.confirm": { readonly link: string };
}

/** A message: the body of a webhook, and what the chats make their text of. */
export type Message = {
  readonly [T in keyof MessageData]: {
    readonly type: T;
    /** RFC 3339. */
    readonly timestamp: string;
    readonly data: MessageData[T];
  };
}[keyof MessageData];

/** A channel as its owner sees it. */
export const ChannelView = z.object({
  channel_id: z.string(),
  type: ChannelType,
  address: z.string().nullable().describe(
    "URL without its secret part, chat or email address; null until it is linked",
  ),
  state: z.enum(["pending", "active", "disabled"]),
  reason: z.string().nullable().describe("why it is disabled"),
  muted_until: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  last: z.object({
    at: z.iso.datetime(),
    delivered: z.boolean(),
    detail: z.string(),
  }).strict().nullable().describe("the last attempt"),
}).strict();
/** A channel as its owner sees it. */
export type ChannelView = z.infer<typeof ChannelView>;

/** Setup data of a channel, shown once, when a profile first names it. */
export const ChannelSetup = z.object({
  channel_id: z.string(),
  type: ChannelType,
  state: ChannelView.shape.state,
  secret: z.string().optional().describe(
    "webhook signing secret (Standard Webhooks), shown once: `whsec_`, or the public key `whpk_` for v1a",
  ),
  link: z.string().optional().describe(
    "open it in Telegram to link the chat; it works once, for a day",
  ),
  link_token: z.string().optional(),
}).strict();
/** Setup data of a channel, shown once. */
export type ChannelSetup = z.infer<typeof ChannelSetup>;

/** A message that did not arrive after all attempts. */
export const DeadLetter = z.object({
  delivery_id: z.string(),
  channel_id: z.string(),
  type: z.string(),
  died_at: z.iso.datetime(),
  attempts: z.int(),
  reason: z.string(),
}).strict();
/** A message that did not arrive after all attempts. */
export type DeadLetter = z.infer<typeof DeadLetter>;

/** Body of `POST /api/me/channels/{id}/rotate`. */
export const RotateChannel = z.object({
  overlap_seconds: z.int().min(0).max(30 * 86_400).optional().describe(
    "how long the old secret also signs; default a day",
  ),
}).strict();

/** Body of `POST /api/me/channels/{id}/mute`. */
export const MuteChannel = z.object({
  hours: z.number().min(0).max(24 * 365).describe("0 ends it"),
}).strict();

/** Body of `POST /api/me/dead-letters/replay`. */
export const ReplayDeadLetters = z.object({
  delivery_id: z.string().max(60).optional().describe("one of them"),
  since: z.iso.datetime({ offset: true }).optional().describe(
    "all that failed since then",
  ),
}).strict().register(RULES, exactlyOne([["delivery_id"], ["since"]]));

/** Answer of `GET /api/me/channels`. */
export const ChannelList = z.object({
  channels: z.array(ChannelView),
  ...pageFields,
}).strict();

/** Answer of `GET /api/me/dead-letters`. */
export const DeadLetterList = z.object({
  dead_letters: z.array(DeadLetter),
  ...pageFields,
}).strict();

/** Answer of `POST /api/me/channels/{id}/rotate`. */
export const RotatedChannel = z.object({
  channel_id: z.string(),
  secret: z.string().describe("shown once"),
  old_secret_until: z.iso.datetime(),
}).strict();

/** Answer of `POST /api/me/channels/{id}/test`. */
export const Pinged = z.object({ delivery_id: z.string() }).strict();

/** Answer of `POST /api/me/dead-letters/replay`. */
export const Replayed = z.object({
  replayed: z.int().describe("messages that are being sent again"),
  left: z.int().describe(
    "still dead letters: their channel is switched off or gone",
  ),
}).strict();
