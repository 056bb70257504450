import assert from "node:assert/strict";
import type { Event } from "../../../contracts/events.ts";
import { isMapOpen } from "../../../core/store/events/open_maps.ts";
import {
  type EventTail,
  eventTail,
  type Follower,
} from "../../../core/store/events/tail.ts";
import { savedOf } from "../../../core/store/saved/saved.ts";
import { until } from "../../jobs/outbox.ts";

async function store() {
  const kv = await Deno.openKv(":memory:");
  const tail = eventTail(kv);
  return {
    kv,
    tail,
    [Symbol.dispose]() {
      tail[Symbol.dispose]();
      kv.close();
    },
  };
}

async function append(kv: Deno.Kv, owner: string, count: number) {
  for (let n = 0; n < count; n++) {
    await savedOf(kv, owner, "key").mutate({
      request: ["filters", n],
      apply: () =>
        Promise.resolve({
          kind: "map_filters_updated",
          data: { min_percentile: n },
        }),
    });
  }
}

/** Reads until so many events have come. */
async function read(follower: Follower, count: number): Promise<number[]> {
  const events: Event[] = [];
  while (events.length < count) {
    const more = await follower.next(180_000);
    assert(more.length > 0, `${events.length} of ${count} came`);
    events.push(...more);
  }
  return events.map(({ seq }) => seq);
}

/** Until it is disposed of, timers that are set never fire. */
function stoppedTimers(): Disposable {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (() => 0) as unknown as typeof setTimeout;
  return { [Symbol.dispose]: () => void (globalThis.setTimeout = setTimeout) };
}

const upTo = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => from + n);

/** A follower, which there must be room for. */
function follow(tail: EventTail, owner: string, since: number, map = false) {
  const follower = tail.follow(owner, since, map);
  assert(follower);
  return follower;
}

Deno.test("follow() gives every event once and in order, from wherever its reader is", async () => {
  using s = await store();
  await append(s.kv, "ann", 150);
  using late = follow(s.tail, "ann", 0);
  using middle = follow(s.tail, "ann", 120);
  using current = follow(s.tail, "ann", 150);
  const all = [read(late, 300), read(middle, 180), read(current, 150)];
  await append(s.kv, "ann", 150);
  assert.deepEqual(await all[0], upTo(300));
  assert.deepEqual(await all[1], upTo(180, 121));
  assert.deepEqual(await all[2], upTo(150, 151));
});

Deno.test("follow() sees what this process appends at once, and what another appends when it looks again", async () => {
  using s = await store();
  {
    // No timer fires: what comes, comes without another look.
    using _stopped = stoppedTimers();
    using follower = follow(s.tail, "ann", 0);
    const own = read(follower, 1);
    await append(s.kv, "ann", 1);
    assert.deepEqual(await own, [1]);
  }
  // Another process has a connection of its own: nothing tells this one.
  const path = await Deno.makeTempDir();
  using one = await Deno.openKv(`${path}/kv`);
  using other = await Deno.openKv(`${path}/kv`);
  using tail = eventTail(one);
  using reader = follow(tail, "bob", 0);
  const foreign = read(reader, 1);
  await append(other, "bob", 1);
  assert.deepEqual(await foreign, [1]);
});

Deno.test("follow() gives owners nothing of each other", async () => {
  using s = await store();
  using bob = follow(s.tail, "bob", 0);
  const nothing = bob.next(400);
  await append(s.kv, "ann", 3);
  assert.deepEqual(await nothing, []);
});

Deno.test("an owner has at most 20 readers on a server, and slots come back", async () => {
  using s = await store();
  const followers = upTo(20).map(() => follow(s.tail, "ann", 0));
  assert.equal(s.tail.follow("ann", 0), undefined);
  using _other = follow(s.tail, "bob", 0);
  assert.equal(s.tail.followers, 21);
  for (const follower of followers) follower[Symbol.dispose]();
  assert.equal(s.tail.followers, 1);
  follow(s.tail, "ann", 0)[Symbol.dispose]();
});

Deno.test("disposing of a follower ends its wait", async () => {
  using s = await store();
  const follower = follow(s.tail, "ann", 0);
  const waiting = follower.next(60_000);
  follower[Symbol.dispose]();
  assert.deepEqual(await waiting, []);
});

Deno.test("a map is open while a reader says so", async () => {
  using s = await store();
  const settled = async (open: boolean) => {
    await until(async () => await isMapOpen(s.kv, "ann", Date.now()) === open);
  };
  using _reader = follow(s.tail, "ann", 0);
  await settled(false);
  const map = follow(s.tail, "ann", 0, true);
  await settled(true);
  assert.equal(await isMapOpen(s.kv, "bob", Date.now()), false);
  assert.equal(await isMapOpen(s.kv, "ann", Date.now() + 60_000), false);
  map[Symbol.dispose]();
  await settled(false);
});
