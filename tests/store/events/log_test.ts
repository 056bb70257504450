import assert from "node:assert/strict";
import type { Happening } from "../../../contracts/events.ts";
import { appendEvent, readEvents } from "../../../core/store/events/log.ts";
import { transact } from "../../../core/store/transact.ts";

const START = Date.parse("2026-11-01T00:00:00Z");

/** A log of its own, in memory, by a clock of the test. */
async function log() {
  const kv = await Deno.openKv(":memory:");
  let now = START;
  return {
    kv,
    pass: (ms: number) => now += ms,
    append: (happening: Happening) =>
      transact(kv, ["events"], (tx) =>
        appendEvent(tx, "owner", happening, {
          at: new Date(now).toISOString(),
          actor: "key1",
        })),
    seqs: async () =>
      (await readEvents(kv, "owner", 0, 100_000)).map(({ seq }) => seq),
    [Symbol.dispose]: () => kv.close(),
  };
}

const flown: Happening = { kind: "map_flown_to", data: { lat: 41, lon: -87 } };
const noteOf = (text: string): Happening => ({
  kind: "note_added",
  data: { note_id: "n", geoid: "1", text, created_at: "2026-11-01T00:00:00Z" },
});

Deno.test("appendEvent() keeps the newest 200 events that only move a map", async () => {
  using s = await log();
  await s.append(noteOf("kept"));
  for (let n = 0; n < 250; n++) await s.append(flown);
  const seqs = await s.seqs();
  assert.equal(seqs.length, 201);
  assert.deepEqual([seqs[0], seqs[1], seqs[200]], [1, 52, 251]);
});

Deno.test("appendEvent() drops events of the map after a day, and no others", async () => {
  using s = await log();
  await s.append(flown);
  await s.append(noteOf("kept"));
  s.pass(86_400_000 - 1);
  await s.append(noteOf("kept"));
  assert.deepEqual(await s.seqs(), [1, 2, 3]);
  s.pass(1);
  await s.append(noteOf("kept"));
  assert.deepEqual(await s.seqs(), [2, 3, 4]);
});

Deno.test("appendEvent() keeps so many events and so many bytes of them", async () => {
  using s = await log();
  for (let n = 0; n < 4; n++) await s.append(noteOf("x".repeat(1_000)));
  const head =
    (await s.kv.get<Record<string, number>>(["events", "owner", "head"]))
      .value!;
  // As if 9,998 more had come.
  await s.kv.set(["events", "owner", "head"], { ...head, seq: 10_002 });
  await s.append(noteOf("new"));
  assert.deepEqual(await s.seqs(), [3, 4, 10_003]);

  await s.kv.set(["events", "owner", "head"], {
    ...head,
    oldest: 3,
    bytes: 9_999_999,
  });
  await s.append(noteOf("newest"));
  assert.deepEqual((await s.seqs()).slice(0, 2), [4, 5]);
});
