import type { Message } from "../../contracts/alerts.ts";
import { type Outbound, OutboundError } from "./outbound.ts";
import type { Outcome } from "./outcome.ts";
import { retryAfterOf } from "../../contracts/retry_after.ts";
import { signedHeaders, type SigningKey } from "./signature.ts";

/** How a request to a user's address is limited. Source: Standard Webhooks 1.0, operational considerations. */
const WEBHOOK_LIMITS = { timeout: 15_000, maxBytes: 64 * 1024 } as const;

/** A receiver of webhooks. */
export interface WebhookReceiver {
  readonly url: string;
  readonly keys: readonly SigningKey[];
}

/**
 * Sends one signed webhook. Only a 2xx answer counts; a redirect is a failure; 410 closes the
 * channel; 429, 502 and 504 slow it down.
 *
 * @param id `webhook-id`: the same on every attempt
 * @param now epoch milliseconds
 */
export async function sendWebhook(
  send: Outbound,
  { url, keys }: WebhookReceiver,
  id: string,
  message: Message,
  now: number,
): Promise<Outcome> {
  const body = JSON.stringify(message);
  return await post(send, url, body, {
    "user-agent": "Twoflat-Webhooks/1",
    ...signedHeaders(keys, id, now, body),
  }, now);
}

/** Posts JSON to an address that a user has named, and classifies the response. */
export async function post(
  send: Outbound,
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  now: number,
): Promise<Outcome> {
  try {
    const answer = await send(url, {
      ...WEBHOOK_LIMITS,
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
    });
    return outcomeOf(answer.status, answer.headers.get("retry-after"), now);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return {
      kind: "failed",
      reason: error.message,
      throttled: error.reason === "timeout",
    };
  }
}

/** Returns how an attempt ended, from the status of its answer. */
export function outcomeOf(
  status: number,
  retryAfter: string | null,
  now: number,
): Outcome {
  if (status >= 200 && status < 300) {
    return { kind: "delivered", detail: `answered ${status}` };
  }
  if (status === 410) return { kind: "gone", reason: "it answered 410 Gone" };
  return {
    kind: "failed",
    reason: `it answered ${status}`,
    retryAfter: retryAfterOf(retryAfter, now),
    throttled: status === 429 || status === 502 || status === 504,
  };
}
