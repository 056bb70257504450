// @ts-types="./nodemailer.d.ts"
import { createTransport } from "nodemailer";
import { type MessageText, oneLine } from "./message_text.ts";
import type { Outcome } from "./outcome.ts";
import { limited } from "./text_limit.ts";

/** Sends e-mail. */
export interface Mailer {
  /** @param id the same on every attempt, so that a receiver can tell a repetition */
  send(to: string, id: string, text: MessageText): Promise<Outcome>;
  /** Connects and signs in, and sends nothing. Throws what the mail server said. */
  verify(): Promise<void>;
}

/** Milliseconds for each step of the conversation with the mail server. */
const TIMEOUT = 15_000;

/** Answers that say the mailbox does not exist, or takes nothing. Source: RFC 5321, section 4.2.3. */
const NO_MAILBOX: readonly number[] = [550, 551, 553];

/**
 * Returns a sender over SMTP.
 *
 * @param url as `smtps://user:password@mail.example:465`
 * @param from what the mail names as its sender
 */
export function mailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  }, { from });
  return {
    async verify() {
      await transport.verify();
    },
    async send(to, id, { title, lines, link, note }) {
      try {
        await transport.sendMail({
          // As an object the address cannot become several.
          to: { name: "", address: to },
          subject: limited(oneLine(title), 150),
          text: [...lines, link, note].filter(Boolean).join("\n\n"),
          messageId: `<${id}@twoflat>`,
          headers: { "auto-submitted": "auto-generated" },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return { kind: "delivered", detail: "the mail server accepted it" };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

function outcomeOf(error: unknown): Outcome {
  const { responseCode, code } = error as {
    readonly responseCode?: number;
    readonly code?: string;
  };
  if (code === "EENVELOPE" && NO_MAILBOX.includes(responseCode ?? 0)) {
    return { kind: "gone", reason: `the mail server answered ${responseCode}` };
  }
  return {
    kind: "failed",
    reason: responseCode === undefined
      ? "the mail server does not answer"
      : `the mail server answered ${responseCode}`,
  };
}
