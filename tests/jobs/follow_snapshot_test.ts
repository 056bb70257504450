import assert from "node:assert/strict";
import { followSnapshot } from "../../core/jobs/follow_snapshot.ts";
import { publishSnapshot } from "../../core/snapshot/published/publish.ts";
import { publishedAt } from "../../core/snapshot/published/source.ts";
import { LAST_DAY, village } from "../engine/valuation/county.ts";
import { writeVillage } from "../modeling/county.ts";

const rows = village(120, 3);
/** The same without its last sales. */
const without = (count: number) => ({
  ...rows,
  sales: rows.sales!.slice(0, -count),
});

Deno.test("a snapshot directory that is replaced is taken; a damaged one is refused, said and not tried again", async () => {
  const home = await Deno.makeTempDir();
  const dir = `${home}/village`;
  await writeVillage(dir, rows);
  const errors: unknown[] = [];
  const followed = await followSnapshot({
    snapshot: dir,
    dataDir: home,
    env: () => undefined,
    today: () => LAST_DAY + 30,
    onError: (error) => errors.push(error),
  });
  assert.equal(await followed.next(), null);

  await writeVillage(dir, without(1));
  const newer = await followed.next();
  assert.notEqual(newer!.id, followed.first.id);
  assert.equal(newer!.tables.sales.rows, followed.first.tables.sales.rows - 1);
  assert.equal(await followed.next(), null);

  await writeVillage(dir, without(2));
  const sales = `${dir}/sales.arrow`;
  const bytes = await Deno.readFile(sales);
  bytes[bytes.length >> 1] ^= 1;
  await Deno.writeFile(sales, bytes);
  assert.equal(await followed.next(), null);
  assert.match(
    followed.problem!,
    /sales\.arrow: its content is not what was written/,
  );
  assert.equal(await followed.next(), null);
  assert.equal(errors.length, 1);

  await writeVillage(dir, rows);
  assert.equal((await followed.next())!.id, followed.first.id);
  assert.equal(followed.problem, undefined);
  await Deno.remove(home, { recursive: true });
});

Deno.test("a published snapshot whose download failed is tried again", async () => {
  const home = await Deno.makeTempDir();
  const dir = `${home}/village`;
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  let isDown = false;
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    ({ url }) => {
      const path = new URL(url).pathname.slice(1);
      const status = isDown && path !== "current.json" ? 503 : 200;
      return new Response(files.get(path), { status });
    },
  );
  const address = `http://127.0.0.1:${server.addr.port}`;
  const publish = async (content: typeof rows) => {
    await writeVillage(dir, content);
    await publishSnapshot(dir, {
      ...publishedAt(address, () => undefined),
      put: (path, body) => Promise.resolve(void files.set(path, body)),
    });
  };
  await publish(rows);
  const followed = await followSnapshot({
    snapshot: address,
    dataDir: home,
    env: () => undefined,
    today: () => LAST_DAY + 30,
    onError: () => {},
  });

  await publish(without(1));
  isDown = true;
  assert.equal(await followed.next(), null);
  assert.match(followed.problem!, /answered 503 to /);
  isDown = false;
  assert.notEqual((await followed.next())!.id, followed.first.id);
  assert.equal(followed.problem, undefined);
  await Deno.remove(home, { recursive: true });
});
