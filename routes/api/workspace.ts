import { type Context, Hono } from "@hono/hono";
import { type SSEStreamingApi, streamSSE } from "@hono/hono/streaming";
import { z } from "zod";
import { CONSTANTS } from "../../contracts/constants.ts";
import { Fault, invalidParams } from "../../contracts/errors.ts";
import { EventsQuery, LAST_EVENT_ID } from "../../contracts/events.ts";
import { SAVED_KINDS } from "../../contracts/saved.ts";
import type { Saved } from "../../core/service/workspace.ts";
import { stampOf } from "../../core/service/stamp.ts";
import { neverStored, queryOf } from "./keys.ts";
import { ownerOf } from "./me.ts";
import { requirePrivateState } from "../../core/access/private_state.ts";
import { whileAllowed } from "../middleware/while_allowed.ts";
import type { RouteEnv, Service } from "../service.ts";

const { poll_ms, heartbeat_ms, batch, streams } = CONSTANTS.limits.events;
const EVENTS = "following events";
const NO_INPUT = z.object({}).strict();

/** What a caller saved, below `/api`: lists, and the log as a stream. */
export function savedRoutes(
  { saved, snapshot }: Service,
  stopping: AbortSignal,
): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>();
  const open = new Map<string, number>();
  for (const kind of SAVED_KINDS) {
    app.get(`/me/${kind}`, neverStored, async (c) => {
      queryOf(c, NO_INPUT);
      const owner = ownerOf(c, `seeing ${kind}`);
      const items = await saved.of(owner)!.list(kind);
      return c.json({ items, ...stampOf(snapshot) });
    });
  }
  app.get("/events", neverStored, async (c) => {
    const account = ownerOf(c, EVENTS);
    const items = saved.of(account)!;
    const since = sinceOf(c);
    // Asked once before the stream begins, so that a store that fails answers as an error.
    const first = await items.events(since, batch);
    const count = open.get(account.owner) ?? 0;
    if (count >= streams) throw tooManyStreams();
    open.set(account.owner, count + 1);
    return streamSSE(c, async (stream) => {
      using allowed = whileAllowed(
        c,
        (account) => requirePrivateState(account, EVENTS),
        stopping,
      );
      stream.onAbort(() => allowed[Symbol.dispose]());
      try {
        await follow(stream, items, since, first, allowed.signal);
      } finally {
        const left = open.get(account.owner)! - 1;
        if (left > 0) open.set(account.owner, left);
        else open.delete(account.owner);
      }
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

function tooManyStreams(): Fault {
  return new Fault(
    "conflict",
    "there are as many open event streams as one owner may have",
    {
      expected: `at most ${streams} at once; close one first`,
    },
  );
}

/** Sends every event once and in order, until the caller leaves or the signal ends it. */
async function follow(
  stream: SSEStreamingApi,
  saved: Saved,
  since: number,
  first: Awaited<ReturnType<Saved["events"]>>,
  ended: AbortSignal,
): Promise<void> {
  let seq = since;
  let events = first;
  let quiet = 0;
  const open = () => !stream.aborted && !stream.closed && !ended.aborted;
  await stream.write(": connected\n\n");
  while (open()) {
    for (const event of events) {
      if (ended.aborted) return;
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
      await pause(wait, ended);
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
