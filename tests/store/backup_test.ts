import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import {
  copyStoreFile,
  digestStore,
  restoreRows,
} from "../../core/store/backup.ts";
import { DAY_MS } from "../../contracts/day.ts";
import { savedOf } from "../../core/store/saved/saved.ts";
import { issueKey } from "../../core/store/keys/keys.ts";
import { IssueKey } from "../../contracts/keys.ts";
import { raise } from "../../core/store/alerts/raise.ts";
import { alertOf } from "../delivery/alert.ts";
import { addProfile, NOON } from "../jobs/alerts/listings.ts";
import { addWebhook } from "../jobs/outbox.ts";

/** Rows of a store, by key. */
async function rowsOf(kv: Deno.Kv): Promise<Map<string, unknown>> {
  const rows = await Array.fromAsync(kv.list({ prefix: [] }));
  return new Map(rows.map(({ key, value }) => [JSON.stringify(key), value]));
}

Deno.test("a backup matches its digest after rows of the store have expired", async () => {
  const dir = await Deno.makeTempDir();
  {
    using kv = await Deno.openKv(`${dir}/store.kv`);
    await kv.set(["kept"], 1);
    await kv.set(["ends"], 2, { expireIn: 60_000 });
  }
  // As if the backup was made two minutes ago.
  const digest = await copyStoreFile(`${dir}/store.kv`, `${dir}/backup.kv`);
  {
    using copy = new DatabaseSync(`${dir}/backup.kv`);
    copy.exec(
      "UPDATE kv SET expiration_ms = expiration_ms - 120000 WHERE expiration_ms >= 0",
    );
  }
  using backup = await Deno.openKv(`${dir}/backup.kv`);
  assert.deepEqual(await digestStore(backup), digest);
  assert.equal(digest.rows, 2);
});

/** When each row of a store's file expires, epoch milliseconds, in the order of the keys; -1 for never. */
function expiriesOf(path: string): number[] {
  const database = new DatabaseSync(path);
  const rows = database.prepare("SELECT expiration_ms FROM kv ORDER BY k")
    .all() as { readonly expiration_ms: number }[];
  database.close();
  return rows.map(({ expiration_ms }) => expiration_ms);
}

Deno.test("a restored row expires when it would have, but not before it was compared", async () => {
  const dir = await Deno.makeTempDir();
  {
    using kv = await Deno.openKv(`${dir}/store.kv`);
    await kv.set(["kept"], 1);
    await kv.set(["long"], 2, { expireIn: 100 * DAY_MS });
    await kv.set(["short"], 3, { expireIn: DAY_MS });
  }
  await copyStoreFile(`${dir}/store.kv`, `${dir}/backup.kv`);
  const restoredAt = Date.now();
  {
    using store = await Deno.openKv(`${dir}/restored.kv`);
    // Ten days after the copy: the short row has expired meanwhile.
    await restoreRows(`${dir}/backup.kv`, store, restoredAt + 10 * DAY_MS);
  }
  const [, long] = expiriesOf(`${dir}/store.kv`);
  const [kept, restoredLong, restoredShort] = expiriesOf(`${dir}/restored.kv`);
  assert.equal(kept, -1);
  // A store counts from its own clock, which is ten days behind the time given.
  const days = Math.round((restoredLong - long) / DAY_MS);
  assert.equal(days, -10);
  assert.ok(restoredShort >= restoredAt + 3_600_000);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("a backup taken while writes go on holds one moment, and a restore loses no row of it", async () => {
  const dir = await Deno.makeTempDir();
  const kv = await Deno.openKv(`${dir}/store.kv`);
  await addWebhook(kv, "ann", "ch_1", "https://hooks.example/a");
  const profile = await addProfile(kv, "ann", {
    channels: [{ channel_id: "ch_1", type: "webhook" }],
  });
  const saved = savedOf(kv, "ann", "key");
  let written = 0;
  let writing = true;
  const writer = (async () => {
    while (writing) {
      const n = written++;
      await issueKey(
        kv,
        IssueKey.parse({ email: `n${n}@example.com`, scopes: "read" }),
        Date.now(),
      );
      await saved.mutate({
        request: ["add_note", n],
        apply: (_, at) =>
          Promise.resolve({
            kind: "note_added",
            data: {
              note_id: `note_${n}`,
              geoid: "17031160700",
              text: "x",
              created_at: at,
            },
          }),
      });
      const property = String(n);
      await raise(kv, [{
        owner: "ann",
        profile,
        now: NOON,
        capDay: "2026-11-22",
        due: NOON,
        candidates: [{
          property,
          alert: () => alertOf({ alert_id: `alr_${n}`, property_id: property }),
        }],
      }]);
    }
  })();
  try {
    while (written < 20) await new Promise((resolve) => setTimeout(resolve, 5));
    const digest = await copyStoreFile(`${dir}/store.kv`, `${dir}/backup.kv`);
    const then = written;
    while (written < then + 20) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    writing = false;
    await writer;
    using backup = await Deno.openKv(`${dir}/backup.kv`);
    using restored = await Deno.openKv(`${dir}/restored.kv`);
    assert.equal(
      await restoreRows(`${dir}/backup.kv`, restored, Date.now()),
      digest.rows,
    );
    assert.deepEqual(await digestStore(restored), digest);
    assert.deepEqual(await rowsOf(restored), await rowsOf(backup));
    const live = await rowsOf(kv);
    assert.ok(live.size > digest.rows, "writes went on");
    for (const key of (await rowsOf(restored)).keys()) {
      assert.ok(live.has(key), `${key} is of the store`);
    }
    // One moment: the log's head and its events agree.
    const head = await restored.get<{ readonly seq: number }>([
      "events",
      "ann",
      "head",
    ]);
    const events = await Array.fromAsync(
      restored.list({ prefix: ["events", "ann", "at"] }),
    );
    assert.equal(events.length, head.value!.seq);
  } finally {
    writing = false;
    await writer;
    kv.close();
    await Deno.remove(dir, { recursive: true });
  }
});
