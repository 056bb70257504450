import assert from "node:assert/strict";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { openAccess } from "../../../core/access/access.ts";
import { keysIn } from "../../../core/access/keys.ts";
import { OPERATIONS } from "../../../core/operations/mod.ts";
import { compileRegistry } from "../../../core/service/registry.ts";
import { eventTail } from "../../../core/store/events/tail.ts";
import { savedItems } from "../../../core/service/workspace.ts";
import { aSecond } from "../../../harness/a_second.ts";
import { DEMO_DAY, demoSnapshot } from "../../../harness/demo.ts";
import { ExportOutput } from "../../../contracts/saved_transfer.ts";
import {
  post,
  problemOf,
  request,
  sampleApp,
  unlimited,
} from "../../../harness/app.ts";
import { until } from "../../jobs/outbox.ts";

/** The whole service over a store of its own, with keys of two owners. */
async function service() {
  const kv = await Deno.openKv(":memory:");
  const snapshot = await demoSnapshot();
  const keys = keysIn(kv);
  const access = openAccess(kv);
  const tail = eventTail(kv);
  const app = sampleApp({
    registry: compileRegistry(OPERATIONS),
    snapshot,
    today: () => dayOf(DEMO_DAY),
    keys,
    access,
    saved: savedItems(kv),
    tail,
  });
  const issue = async (email: string, scopes: string) => ({
    authorization: `Bearer ${
      (await keys.issue({ email, scopes, rpm_limit: 10_000 })).key
    }`,
  });
  return {
    app,
    issue,
    propertyId: snapshot.tables.parcels.property_id.at(7),
    writer: await issue("a@example.com", "read,write-state"),
    reader: await issue("b@example.com", "read,underwrite,webhooks"),
    other: await issue("c@example.com", "write-state"),
    keys,
    /** A second server on the same store. */
    secondServer: () =>
      sampleApp({ snapshot, access: openAccess(kv), saved: savedItems(kv) }),
    async [Symbol.asyncDispose]() {
      await app.close();
      tail[Symbol.dispose]();
      await access.flush();
      kv.close();
    },
  };
}

Deno.test("write tools keep what they are given, for their owner alone", async () => {
  await using s = await service();
  const { app, propertyId: property_id, writer, other } = s;
  const call = async (path: string, body: unknown) => {
    const response = await app.fetch(post(path, body, writer));
    const answer = await response.json();
    assert.equal(response.status, 200, JSON.stringify(answer));
    return answer;
  };
  const list = async (kind: string, who = writer) =>
    (await (await app.fetch(request(`/api/me/${kind}`, { headers: who })))
      .json()).items;

  const favorite = await call("/api/me/favorites", {
    property_id,
    tags: ["x"],
  });
  assert.equal(favorite.seq, 1);
  const listed = await app.fetch(
    request("/api/me/favorites", { headers: writer }),
  );
  for (const answer of [favorite, await listed.json()]) {
    assert.match(answer.as_of, /^\d{4}-\d\d-\d\d$/);
    assert.equal(answer.model_version, answer.model_versions.model);
    assert.equal(answer.warnings[0].code, "synthetic_data");
  }
  assert.equal(favorite.kind, "favorite_saved");
  assert.equal((await list("favorites"))[0].property_id, property_id);
  assert.deepEqual(await list("favorites", other), []);
  await call("/api/me/favorites", { property_id, remove: true });
  assert.deepEqual(await list("favorites"), []);

  await call("/api/me/presets", {
    name: "a",
    assumptions: { rate: 0.07 },
    make_default: true,
  });
  await call("/api/me/presets", {
    name: "b",
    assumptions: {},
    make_default: true,
  });
  assert.deepEqual(
    (await list("presets")).map((each: Record<string, unknown>) => [
      each.name,
      each.is_default,
    ]),
    [["a", false], ["b", true]],
  );

  const profile = await call("/api/me/profiles", {
    name: "rentals",
    strategy: "hold",
    area: "irving park",
    channels: [{
      type: "slack",
      url: "https://hooks.slack.com/services/T/B/x",
    }],
  });
  assert.equal(profile.kind, "profile_created");
  assert.equal(profile.data.area, "Irving Park");
  const { profile_id } = profile.data;
  const moved = await call("/api/me/profiles", {
    profile_id,
    west: -88,
    south: 41,
    east: -87,
    north: 42,
    paused: true,
  });
  assert.equal(moved.kind, "profile_updated");
  assert.equal(moved.data.area, undefined);
  assert.equal(moved.data.name, "rentals");
  assert.equal(moved.data.paused, true);

  const note = await call("/api/me/notes", { property_id, text: "a note" });
  assert.equal((await list("notes"))[0].note_id, note.data.note_id);

  const flown = await call("/api/me/map/fly-to", { lat: 41.9, lon: -87.7 });
  assert.deepEqual(flown.data, { lat: 41.9, lon: -87.7 });
  const marked = await call("/api/me/map/highlights", {
    property_ids: [property_id],
    label: "these",
  });
  assert.equal(marked.data.properties[0].property_id, property_id);
  await call("/api/me/map/filters", { strategy: "flip" });
});

Deno.test("anonymous callers change nothing; UI tools need any account, write tools their scope, webhooks theirs", async () => {
  await using s = await service();
  const { app, propertyId: property_id, writer, reader } = s;
  const status = async (
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ) => (await problemOf(await app.fetch(post(path, body, headers)))).code;
  const favorite = { property_id };
  assert.equal(await status("/api/me/favorites", favorite), "unauthorized");
  assert.equal(
    await status("/api/me/favorites", favorite, reader),
    "forbidden_scope",
  );
  assert.equal(
    await status("/api/me/map/filters", { strategy: "flip" }),
    "unauthorized",
  );
  const filters = await app.fetch(
    post("/api/me/map/filters", { strategy: "flip" }, reader),
  );
  assert.equal(filters.status, 200);
  assert.equal(
    await status("/api/me/profiles", {
      name: "n",
      strategy: "flip",
      channels: [{ type: "webhook", url: "https://example.com/hook" }],
    }, writer),
    "forbidden_scope",
  );
  for (const path of ["/api/me/favorites", "/api/events"]) {
    const { code } = await problemOf(await app.fetch(request(path)));
    assert.equal(code, "unauthorized");
    const refused = await problemOf(
      await app.fetch(request(path, { headers: reader })),
    );
    assert.equal(refused.code, "forbidden_scope");
    assert.deepEqual(refused.missing_scopes, ["write-state"]);
  }
});

Deno.test("a repeated mutation answers the same bytes; with another body it is refused", async () => {
  await using s = await service();
  const { app, writer } = s;
  const body = { geoid: "17031160700", text: "once" };
  const headers = { ...writer, "idempotency-key": "k-1" };
  const first = await (await app.fetch(post("/api/me/notes", body, headers)))
    .text();
  const again = await (await app.fetch(post("/api/me/notes", body, headers)))
    .text();
  assert.equal(again, first);
  const inBody = await app.fetch(
    post("/api/tools/add_note", { ...body, idempotency_key: "k-1" }, writer),
  );
  assert.equal(await inBody.text(), first);
  const other = await app.fetch(
    post("/api/me/notes", { ...body, text: "twice" }, headers),
  );
  assert.equal((await problemOf(other)).code, "idempotency_mismatch");
  const two = await app.fetch(
    post("/api/me/notes", { ...body, idempotency_key: "k-2" }, headers),
  );
  assert.equal((await problemOf(two)).field, "idempotency_key");
});

Deno.test("what a mutation names must be there: else not_found, whatever is wanted of it", async () => {
  await using s = await service();
  for (
    const [path, body, field] of [
      ["/api/me/presets", { name: "none", remove: true }, "name"],
      ["/api/me/presets", { name: "mine", make_default: true }, "name"],
      ["/api/me/notes", { geoid: "17031999999", text: "x" }, "geoid"],
      ["/api/me/map/fly-to", { geoid: "17031999999" }, "geoid"],
      ["/api/me/map/highlights", { property_ids: ["0"] }, "property_ids.0"],
    ] as const
  ) {
    const problem = await problemOf(
      await s.app.fetch(post(path, body, s.writer)),
    );
    assert.equal(problem.code, "not_found", path);
    assert.equal(problem.field, field, path);
  }
});

/** Reads events of a stream until `count` have come. */
async function readEvents(response: Response, count: number) {
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type")!, /^text\/event-stream/);
  const reader = response.body!.pipeThrough(new TextDecoderStream())
    .getReader();
  let text = "";
  const found = () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => +id);
  while (found().length < count) {
    const { value, done } = await reader.read();
    assert(!done, text);
    text += value;
  }
  await reader.cancel();
  return { ids: found(), text };
}

Deno.test("GET /api/events streams the log, resumes exactly, and goes on with what comes", async () => {
  await using s = await service();
  const { app, writer } = s;
  const note = async (text: string) => {
    const response = await app.fetch(
      post("/api/me/notes", { geoid: "17031160700", text }, writer),
    );
    assert.equal(response.status, 200);
    await response.body?.cancel();
  };
  await note("one");
  await note("two");
  await note("three");
  const events = (query: string, headers = {}) =>
    app.fetch(
      request(`/api/events${query}`, { headers: { ...writer, ...headers } }),
    );
  assert.deepEqual((await readEvents(await events(""), 3)).ids, [1, 2, 3]);
  assert.deepEqual((await readEvents(await events("?since=1"), 2)).ids, [2, 3]);
  const resumed = await events("?since=0", { "last-event-id": "2" });
  const { ids, text } = await readEvents(resumed, 1);
  assert.deepEqual(ids, [3]);
  assert.match(text, /^event: note_added$/m);
  const following = readEvents(await events("?since=3"), 1);
  await note("four");
  assert.deepEqual((await following).ids, [4]);
  const bad = await events("", { "last-event-id": "x" });
  assert.equal((await problemOf(bad)).field, "Last-Event-ID");
});

Deno.test("a revoked key's open streams end within a second, on every server", async () => {
  await using s = await service();
  const second = s.secondServer();
  const open = async ({ fetch }: Pick<typeof second, "fetch">) => {
    const response = await fetch(
      request("/api/events", { headers: s.writer }),
    );
    assert.equal(response.status, 200);
    const reader = response.body!.getReader();
    await reader.read();
    return async () => {
      while (!(await reader.read()).done);
      return "ended";
    };
  };
  const ends = [await open(s.app), await open(second)];
  await s.keys.revoke(s.writer.authorization.slice(11, 19));
  const late = aSecond().then(() => "late");
  for (const end of ends.map((end) => end())) {
    assert.equal(await Promise.race([end, late]), "ended");
  }
  await late;
  await second.close();
});

Deno.test("an owner has at most 20 open streams; a closed one makes room", async () => {
  await using s = await service();
  const open = () => s.app.fetch(request("/api/events", { headers: s.writer }));
  const streams = await Promise.all(Array.from({ length: 20 }, open));
  assert(streams.every(({ status }) => status === 200));
  const refused = await problemOf(await open());
  assert.equal(refused.code, "conflict");
  await streams[0].body!.cancel();
  await until(async () => {
    streams[0] = await open();
    if (streams[0].status !== 200) await streams[0].body!.cancel();
    return streams[0].status === 200;
  });
  await Promise.all(streams.map(({ body }) => body!.cancel()));
});

Deno.test("what is listed comes in pages, whose cursor is for its owner and kind alone", async () => {
  await using s = await service();
  const { app, propertyId: property_id, writer, other } = s;
  for (const text of ["one", "two", "three"]) {
    await (await app.fetch(
      post("/api/me/notes", { property_id, text }, writer),
    )).body!.cancel();
  }
  const page = async (path: string, headers = writer) =>
    await (await app.fetch(request(`/api/me/${path}`, { headers }))).json();
  const first = await page("notes?limit=2");
  assert.equal(first.items.length, 2);
  const second = await page(`notes?limit=2&cursor=${first.next_cursor}`);
  assert.deepEqual(
    [...first.items, ...second.items].map(({ text }) => text).sort(),
    ["one", "three", "two"],
  );
  assert.equal(second.next_cursor, null);
  for (
    const [path, headers] of [
      [`favorites?cursor=${first.next_cursor}`, writer],
      [`notes?cursor=${first.next_cursor}`, other],
      ["notes?limit=201", writer],
      ["notes?cursor=x", writer],
    ] as const
  ) {
    const { code, field } = await page(path, headers);
    assert.equal(code, "invalid_params", path);
    assert.match(field, /cursor|limit/);
  }
});

Deno.test("an item can be had and removed by its id, and is there for its owner alone", async () => {
  await using s = await service();
  const { app, propertyId: property_id, writer } = s;
  const other = await s.issue("c@example.com", "read,write-state");
  const call = async (path: string, body: unknown) =>
    (await app.fetch(post(path, body, writer))).json();
  await call("/api/me/favorites", { property_id });
  await call("/api/me/presets", { name: "a b/c", assumptions: { rate: 0.07 } });
  const profile = await call("/api/me/profiles", {
    name: "rentals",
    strategy: "hold",
  });
  const note = await call("/api/me/notes", { property_id, text: "first" });
  const edited = await call("/api/me/notes", {
    note_id: note.data.note_id,
    text: "second",
  });
  assert.equal(edited.kind, "note_updated");
  for (
    const [kind, id] of [
      ["favorites", property_id],
      ["presets", "a b/c"],
      ["profiles", profile.data.profile_id],
      ["notes", note.data.note_id],
    ]
  ) {
    const path = `/api/me/${kind}/${encodeURIComponent(id)}`;
    const ask = (method: string, headers: Record<string, string>) =>
      app.fetch(request(path, { method, headers }));
    for (const method of ["GET", "DELETE"]) {
      const { code } = await problemOf(await ask(method, other));
      assert.equal(code, "not_found", `${method} ${path}`);
    }
    const { item } = await (await ask("GET", writer)).json();
    if (kind === "notes") assert.equal(item.text, "second");
    const removed = await ask("DELETE", writer);
    assert.equal(removed.status, 200, await removed.clone().text());
    await removed.body?.cancel();
    assert.equal((await ask("GET", writer)).status, 404, path);
  }
});

Deno.test("what a browser kept is taken over once, and all of it can be had as one document", async () => {
  await using s = await service();
  const { app, propertyId: property_id, writer } = s;
  const kept = {
    favorites: [{ property_id, tags: ["visit"] }, { property_id: "0" }],
    presets: [{ name: "careful", assumptions: { rate: 0.08 } }],
    notes: [{ local_id: "x1", property_id, text: "roof" }],
  };
  const bring = async () =>
    (await app.fetch(post("/api/me/import", kept, writer))).json();
  const first = await bring();
  assert.equal(first.added, 3);
  assert.deepEqual(
    first.skipped.map(({ kind, id }: { kind: string; id: string }) => [
      kind,
      id,
    ]),
    [["favorites", "0"]],
  );
  const again = await bring();
  assert.equal(again.added, 0);
  assert.equal(again.unchanged, 3);
  const exported = await app.fetch(
    request("/api/me/export", { headers: writer }),
  );
  const all = ExportOutput.parse(
    Object.fromEntries(
      Object.entries(await exported.json()),
    ),
  );
  assert.equal(all.favorites[0].tags[0], "visit");
  assert.equal(all.notes[0].text, "roof");
  assert.equal(all.presets[0].assumptions.rate, 0.08);
});

Deno.test("what a browser kept is taken over whole, up to two megabytes", async () => {
  using kv = await Deno.openKv(":memory:");
  const app = sampleApp({
    registry: compileRegistry(OPERATIONS),
    snapshot: await demoSnapshot(),
    saved: savedItems(kv),
    access: {
      ...unlimited(),
      identify: () =>
        Promise.resolve({
          kind: "key",
          id: "k",
          owner: "o",
          scopes: new Set(["write-state" as const]),
          perMinute: 1e6,
        }),
    },
  });
  const send = async (text: string) =>
    await app.fetch(post("/api/me/import", {
      notes: Array.from({ length: 60 }, (_, n) => ({
        local_id: String(n),
        geoid: "17031160700",
        text,
      })),
      presets: [{ name: text.slice(0, 60), assumptions: {} }],
    }));
  const taken = await send("x".repeat(1_500));
  assert.equal(taken.status, 200);
  assert.equal((await taken.json()).added, 61);
  const refused = await problemOf(await send("x".repeat(40_000)));
  assert.equal(refused.code, "payload_too_large");
});
