import type { Config } from "../config.ts";
import { mailer } from "../delivery/mail.ts";
import type { Outbound } from "../delivery/outbound.ts";
import { telegramBot } from "../delivery/telegram.ts";
import type { Channels } from "../service/channels.ts";
import { sharedSecret } from "../store/secret.ts";
import { messageSender } from "./send_message.ts";
import { type OutboxWorker, outboxWorker } from "./outbox_worker.ts";
import { channelsIn } from "./channels.ts";
import { followTelegram } from "./telegram_updates.ts";

/** Everything that brings alerts to their readers, as a server runs it. */
export interface DeliveryService {
  readonly channels: Channels;
  readonly outbox: OutboxWorker;
  stop(): Promise<void>;
}

/** Starts delivery as the settings say. Telegram is listened to by webhook where the server is public by https, else by asking. */
export async function startDelivery(
  kv: Deno.Kv,
  config: Config,
  outbound: Outbound,
  onError: (error: unknown) => void,
): Promise<DeliveryService> {
  const { telegramToken, telegramApi, smtpUrl, mailFrom, publicUrl } = config;
  const telegram = telegramToken === undefined
    ? undefined
    : telegramBot(telegramToken, telegramApi);
  const mail = smtpUrl === undefined ? undefined : mailer(smtpUrl, mailFrom);
  const outbox = outboxWorker(kv, messageSender({ outbound, telegram, mail }), {
    onError,
  });
  const telegramSecret = await sharedSecret(kv, "telegram");
  const channels = channelsIn(kv, {
    telegram,
    telegramSecret,
    mail: mail !== undefined,
    publicUrl,
    wake: outbox.wake,
  });
  const stopping = new AbortController();
  let following = Promise.resolve();
  if (telegram && publicUrl?.startsWith("https:")) {
    telegram.setWebhook(`${publicUrl}/hooks/telegram`, telegramSecret)
      .catch(onError);
  } else if (telegram) {
    following = followTelegram(kv, telegram, channels, {
      signal: stopping.signal,
      onError,
    });
  }
  return {
    channels,
    outbox,
    async stop() {
      stopping.abort();
      await Promise.all([outbox.stop(), following]);
    },
  };
}
