import assert from "node:assert/strict";
import { followSnapshot } from "../../core/jobs/follow_snapshot.ts";
import { publishSnapshot } from "../../core/snapshot/published/publish.ts";
import { publishedAt } from "../../core/snapshot/published/source.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import { dayOf } from "../../core/engine/snapshot.ts";

/**
 * An object store: the one that `AWS_ENDPOINT_URL` names, with its credentials in the environment
 * and a bucket `twoflat`; without it a small one in this process, which asks for signed requests.
 */
function objectStore() {
  const named = Deno.env.get("AWS_ENDPOINT_URL");
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  const server = named ? undefined : Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      if (
        !/^AWS4-HMAC-SHA256 /.test(request.headers.get("authorization") ?? "")
      ) {
        return new Response(null, { status: 403 });
      }
      if (request.method === "PUT") {
        objects.set(pathname, new Uint8Array(await request.arrayBuffer()));
        return new Response();
      }
      const found = objects.get(pathname);
      return found ? new Response(found) : new Response(null, { status: 404 });
    },
  );
  const settings: Record<string, string> = server
    ? {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${server.addr.port}`,
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
    }
    : {};
  return {
    env: (name: string) => settings[name] ?? Deno.env.get(name),
    address: `s3://twoflat/${crypto.randomUUID()}`,
    [Symbol.asyncDispose]: () => server?.shutdown() ?? Promise.resolve(),
  };
}

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
