import { type Context, Hono } from "@hono/hono";
import { type SSEStreamingApi, streamSSE } from "@hono/hono/streaming";
import { z } from "zod";
import { CONSTANTS } from "../../contracts/constants.ts";
import { invalidParams } from "../../contracts/errors.ts";
import { EventsQuery, LAST_EVENT_ID } from "../../contracts/events.ts";
import { SAVED_KINDS } from "../../contracts/saved.ts";
import type { Saved } from "../../core/service/workspace.ts";
import { stampOf } from "../../core/service/stamp.ts";
import { neverStored, queryOf } from "./keys.ts";
import { accountOf } from "./me.ts";
import type { RouteEnv, Service } from "../service.ts";

const { poll_ms, heartbeat_ms, batch } = CONSTANTS.limits.events;
const NO_INPUT = z.object({}).strict();

/** What a caller saved, below `/api`: lists, and the log as a stream. */
export function savedRoutes(
  { saved, snapshot }: Service,
  stopping: AbortSignal,
): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  const callers = (c: Context<RouteEnv>) => saved.of(accountOf(c))!;
  for (const kind of SAVED_KINDS) {
    app.get(`/me/${kind}`, neverStored, async (c) => {
      queryOf(c, NO_INPUT);
      const items = await callers(c).list(kind);
      return c.json({ items, ...stampOf(snapshot) });
    });
  }
  app.get("/events", neverStored, async (c) => {
    const items = callers(c);
    const since = sinceOf(c);
    // Asked once before the stream begins, so that a store that fails answers as an error.
    const first = await items.events(since, batch);
    return streamSSE(c, async (stream) => {
      stream.onAbort(() => {});
      await follow(stream, items, since, first, stopping);
    });
  });
  return app;
}

/** The last event the caller has: a browser that comes back says so itself. */
function sinceOf(c: Context<RouteEnv>): number {
  const { since = 0 } = queryOf(c, EventsQuery);
  const last = c.req.header("last-event-id");
  if (last === undefined || last === "") return since;
  if (LAST_EVENT_ID.test(last)) return Number(last);
  throw invalidParams("Last-Event-ID", "the id of an event, a whole number");
}

/** Sends every event once and in order, until the caller leaves or the server stops. */
async function follow(
  stream: SSEStreamingApi,
  saved: Saved,
  since: number,
  first: Awaited<ReturnType<Saved["events"]>>,
  stopping: AbortSignal,
): Promise<void> {
  let seq = since;
  let events = first;
  let quiet = 0;
  const open = () => !stream.aborted && !stream.closed && !stopping.aborted;
  await stream.write(": connected\n\n");
  while (open()) {
    for (const event of events) {
      await stream.writeSSE({
        id: String(event.seq),
        event: event.kind,
        data: JSON.stringify(event),
      });
      seq = event.seq;
      quiet = 0;
    }
    if (events.length < batch) {
      // Jittered, so that many streams do not ask the store at one moment.
      const wait = poll_ms * (0.75 + Math.random() / 2);
      await pause(wait, stopping);
      quiet += wait;
      if (quiet >= heartbeat_ms && open()) {
        await stream.write(": here\n\n");
        quiet = 0;
      }
    }
    if (open()) events = await saved.events(seq, batch);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
