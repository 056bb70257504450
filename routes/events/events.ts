import type { Context, Handler } from "@hono/hono";
import { LIMITS } from "../../contracts/constants/limits.ts";
import { Fault, invalidParams } from "../../contracts/errors.ts";
import { EventsQuery, LAST_EVENT_ID } from "../../contracts/events.ts";
import { requirePrivateState } from "../../core/access/private_state.ts";
import { queryOf } from "../api/query.ts";
import { ownerOf } from "../api/account.ts";
import { credentialWatch } from "../middleware/while_allowed.ts";
import type { RouteEnv, Service } from "../service.ts";
import { eventStream } from "./stream.ts";

const { heartbeat_ms, stalled_ms, streams } = LIMITS.events;
const TIMES = { heartbeat: heartbeat_ms, stalled: stalled_ms };
const EVENTS = "following events";

/**
 * `GET /api/events`: the caller's log as server-sent events.
 *
 * @param stopping ends the streams when the server stops
 */
export function events(
  { tail }: Service,
  stopping: AbortSignal,
): Handler<RouteEnv> {
  const whileAllowed = credentialWatch(stopping);
  return function events(c) {
    const { owner } = ownerOf(c, EVENTS);
    const { since = 0, client } = queryOf(c, EventsQuery);
    const follower = tail.follow(
      owner,
      lastOf(c) ?? since,
      client === "map",
    );
    if (!follower) throw tooManyStreams();
    const allowed = whileAllowed(
      c,
      (account) => requirePrivateState(account, EVENTS),
    );
    const body = eventStream(
      follower,
      allowed.signal,
      TIMES,
      () => allowed[Symbol.dispose](),
    );
    return c.body(body, 200, {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      // Compressed, events would wait until a block is full.
      "Content-Encoding": "identity",
      "X-Accel-Buffering": "no",
    });
  };
}

/** The last event the caller has: a browser that comes back says so itself. */
function lastOf(c: Context<RouteEnv>): number | undefined {
  const last = c.req.header("last-event-id");
  if (last === undefined || last === "") return undefined;
  if (LAST_EVENT_ID.test(last)) return Number(last);
  throw invalidParams("Last-Event-ID", "the id of an event, a whole number");
}

function tooManyStreams(): Fault {
  return new Fault(
    "conflict",
    "too many open event streams",
    {
      expected: `at most ${streams} at once; close one first`,
    },
  );
}
