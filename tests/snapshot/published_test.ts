import assert from "node:assert/strict";
import { followSnapshot } from "../../core/jobs/follow_snapshot.ts";
import { publishSnapshot } from "../../core/snapshot/published/publish.ts";
import { publishedAt } from "../../core/snapshot/published/source.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import { objectStore } from "../../harness/object_store.ts";
import { dayOf } from "../../core/engine/snapshot.ts";

Deno.test("a published snapshot is fetched and checked; a broken one is refused and the old one serves on", async () => {
  const { dir, id } = await demoSnapshot();
  await using store = objectStore();
  const at = publishedAt(store.address, store.env);
  const dataDir = await Deno.makeTempDir();
  const errors: unknown[] = [];
  const place = {
    snapshot: store.address,
    dataDir,
    env: store.env,
    today: () => dayOf(DEMO_DAY),
    onError: (error: unknown) => errors.push(error),
  };
  await assert.rejects(followSnapshot(place), /answered 404 to current.json/);
  const pointer = await publishSnapshot(dir, at);
  const followed = await followSnapshot(place);
  assert.equal(followed.first.id, id);
  assert.equal(await followed.next(), null);

  // Another snapshot whose first file is cut off.
  const broken = {
    ...pointer,
    id: "broken-one",
    published_at: new Date().toISOString(),
  };
  for (const { file } of pointer.files) {
    const bytes = new Uint8Array(
      await (await at.get(`${id}/${file}`)).arrayBuffer(),
    );
    const cut = file === pointer.files[0].file ? bytes.slice(0, -1) : bytes;
    await at.put(`broken-one/${file}`, cut);
  }
  await at.put(
    "current.json",
    new TextEncoder().encode(JSON.stringify(broken)),
  );
  assert.equal(await followed.next(), null);
  assert.match(String(errors.at(-1)), /does not match its hash/);
  // It is not tried again, and a restart serves the one on disk.
  const before = errors.length;
  assert.equal(await followed.next(), null);
  assert.equal(errors.length, before);
  const restarted = await followSnapshot(place);
  assert.equal(restarted.first.id, id);

  // A later one is taken.
  const again = {
    ...pointer,
    published_at: new Date(Date.now() + 1).toISOString(),
  };
  await at.put("current.json", new TextEncoder().encode(JSON.stringify(again)));
  assert.equal(await followed.next(), null);
  await Deno.remove(dataDir, { recursive: true });
});
