import assert from "node:assert/strict";
import { Event } from "../../../contracts/events.ts";
import type { Favorite } from "../../../contracts/saved_items.ts";
import { readEvents } from "../../../core/store/events/log.ts";
import { Fault } from "../../../contracts/errors.ts";
import { type Mutation, savedOf } from "../../../core/store/saved/saved.ts";

const AT = "2026-11-01T00:00:00.000Z";

function favoriteOf(property_id: string, saved_at = AT): Favorite {
  return {
    property_id,
    address: null,
    lat: null,
    lon: null,
    tags: [],
    saved_at,
  };
}

/** A mutation that saves a favorite. */
function save(
  id: string,
  idempotencyKey?: string,
): Mutation<"favorite_saved"> {
  return {
    request: ["save", { id }],
    idempotencyKey,
    async apply(items, at) {
      const favorite = favoriteOf(id, at);
      await items.put("favorites", id, favorite);
      return { kind: "favorite_saved", data: favorite };
    },
  };
}

function remove(id: string): Mutation<"favorite_removed"> {
  return {
    request: ["remove", { id }],
    async apply(items) {
      await items.remove("favorites", id);
      const { tags: _, saved_at: __, ...data } = favoriteOf(id);
      return { kind: "favorite_removed", data };
    },
  };
}

/** A store of its own, in memory. */
async function store() {
  const kv = await Deno.openKv(":memory:");
  return { kv, [Symbol.dispose]: () => kv.close() };
}

Deno.test("mutate() numbers events from 1 without gaps, also when many come at once", async () => {
  using s = await store();
  const saved = savedOf(s.kv, "owner", "key1");
  const seqs = await Promise.all(
    Array.from({ length: 40 }, (_, n) => saved.mutate(save(`p${n % 10}`))),
  );
  assert.deepEqual(
    seqs.map(({ seq }) => seq).sort((a, b) => a - b),
    Array.from({ length: 40 }, (_, n) => n + 1),
  );
  const events = await readEvents(s.kv, "owner", 0, 100);
  for (const event of events) Event.parse(event);
  assert.deepEqual(events.map(({ seq }) => seq), seqs.map((_, n) => n + 1));
  assert.equal((await saved.page("favorites", 200)).items.length, 10);
});

Deno.test("events() goes on exactly after the one it is given", async () => {
  using s = await store();
  const saved = savedOf(s.kv, "owner", "key1");
  for (const id of ["a", "b", "c"]) await saved.mutate(save(id));
  const seqs = async (since: number, limit: number) =>
    (await readEvents(s.kv, "owner", since, limit)).map(({ seq }) => seq);
  assert.deepEqual(await seqs(1, 10), [2, 3]);
  assert.deepEqual(await seqs(0, 2), [1, 2]);
  assert.deepEqual(await seqs(3, 10), []);
  assert.deepEqual(await seqs(99, 10), []);
});

Deno.test("owners see nothing of each other", async () => {
  using s = await store();
  await savedOf(s.kv, "one", "k").mutate(save("a"));
  const other = savedOf(s.kv, "two", "k");
  assert.deepEqual(await readEvents(s.kv, "two", 0, 10), []);
  assert.deepEqual((await other.page("favorites", 200)).items, []);
  assert.equal((await other.mutate(save("b"))).seq, 1);
});

Deno.test("an idempotency key answers the same again and appends nothing, also at once", async () => {
  using s = await store();
  const saved = savedOf(s.kv, "owner", "key1");
  const [first, second] = await Promise.all([
    saved.mutate(save("a", "once")),
    saved.mutate(save("a", "once")),
  ]);
  assert.deepEqual(first, second);
  assert.deepEqual(await saved.mutate(save("a", "once")), first);
  assert.equal((await readEvents(s.kv, "owner", 0, 10)).length, 1);
});

Deno.test("an idempotency key with another input is refused, and free again after a day", async () => {
  using s = await store();
  let now = 1_000_000;
  const saved = savedOf(s.kv, "owner", "key1", () => now);
  await saved.mutate(save("a", "once"));
  await assert.rejects(
    saved.mutate(save("b", "once")),
    (error) => error instanceof Fault && error.code === "idempotency_mismatch",
  );
  now += 24 * 3_600_000;
  assert.equal((await saved.mutate(save("b", "once"))).seq, 2);
});

Deno.test("an owner may have so many items of a kind, and removing one makes room", async () => {
  using s = await store();
  const saved = savedOf(s.kv, "owner", "key1");
  const preset = (name: string): Mutation<"preset_updated"> => ({
    request: ["preset", { name }],
    async apply(items, updated_at) {
      const data = { name, assumptions: {}, is_default: false, updated_at };
      await items.put("presets", name, data);
      return { kind: "preset_updated", data };
    },
  });
  for (let n = 0; n < 100; n++) await saved.mutate(preset(`p${n}`));
  await saved.mutate(preset("p5"));
  await assert.rejects(
    saved.mutate(preset("one more")),
    (error) => error instanceof Fault && error.code === "conflict",
  );
  await saved.mutate({
    request: ["preset", { remove: true }],
    async apply(items) {
      await items.remove("presets", "p5");
      return {
        kind: "preset_updated",
        data: { name: "p5", removed: true as const },
      };
    },
  });
  await saved.mutate(preset("one more"));
  assert.equal((await saved.page("presets", 200)).items.length, 100);
});

Deno.test("removing what is not there changes no count", async () => {
  using s = await store();
  const saved = savedOf(s.kv, "owner", "key1");
  await saved.mutate(remove("a"));
  await saved.mutate(save("a"));
  await saved.mutate(remove("a"));
  assert.deepEqual((await saved.page("favorites", 200)).items, []);
});

Deno.test("a mutation that fails leaves nothing", async () => {
  using s = await store();
  const saved = savedOf(s.kv, "owner", "key1");
  await assert.rejects(saved.mutate({
    request: ["x", {}],
    async apply(items) {
      await items.put("favorites", "a", favoriteOf("a"));
      throw new Fault("not_found", "no");
    },
  }));
  assert.deepEqual((await saved.page("favorites", 200)).items, []);
  assert.deepEqual(await readEvents(s.kv, "owner", 0, 10), []);
});

Deno.test("page() gives every item once, and ends a page before it is long", async () => {
  using s = await store();
  const saved = savedOf(s.kv, "owner", "key1");
  for (let n = 0; n < 70; n++) {
    await saved.mutate({
      request: ["note", { n }],
      async apply(items, created_at) {
        const note_id = `not_${String(n).padStart(3, "0")}`;
        const data = {
          note_id,
          geoid: "1",
          text: "é".repeat(2_000),
          created_at,
        };
        await items.put("notes", note_id, data);
        return { kind: "note_added", data };
      },
    });
  }
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await saved.page("notes", 200, after);
    assert(JSON.stringify(items).length * 2 < 70_000);
    ids.push(...items.map(({ note_id }) => note_id));
    after = next ?? undefined;
  } while (after !== undefined);
  assert.deepEqual(ids, [...new Set(ids)].sort());
  assert.equal(ids.length, 70);
  const { items, next } = await saved.page("notes", 3);
  assert.deepEqual([items.length, next], [3, ids[2]]);
});

Deno.test("an owner has so many items and bytes of them in all, and is told when they are full", async () => {
  using s = await store();
  const saved = savedOf(s.kv, "owner", "key1");
  const counts = ["saved", "owner", "counts"];
  const isFull = (error: unknown) =>
    error instanceof Fault && error.code === "conflict" &&
    /remove something first/.test(error.expected ?? "");
  await s.kv.set(counts, { notes: 9_999, bytes: 1_000 });
  await saved.mutate(save("a"));
  await assert.rejects(saved.mutate(save("b")), isFull);
  await s.kv.set(counts, { favorites: 1, bytes: 9_999_950 });
  await assert.rejects(saved.mutate(save("b")), isFull);
  // Another item in the place of one that is as long.
  await saved.mutate(save("a"));
  await saved.mutate(remove("a"));
  await saved.mutate(save("b"));
});
