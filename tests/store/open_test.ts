import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openStore } from "../../core/store/open.ts";

Deno.test("openStore() keeps what was written in the data directory", async () => {
  const parent = await Deno.makeTempDir();
  const dataDir = `${parent}/made/on/demand`;
  {
    using store = await openStore({ dataDir });
    await store.set(["answer"], 42);
  }
  {
    using store = await openStore({ dataDir });
    assert.equal((await store.get(["answer"])).value, 42);
  }
  await Deno.remove(parent, { recursive: true });
});

Deno.test("openStore() opens the database it is told to", async () => {
  using store = await openStore({ kvUrl: ":memory:", dataDir: "/nowhere" });
  await store.set(["answer"], 42);
  assert.equal((await store.get(["answer"])).value, 42);
});

Deno.test("openStore() waits while another process makes the same store", async () => {
  const dir = await Deno.makeTempDir();
  const path = `${dir}/kv`;
  try {
    using other = new DatabaseSync(path);
    other.exec("CREATE TABLE made (first)");
    other.exec("BEGIN IMMEDIATE");
    await assert.rejects(Deno.openKv(path), /database is locked/);
    setTimeout(() => other.exec("COMMIT"), 50);
    using store = await openStore({ kvUrl: path, dataDir: dir });
    await store.set(["answer"], 42);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("openStore() names the setting to change when it cannot open", async () => {
  const file = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(file, "no database");
    await assert.rejects(openStore({ dataDir: file }), {
      code: "invalid_params",
      field: "TWOFLAT_DATA_DIR",
    });
    await assert.rejects(openStore({ kvUrl: file, dataDir: "/nowhere" }), {
      code: "invalid_params",
      field: "KV_URL",
    });
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("openStore() keeps the store and its folder for their owner alone", async () => {
  const temp = await Deno.makeTempDir();
  const dataDir = `${temp}/data`;
  try {
    using kv = await openStore({ dataDir });
    await kv.set(["a"], 1);
    const modeOf = (path: string) => Deno.statSync(path).mode! & 0o777;
    assert.equal(modeOf(dataDir), 0o700);
    for (const { name } of Deno.readDirSync(dataDir)) {
      assert.equal(modeOf(`${dataDir}/${name}`), 0o600, name);
    }
  } finally {
    await Deno.remove(temp, { recursive: true });
  }
});
