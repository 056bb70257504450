import assert from "node:assert/strict";
import { retryDelay, transact } from "../../core/store/transact.ts";

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

Deno.test("transact() reads any number of keys without a check, and its own writes among them", async () => {
  using kv = await Deno.openKv(":memory:");
  const keys = Array.from({ length: 25 }, (_, n) => ["a", n]);
  for (const key of keys) await kv.set(key, key[1]);
  const seen = await transact(kv, ["a"], (tx) => {
    tx.set(["a", 3], "new");
    tx.delete(["a", 4]);
    return tx.getUnchecked([...keys, ["none"]]);
  });
  assert.deepEqual(seen, [
    0,
    1,
    2,
    "new",
    null,
    ...keys.slice(5).map(([, n]) => n),
    null,
  ]);
});

Deno.test("retryDelay() doubles its ceiling and never exceeds 400 ms", () => {
  assert.deepEqual([1, 2, 3].map((n) => retryDelay(n, () => 1)), [2, 4, 8]);
  assert.equal(retryDelay(40, () => 1), 400);
  assert.equal(retryDelay(5, () => 0), 0);
});
