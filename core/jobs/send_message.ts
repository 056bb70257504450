import { sendDiscord, sendSlack } from "../delivery/chat_webhook.ts";
import type { Mailer } from "../delivery/mail.ts";
import { messageText } from "../delivery/message_text.ts";
import type { Outbound } from "../delivery/outbound.ts";
import type { Outcome } from "../delivery/outcome.ts";
import type { TelegramBot } from "../delivery/telegram.ts";
import { sendWebhook } from "../delivery/webhook.ts";
import type { StoredChannel } from "../store/delivery/channels.ts";
import type { Delivery } from "../store/delivery/outbox.ts";

/** What messages leave by. What the operator has not set up is unset. */
export interface Transports {
  /** Requests to addresses that users have named. */
  readonly outbound: Outbound;
  readonly telegram?: TelegramBot;
  readonly mail?: Mailer;
}

/** Sends one message to one channel. */
export type SendMessage = (
  channel: StoredChannel,
  delivery: Pick<Delivery, "id" | "message">,
  now: number,
) => Promise<Outcome>;

/** Returns the one way to send a message, whatever the channel is. */
export function messageSender(
  { outbound, telegram, mail }: Transports,
): SendMessage {
  return async (channel, { id, message }, now) => {
    const { type, address, keys } = channel;
    if (address === null) return { kind: "failed", reason: "it is not linked" };
    switch (type) {
      case "webhook":
        return await sendWebhook(
          outbound,
          { url: address, keys },
          id,
          message,
          now,
        );
      case "slack":
        return await sendSlack(outbound, address, messageText(message), now);
      case "discord":
        return await sendDiscord(outbound, address, messageText(message), now);
      case "telegram":
        return await telegram?.send(address, messageText(message)) ??
          NOT_SET_UP;
      case "email":
        return await mail?.send(address, id, messageText(message)) ??
          NOT_SET_UP;
    }
  };
}

const NOT_SET_UP: Outcome = {
  kind: "failed",
  reason: "the server is not set up for this kind of channel",
};
