import assert from "node:assert/strict";
import type { Event } from "../../../contracts/events.ts";
import type { Follower } from "../../../core/service/workspace.ts";
import { eventStream } from "../../../routes/events/stream.ts";

/** A follower that has these batches of events, then waits until it is disposed of. */
function followerOf(...batches: Event[][]): Follower & { disposed: boolean } {
  const waiting = new Set<() => void>();
  return {
    disposed: false,
    next(wait) {
      const batch = batches.shift();
      if (batch || this.disposed) return Promise.resolve(batch ?? []);
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve([]), wait);
        waiting.add(() => {
          clearTimeout(timer);
          resolve([]);
        });
      });
    },
    [Symbol.dispose]() {
      this.disposed = true;
      for (const wake of waiting) wake();
    },
  };
}

const event = (seq: number): Event => ({
  seq,
  at: "2026-11-01T00:00:00.000Z",
  actor: "key",
  kind: "map_filters_updated",
  data: { strategy: "flip" },
});

Deno.test("a stream says how to come back, sends each event whole, gives signs of life and ends cleanly", async () => {
  const follower = followerOf([event(1), event(2)]);
  const stop = new AbortController();
  const body = eventStream(follower, stop.signal, {
    heartbeat: 20,
    stalled: 1_000,
  });
  let text = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes(": here")) stop.abort();
  }
  assert.equal(
    text,
    "retry: 2000\n: connected\n\n" +
      [1, 2].map((seq) =>
        `id: ${seq}\nevent: map_filters_updated\ndata: ${
          JSON.stringify(event(seq))
        }\n\n`
      ).join("") + ": here\n\n",
  );
  assert.equal(follower.disposed, true);
});

Deno.test("a reader that reads no more is dropped, and frees its follower", async () => {
  const follower = followerOf([event(1)], [event(2)], [event(3)]);
  const ended = Promise.withResolvers<void>();
  const body = eventStream(
    follower,
    new AbortController().signal,
    { heartbeat: 1_000, stalled: 30 },
    ended.resolve,
  );
  const reader = body.getReader();
  await reader.read();
  await ended.promise;
  assert.equal(follower.disposed, true);
  await assert.rejects(reader.read(), /does not read/);
});

Deno.test("a reader that leaves frees its follower", async () => {
  const follower = followerOf();
  const ended = Promise.withResolvers<void>();
  const body = eventStream(
    follower,
    new AbortController().signal,
    { heartbeat: 60_000, stalled: 1_000 },
    ended.resolve,
  );
  const reader = body.getReader();
  await reader.read();
  await reader.cancel();
  await ended.promise;
  assert.equal(follower.disposed, true);
});
