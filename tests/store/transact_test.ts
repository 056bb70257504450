import assert from "node:assert/strict";
import { retryDelay, transact } from "../../core/store/transact.ts";

const increment = (kv: Deno.Kv) =>
  transact(kv, ["counter"], async (tx) => {
    const next = (await tx.get<number>(["counter"]) ?? 0) + 1;
    tx.set(["counter"], next);
    return next;
  }, { attempts: 500 });

Deno.test("transact() loses no increment among concurrent callers", async () => {
  using kv = await Deno.openKv(":memory:");
  const results = await Promise.all(
    Array.from({ length: 200 }, () => increment(kv)),
  );
  assert.equal(new Set(results).size, 200);
  assert.equal((await kv.get(["counter"])).value, 200);
});

Deno.test("transact() retries when what it read has changed, and its writes land together", async () => {
  using kv = await Deno.openKv(":memory:");
  let tries = 0;
  await transact(kv, ["a"], async (tx) => {
    const seen = await tx.get<number>(["a"]) ?? 0;
    if (++tries === 1) await kv.set(["a"], 41);
    tx.set(["a"], seen + 1);
    tx.set(["copy"], seen + 1);
  });
  assert.equal(tries, 2);
  assert.equal((await kv.get(["a"])).value, 42);
  assert.equal((await kv.get(["copy"])).value, 42);
});

Deno.test("transact() throws what the attempt throws, changes nothing and goes on with the next caller", async () => {
  using kv = await Deno.openKv(":memory:");
  const failing = transact(kv, ["a"], (tx) => {
    tx.set(["a"], 1);
    throw new RangeError("no");
  });
  const next = transact(kv, ["a"], async (tx) => await tx.get(["a"]));
  await assert.rejects(failing, RangeError);
  assert.equal(await next, null);
});

Deno.test("transact() gives up as busy when it loses every time", async () => {
  using kv = await Deno.openKv(":memory:");
  let other = 0;
  const losing = transact(kv, ["a"], async (tx) => {
    await tx.get(["a"]);
    await kv.set(["a"], ++other);
    tx.set(["a"], -1);
  }, { attempts: 3 });
  await assert.rejects(losing, { name: "Fault", code: "busy" });
  assert.equal(other, 3);
});

Deno.test("transact() refuses to read more keys than a remote store can check", async () => {
  using kv = await Deno.openKv(":memory:");
  const greedy = transact(kv, ["a"], async (tx) => {
    for (let i = 0; i < 11; i++) await tx.get(["a", i]);
  });
  await assert.rejects(greedy, RangeError);
});

Deno.test("transact() loses no increment between two processes on one file", async () => {
  const dir = await Deno.makeTempDir();
  const path = `${dir}/kv`;
  {
    using kv = await Deno.openKv(path);
    await kv.set(["counter"], 0);
  }
  const worker = new URL("worker.ts", import.meta.url).pathname;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const processes = [1, 2].map(() =>
    new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--config",
        config,
        "--allow-all",
        worker,
        path,
        "60",
      ],
      stdout: "null",
      stderr: "piped",
    }).output()
  );
  for (const { success, stderr } of await Promise.all(processes)) {
    assert.ok(success, new TextDecoder().decode(stderr));
  }
  using kv = await Deno.openKv(path);
  assert.equal((await kv.get(["counter"])).value, 120);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("retryDelay() doubles its ceiling and never exceeds 400 ms", () => {
  assert.deepEqual([1, 2, 3].map((n) => retryDelay(n, () => 1)), [2, 4, 8]);
  assert.equal(retryDelay(40, () => 1), 400);
  assert.equal(retryDelay(5, () => 0), 0);
});
