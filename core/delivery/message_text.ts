import type { Alert, Message } from "../../contracts/alerts.ts";

/** A message for people: plain text that each chat formats in its own way. */
export interface MessageText {
  readonly title: string;
  readonly lines: readonly string[];
  /** Where to read more; null without a place. */
  readonly link: string | null;
  /** What the reader must know about the numbers; empty without numbers. */
  readonly note: string;
}

/** Listings that a digest shows in a chat. */
const SHOWN = 5;

/** Returns what a person reads of a message. */
export function messageText({ type, data }: Message): MessageText {
  switch (type) {
    case "alert.raised":
      return {
        title: `${REASONS[data.reason]}: ${placeOf(data)}`,
        lines: [
          ...figuresOf(data),
          `Matches "${data.profile_name}": ${data.why.join("; ")}.`,
        ].map(oneLine),
        link: data.url,
        note: data.disclosure,
      };
    case "alert.digest": {
      const { alerts, total, profile_name } = data;
      const shown = alerts.slice(0, SHOWN);
      return {
        title: `${total} ${
          total === 1 ? "listing matches" : "listings match"
        } "${oneLine(profile_name)}"`,
        lines: [
          ...shown.map((alert) =>
            `${REASONS[alert.reason]}: ${placeOf(alert)}. ${
              figuresOf(alert).join(" ")
            }`
          ),
          ...(total > shown.length
            ? [`And ${total - shown.length} more.`]
            : []),
        ].map(oneLine),
        link: null,
        note: alerts[0]?.disclosure ?? "",
      };
    }
    case "channel.ping":
      return {
        title: "Twoflat can reach this channel",
        lines: ["This is a test message."],
        link: null,
        note: "",
      };
    case "channel.disabled":
      return {
        title: `Your ${data.type} channel has been switched off`,
        lines: [
          `Reason: ${
            oneLine(data.reason)
          }. Correct it, then enable the channel again.`,
        ],
        link: null,
        note: "",
      };
    case "channel.confirm":
      return {
        title: "Confirm this address for Twoflat alerts",
        lines: [
          "Someone asked to send property alerts to this address. If it was you, open the link. If not, ignore this message.",
        ],
        link: data.link,
        note: "",
      };
  }
}

const REASONS: Readonly<Record<Alert["reason"], string>> = {
  new: "New listing",
  price_drop: "Price drop",
  score_up: "Score up",
};

/** Returns text without line breaks, other control characters and marks of direction. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, " ").trim();
}

function placeOf({ address, city, property_id }: Alert): string {
  return oneLine(
    [address ?? `PIN ${property_id}`, city].filter(Boolean).join(", "),
  );
}

const dollars = (amount: number) => `$${amount.toLocaleString("en-US")}`;

function figuresOf(alert: Alert): string[] {
  const { list_price, previous_price, range, score, read, risk, confidence } =
    alert;
  return [
    previous_price !== null && previous_price > list_price
      ? `Asked ${dollars(list_price)}, down from ${dollars(previous_price)}.`
      : `Asked ${dollars(list_price)}.`,
    range
      ? `Value ${dollars(range.low)} to ${dollars(range.high)}${
        confidence === null ? "" : `, confidence ${confidence} of 100`
      }.`
      : "No value range.",
    `Verdict for ${read.strategy}: ${read.verdict}${
      score === null ? "" : `, score ${score} of 100`
    }.`,
    ...(risk.length > 0
      ? [`Risks: ${risk.slice(0, 3).map(({ title }) => title).join("; ")}.`]
      : []),
  ];
}
