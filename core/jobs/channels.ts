import { hash, timingSafeEqual } from "node:crypto";
import { updateOf } from "../delivery/telegram.ts";
import type { Channels } from "../service/channels.ts";
import { bindLink, linkedChannel } from "../store/delivery/links.ts";
import { type ChannelSettings, StoredOwnerChannels } from "./owner_channels.ts";

/** Returns where the alerts of all owners go. */
export function channelsIn(
  kv: Deno.Kv,
  settings: ChannelSettings = {},
): Channels {
  const { telegram, telegramSecret, now = Date.now } = settings;
  const digest = (text: string) => hash("sha256", text, "buffer");
  return {
    of: (principal) =>
      "id" in principal
        ? new StoredOwnerChannels(kv, principal.owner, settings)
        : undefined,
    async confirm(token) {
      const found = await linkedChannel(kv, token, now());
      if (found?.type !== "email") return null;
      return (await bindLink(kv, token, now()))?.address ?? null;
    },
    async receive({ chat, text }) {
      const token = /^\/start ([\w-]{32})$/.exec(text)?.[1];
      if (!telegram || token === undefined || chat === "") return;
      const found = await linkedChannel(kv, token, now());
      if (found?.type !== "telegram") return;
      if (!await bindLink(kv, token, now(), chat)) return;
      await telegram.send(chat, {
        title: "This chat gets your Twoflat alerts",
        lines: ["Pause or remove the profile to stop them."],
        link: null,
        note: "",
      });
    },
    readUpdate: (secret, update) =>
      telegramSecret !== undefined &&
        timingSafeEqual(digest(secret), digest(telegramSecret))
        ? updateOf(update)
        : null,
  };
}
