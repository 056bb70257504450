import type {
  ChannelSetup,
  ChannelView,
  DeadLetter,
} from "../../contracts/alerts.ts";
import type { Channel } from "../../contracts/saved_items.ts";
import type { Principal } from "../access/principal.ts";

/** A webhook's new secret, shown once. */
export interface RotatedSecret {
  readonly channel_id: string;
  readonly secret: string;
  /** Until when the old one signs beside it. */
  readonly old_secret_until: string;
}

/** Which dead letters are sent again: one, or those since a time. */
export type ReplayChoice =
  | { readonly delivery_id: string }
  | { readonly since: string };

/** What became of a wish to send dead letters again. */
export interface ReplayOutcome {
  /** Letters on their way again. */
  readonly replayed: number;
  /** Letters whose channel is switched off or gone. */
  readonly left: number;
}

/** Where one owner's alerts go. Ids that are not the owner's are `not_found`. */
export interface OwnerChannels {
  /**
   * Makes the channels that are named, where the owner has none for that address yet.
   *
   * @returns one a channel, in that order; new secrets and links are told here and never again
   * @throws {Fault} `invalid_params` for a kind that the server is not set up for
   */
  setUp(given: readonly Channel[]): Promise<ChannelSetup[]>;
  list(): Promise<ChannelView[]>;
  /** Gives a webhook a new secret; the old one signs beside it for so many seconds. */
  rotate(id: string, overlapSeconds: number): Promise<RotatedSecret>;
  /** Sends a test message. */
  ping(id: string): Promise<{ readonly delivery_id: string }>;
  /** Sends nothing for so many hours; 0 ends it. */
  mute(id: string, hours: number): Promise<ChannelView>;
  /** Switches a disabled channel on again. */
  enable(id: string): Promise<ChannelView>;
  deadLetters(): Promise<DeadLetter[]>;
  replay(choice: ReplayChoice): Promise<ReplayOutcome>;
}

/** A message to the bot. */
export interface ChatUpdate {
  readonly chat: string;
  readonly text: string;
}

/** Where the alerts of all owners go. */
export interface Channels {
  /** Of a caller; undefined for one without an account. */
  of(principal: Principal): OwnerChannels | undefined;
  /**
   * Confirms the e-mail address of a link.
   *
   * @returns the address; null when the link is used up or too old
   */
  confirm(token: string): Promise<string | null>;
  /** Receives a Telegram update: `/start` with a token links its chat. */
  receive(update: ChatUpdate): Promise<void>;
  /** Reads an update as Telegram sends it; null when the secret beside it is wrong. */
  readUpdate(secret: string, update: unknown): ChatUpdate | null;
}
