import type { Event } from "../../contracts/events.ts";
import type { Follower } from "../../core/service/workspace.ts";

/** How long a browser waits before it comes back, milliseconds. */
const RETRY_MS = 2_000;

/** When a stream gives up or says that it is there, milliseconds. */
export interface StreamTimes {
  /** Quiet until a sign of life is sent. */
  readonly heartbeat: number;
  /** How long a reader may leave what was sent to it unread. */
  readonly stalled: number;
}

/**
 * Returns a log as server-sent events: every event that a follower has, once and in order, until
 * the reader leaves, leaves unread what was sent for too long, or the signal ends it. Nothing is
 * made before it is asked for, so a slow reader costs no memory.
 *
 * @param onEnd called once, when the stream has ended for whatever reason
 */
export function eventStream(
  follower: Follower,
  signal: AbortSignal,
  { heartbeat, stalled }: StreamTimes,
  onEnd: () => void = () => {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let open = true;
  let greeted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};

  function end(): void {
    if (!open) return;
    open = false;
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    follower[Symbol.dispose]();
    onEnd();
  }

  async function nextText(): Promise<string> {
    if (!greeted) {
      greeted = true;
      return `retry: ${RETRY_MS}\n: connected\n\n`;
    }
    const events = await follower.next(heartbeat);
    return events.length > 0 ? events.map(frameOf).join("") : ": here\n\n";
  }

  return new ReadableStream({
    start(controller) {
      stop = () => {
        if (open) controller.close();
        end();
      };
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop);
    },
    // Called when the reader wants more: what it was sent before, it has taken.
    async pull(controller) {
      clearTimeout(timer);
      try {
        const text = await nextText();
        if (!open) return;
        controller.enqueue(encoder.encode(text));
        timer = setTimeout(() => {
          controller.error(new Error("the reader does not read"));
          end();
        }, stalled);
      } catch (error) {
        if (open) controller.error(error);
        end();
      }
    },
    cancel: end,
  }, { highWaterMark: 0 });
}

function frameOf(event: Event): string {
  return `id: ${event.seq}\nevent: ${event.kind}\ndata: ${
    JSON.stringify(event)
  }\n\n`;
}
