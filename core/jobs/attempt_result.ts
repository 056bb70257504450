import { DAY_MS } from "../../contracts/day.ts";
import type { Outcome } from "../delivery/outcome.ts";
import { retryDelay } from "../delivery/retry_schedule.ts";
import type { StoredChannel } from "../store/delivery/channels.ts";
import type { AttemptResult } from "../store/delivery/outbox.ts";

/** The longest pause of a channel that took too many messages, milliseconds. */
const MAX_PAUSE = 60_000;
/** A channel is switched off after failing for this long, milliseconds. */
const MAX_FAILING = 5 * DAY_MS;

/** What decides whether and when a failed delivery is tried again. */
export interface RetryContext {
  /** Epoch milliseconds. */
  readonly now: number;
  /** A chance in [0, 1). */
  readonly uniform: number;
  /** Pauses between attempts, milliseconds. */
  readonly delays: readonly number[];
  /** Attempts made before this one. */
  readonly attempts: number;
}

/** Returns what an attempt changes: the delivery's state, when it is tried again, and the channel's state. */
export function attemptResult(
  outcome: Outcome,
  channel: StoredChannel,
  context: RetryContext,
): AttemptResult {
  const { now } = context;
  switch (outcome.kind) {
    case "delivered":
      return outcome;
    case "wait": {
      const at = now + outcome.ms;
      const { reason } = outcome;
      return { kind: "retry", at, reason, counts: false, throttledUntil: at };
    }
    case "gone": {
      const { reason } = outcome;
      return { kind: "dead", reason, disable: reason };
    }
    case "failed":
      return failed(outcome, channel, context);
  }
}

function failed(
  { reason, retryAfter = 0, throttled = false }: Outcome & { kind: "failed" },
  { failingSince }: StoredChannel,
  { now, uniform, delays, attempts }: RetryContext,
): AttemptResult {
  if (now - (failingSince ?? now) >= MAX_FAILING) {
    const disable = `nothing could be delivered for five days: ${reason}`;
    return { kind: "dead", reason, disable };
  }
  const delay = retryDelay(attempts + 1, uniform, retryAfter, delays);
  if (delay === null) return { kind: "dead", reason, disable: null };
  return {
    kind: "retry",
    at: now + delay,
    reason,
    counts: true,
    throttledUntil: throttled
      ? now + Math.max(retryAfter, Math.min(MAX_PAUSE, delay))
      : null,
  };
}
