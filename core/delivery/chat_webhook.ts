import type { MessageText } from "./message_text.ts";
import type { Outbound } from "./outbound.ts";
import type { Outcome } from "./outcome.ts";
import { post } from "./webhook.ts";
import { limited } from "./text_limit.ts";

/** Most characters of a Slack message that Slack shows whole. */
const SLACK_MOST = 3_900;
/** Most characters of a Discord message. */
const DISCORD_MOST = 2_000;

/** Sends a message to a Slack incoming webhook. 403, 404 and 410 close the channel; 429 waits. */
export async function sendSlack(
  send: Outbound,
  url: string,
  text: MessageText,
  now: number,
): Promise<Outcome> {
  const body = JSON.stringify({
    text: slackText(text),
    unfurl_links: false,
    unfurl_media: false,
  });
  return chatOutcome(await post(send, url, body, {}, now));
}

/** Sends a message to a Discord webhook. 401, 403 and 404 close the channel; 429 waits. */
export async function sendDiscord(
  send: Outbound,
  url: string,
  text: MessageText,
  now: number,
): Promise<Outcome> {
  const body = JSON.stringify({
    content: discordText(text),
    allowed_mentions: { parse: [] },
  });
  return chatOutcome(await post(send, url, body, {}, now));
}

/** Returns a message in Slack's format: what is not ours is escaped. */
export function slackText({ title, lines, link, note }: MessageText): string {
  const plain = (text: string) =>
    text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")
      // A zero-width space keeps `*`, `_`, `~` and backticks from formatting.
      .replace(/([*_~`])/g, "\u200b$1");
  return joined([
    `*${plain(limited(title, 300))}*`,
    ...lines.map(plain),
    link !== null && URL.canParse(link) ? `<${link}|Open the property>` : "",
    plain(note),
  ], SLACK_MOST);
}

/** Returns a message in Discord's Markdown: what is not ours is escaped. */
export function discordText({ title, lines, link, note }: MessageText): string {
  const plain = (text: string) =>
    text.replace(/([\\*_~`|>#[\]()<@:-])/g, "\\$1");
  return joined([
    `**${plain(limited(title, 300))}**`,
    ...lines.map(plain),
    link !== null && URL.canParse(link) ? `<${link}>` : "",
    plain(note),
  ], DISCORD_MOST);
}

/** Returns the parts as lines; those in the middle give way when there are too many. */
function joined(parts: readonly string[], most: number): string {
  const filled = parts.filter((part) => part !== "");
  const [head, ...rest] = filled;
  const text = [head, ...rest].join("\n");
  if (text.length <= most) return text;
  const kept = [head];
  let length = head.length;
  for (const part of rest) {
    if (length + part.length + 3 > most) break;
    kept.push(part);
    length += part.length + 1;
  }
  return [...kept, "…"].join("\n");
}

function chatOutcome(outcome: Outcome): Outcome {
  if (outcome.kind !== "failed") return outcome;
  if (/answered 429$/.test(outcome.reason)) {
    return {
      kind: "wait",
      ms: outcome.retryAfter ?? 5_000,
      reason: outcome.reason,
    };
  }
  return /answered (401|403|404)$/.test(outcome.reason)
    ? { kind: "gone", reason: outcome.reason }
    : outcome;
}
