import { z } from "zod";
import type { MessageText } from "./message_text.ts";
import type { Outcome } from "./outcome.ts";
import { limited } from "./text_limit.ts";

/** Most UTF-16 units of a message. Source: Bot API, sendMessage. */
const MOST = 4_096;

/** How long a request may take beyond its own wait, milliseconds. */
const TIMEOUT = 15_000;

/** A part of the text with a look of its own; offsets in UTF-16 units. */
export interface Entity {
  readonly type: "bold" | "italic" | "text_link";
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
}

/** A message that the bot received. */
export interface BotUpdate {
  readonly update_id: number;
  readonly chat: string;
  readonly text: string;
}

/** A Telegram bot. */
export interface TelegramBot {
  /** Sends a message to a chat. Text is never read as markup. */
  send(chat: string, text: MessageText): Promise<Outcome>;
  /** The bot's name, without the @. */
  username(): Promise<string>;
  /** Messages from update `offset` on, waiting so many seconds for one. */
  updates(
    offset: number,
    seconds: number,
    signal: AbortSignal,
  ): Promise<readonly BotUpdate[]>;
  /** Has updates sent to an address, with a secret in their header. */
  setWebhook(url: string, secret: string): Promise<void>;
}

const Answer = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.int().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});

const Update = z.object({
  update_id: z.int(),
  message: z.object({
    chat: z.object({ id: z.int() }),
    text: z.string().optional(),
  }).optional(),
});

/**
 * Returns a bot that speaks the Bot API.
 *
 * @param token what BotFather gave
 * @param api origin of the API, for example of an own Bot API server
 */
export function telegramBot(token: string, api: string): TelegramBot {
  async function call(
    method: string,
    body: unknown,
    signal: AbortSignal = AbortSignal.timeout(TIMEOUT),
  ): Promise<z.infer<typeof Answer>> {
    const response = await fetch(`${api}/bot${token}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal,
    });
    return Answer.parse(await response.json());
  }
  async function result(
    method: string,
    body: unknown,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const answer = await call(method, body, signal);
    if (answer.ok) return answer.result;
    throw new Error(`Telegram refused ${method}: ${answer.description}`);
  }
  return {
    async send(chat, text) {
      try {
        const answer = await call("sendMessage", {
          chat_id: chat,
          ...formatted(text),
          link_preview_options: { is_disabled: true },
        });
        return outcomeOf(answer);
      } catch {
        return { kind: "failed", reason: "Telegram does not answer" };
      }
    },
    async username() {
      const me = z.object({ username: z.string() });
      return me.parse(await result("getMe", {})).username;
    },
    async updates(offset, seconds, signal) {
      const found = await result(
        "getUpdates",
        {
          offset,
          timeout: seconds,
          allowed_updates: ["message"],
        },
        AbortSignal.any([
          signal,
          AbortSignal.timeout(seconds * 1_000 + TIMEOUT),
        ]),
      );
      return z.array(z.unknown()).parse(found).map(updateOf);
    },
    async setWebhook(url, secret) {
      await result("setWebhook", {
        url,
        secret_token: secret,
        allowed_updates: ["message"],
      });
    },
  };
}

/**
 * Returns an update as the service reads it.
 *
 * @throws {z.ZodError} when it is none
 */
export function updateOf(raw: unknown): BotUpdate {
  const { update_id, message } = Update.parse(raw);
  return {
    update_id,
    chat: String(message?.chat.id ?? ""),
    text: message?.text ?? "",
  };
}

/** Returns text and entities of a message, within Telegram's limits. */
export function formatted(
  { title, lines, link, note }: MessageText,
): { readonly text: string; readonly entities: readonly Entity[] } {
  const entities: Entity[] = [];
  let text = "";
  const add = (part: string, look?: Pick<Entity, "type" | "url">) => {
    if (look) {
      entities.push({ ...look, offset: text.length, length: part.length });
    }
    text += part;
  };
  const head = limited(title, 300);
  const label = link === null ? "" : "\nOpen the property";
  const tail = note === "" ? "" : `\n\n${limited(note, 500)}`;
  const room = MOST - head.length - label.length - tail.length;
  add(head, { type: "bold" });
  add(limited(lines.map((line) => `\n${line}`).join(""), room));
  if (link !== null && URL.canParse(link)) {
    add("\n");
    add(label.slice(1), { type: "text_link", url: link });
  }
  if (tail !== "") {
    add("\n\n");
    add(tail.slice(2), { type: "italic" });
  }
  return { text, entities };
}

function outcomeOf(
  { ok, error_code, description = "", parameters }: z.infer<typeof Answer>,
): Outcome {
  if (ok) return { kind: "delivered", detail: "Telegram accepted it" };
  if (error_code === 429) {
    const ms = (parameters?.retry_after ?? 1) * 1_000;
    return { kind: "wait", ms, reason: "Telegram asks to wait" };
  }
  const isClosed = error_code === 403 ||
    (error_code === 400 && /chat not found/i.test(description));
  return {
    kind: isClosed ? "gone" : "failed",
    reason: `Telegram says: ${limited(description, 200)}`,
  };
}
