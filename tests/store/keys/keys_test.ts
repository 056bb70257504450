import assert from "node:assert/strict";
import { IssueKey } from "../../../contracts/keys.ts";
import {
  hashKey,
  keyIdOf,
  mintKey,
  newKeyId,
} from "../../../core/store/keys/api_key.ts";
import {
  pruneAudit,
  readAudit,
  RETENTION,
} from "../../../core/store/metering/audit.ts";
import { journal, type Use } from "../../../core/store/metering/journal.ts";
import { readKey, verifyKey } from "../../../core/store/keys/key_record.ts";
import { issueKey, rotateKey } from "../../../core/store/keys/keys.ts";
import { ownerOf } from "../../../core/store/keys/owner.ts";
import { readUsage } from "../../../core/store/metering/usage.ts";
import fc from "../../fast_check.ts";

const DAY = 86_400_000;

Deno.test("mintKey() makes keys of the documented form, no two alike", () => {
  const keys = Array.from({ length: 500 }, () => mintKey(newKeyId()));
  assert.equal(new Set(keys).size, 500);
  for (const key of keys) {
    assert.match(key, /^svc_[0-9A-Za-z]{57}$/);
    assert.equal(keyIdOf(key), key.slice(4, 12));
  }
});

Deno.test("keyIdOf() takes no key with one wrong character, or two swapped", () => {
  const key = mintKey(newKeyId());
  const at = fc.integer({ min: 0, max: key.length - 1 });
  const char = fc.string({ minLength: 1, maxLength: 1 });
  fc.assert(fc.property(at, char, (n, other) => {
    fc.pre(key[n] !== other);
    assert.equal(
      keyIdOf(key.slice(0, n) + other + key.slice(n + 1)),
      undefined,
    );
  }));
  fc.assert(fc.property(fc.integer({ min: 0, max: 59 }), (n) => {
    fc.pre(key[n] !== key[n + 1]);
    const swapped = key.slice(0, n) + key[n + 1] + key[n] + key.slice(n + 2);
    assert.equal(keyIdOf(swapped), undefined);
  }));
  fc.assert(fc.property(fc.string(), (text) => {
    assert.equal(keyIdOf(text), undefined);
  }));
});

Deno.test("the store holds a key's SHA-256 and never the key", async () => {
  using kv = await Deno.openKv(":memory:");
  const input = IssueKey.parse({ email: "a@example.com" });
  const { id, key } = await issueKey(kv, input, Date.now());
  const record = await readKey(kv, id);
  assert.deepEqual(record!.hash, hashKey(key));
  for await (const entry of kv.list({ prefix: [] })) {
    const text = Deno.inspect(entry, { depth: 9, strAbbreviateSize: 1e6 });
    assert(!text.includes(key.slice(12)), text);
  }
});

Deno.test("an old secret ends with its overlap, and at once with the next rotation", async () => {
  using kv = await Deno.openKv(":memory:");
  const now = Date.now();
  const input = IssueKey.parse({ email: "a@example.com", expires_in_days: 9 });
  const first = await issueKey(kv, input, now);
  const second = await rotateKey(kv, first.id, 60, now);
  const between = (await readKey(kv, first.id))!;
  assert(verifyKey(between, first.key, now + 59_999));
  assert(!verifyKey(between, first.key, now + 60_000));
  assert(verifyKey(between, second.key, now + 60_000));
  assert(!verifyKey(between, second.key, now + 9 * DAY));
  const third = await rotateKey(kv, first.id, 60, now);
  const after = (await readKey(kv, first.id))!;
  assert(!verifyKey(after, first.key, now));
  assert(verifyKey(after, second.key, now) && verifyKey(after, third.key, now));
});

Deno.test("ownerOf() is one owner for an address however it is written", () => {
  assert.equal(ownerOf("Ann@Example.com "), ownerOf("ann@example.com"));
  assert.notEqual(ownerOf("ann@example.com"), ownerOf("bob@example.com"));
  assert.match(ownerOf("ann@example.com"), /^own_[\w-]{22}$/);
});

const call = (n: number): Use => ({
  account: "account1",
  units: 1,
  tool: "market_pulse",
  transport: "mcp",
  address: "192.0.2.1",
  outcome: "ok",
  request_id: String(n),
});

Deno.test("journal() counts each day by itself, also when the clock goes back", async () => {
  using kv = await Deno.openKv(":memory:");
  let now = Date.parse("2026-11-01T23:59:59Z");
  const uses = journal(kv, { now: () => now });
  uses.note(call(1));
  now += 2_000;
  uses.note(call(2));
  now -= 2_000;
  uses.note(call(3));
  await uses.flush();
  now += 5_000;
  uses.note(call(4));
  await uses.flush();
  const { usage } = await readUsage(kv, "account1", 3, now);
  assert.deepEqual(usage.map(({ day, calls }) => [day, calls]), [
    ["2026-11-02", 3],
    ["2026-11-01", 1],
  ]);
});

Deno.test("journal() keeps what could not be written, and says so", async () => {
  const closed = await Deno.openKv(":memory:");
  closed.close();
  const told = Promise.withResolvers<unknown>();
  let fail = true;
  const open = await Deno.openKv(":memory:");
  const kv = new Proxy(open, {
    get: (_, name) => {
      const from = fail ? closed : open;
      const value = Reflect.get(from, name, from);
      return typeof value === "function" ? value.bind(from) : value;
    },
  });
  const uses = journal(kv, { onError: told.resolve });
  uses.note(call(1));
  assert(await told.promise);
  fail = false;
  await uses.flush();
  const { entries } = await readAudit(open, "account1", Date.now(), {
    limit: 9,
  });
  assert.equal(entries.length, 1);
  open.close();
});

Deno.test("pruneAudit() deletes what is past the retention, and readAudit() shows nothing of it", async () => {
  using kv = await Deno.openKv(":memory:");
  const now = Date.now();
  const old = journal(kv, { now: () => now - RETENTION - DAY });
  for (let n = 0; n < 700; n++) old.note(call(n));
  await old.flush();
  const recent = journal(kv);
  recent.note(call(700));
  await recent.flush();
  const shown = () => readAudit(kv, "account1", now, { limit: 200 });
  assert.equal((await shown()).entries.length, 1);
  assert.equal(await pruneAudit(kv, now), 701);
  assert.equal(await pruneAudit(kv, now), 0);
  assert.equal((await shown()).entries.length, 1);
});
