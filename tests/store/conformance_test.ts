/** What the service needs of a store, on every kind of store it may run on. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { AuditPage } from "../../contracts/audit.ts";
import { IssueKey } from "../../contracts/keys.ts";
import { readAudit } from "../../core/store/metering/audit.ts";
import { journal, type Use } from "../../core/store/metering/journal.ts";
import { keyCache } from "../../core/store/keys/key_cache.ts";
import { issueKey, revokeKey, rotateKey } from "../../core/store/keys/keys.ts";
import { listKeys } from "../../core/store/keys/list_keys.ts";
import { limiter } from "../../core/store/metering/limiter.ts";
import { transact } from "../../core/store/transact.ts";
import { readUsage } from "../../core/store/metering/usage.ts";
import { type StoreKind, STORES } from "../../harness/stores.ts";

const ANN = IssueKey.parse({ email: "ann@example.com", scopes: "read" });

const nextTo = (kv: Deno.Kv) =>
  transact(kv, ["counter"], async (tx) => {
    const next = (await tx.get<number>(["counter"]) ?? 0) + 1;
    tx.set(["counter"], next);
    return next;
  }, { attempts: 500 });

function use(account: string, n: number): Use {
  return {
    account,
    units: 5,
    tool: "get_comps",
    transport: "rest",
    address: "192.0.2.1",
    outcome: "ok",
    request_id: String(n),
  };
}

/** Everything the suite asks of two handles on one store. */
const SUITE: Readonly<
  Record<string, (a: Deno.Kv, b: Deno.Kv) => Promise<void>>
> = {
  "loses no change among concurrent callers": async (a, b) => {
    const turns = Array.from({ length: 60 }, (_, n) => nextTo(n % 2 ? a : b));
    assert.equal(new Set(await Promise.all(turns)).size, 60);
    assert.equal((await b.get(["counter"])).value, 60);
  },

  "writes all of a transaction or nothing": async (a, b) => {
    let tries = 0;
    await transact(a, ["x"], async (tx) => {
      const seen = await tx.get<number>(["x"]) ?? 0;
      if (++tries === 1) await b.set(["x"], 41);
      tx.set(["x"], seen + 1);
      tx.set(["copy"], seen + 1);
    });
    assert.equal(tries, 2);
    assert.equal((await b.get(["x"])).value, 42);
    assert.equal((await b.get(["copy"])).value, 42);
    await assert.rejects(
      transact(a, ["x"], (tx) => {
        tx.set(["x"], 0);
        tx.set(["large"], new Uint8Array(65_537));
      }),
      TypeError,
    );
    assert.equal((await b.get(["x"])).value, 42);
  },

  "reads ranges in order, forward and back": async (a, b) => {
    for (const n of [3, 1, 2, 10]) await a.set(["range", n], n);
    const read = async (options: Deno.KvListOptions) =>
      (await Array.fromAsync(b.list<number>({ prefix: ["range"] }, options)))
        .map(({ value }) => value);
    assert.deepEqual(await read({}), [1, 2, 3, 10]);
    assert.deepEqual(await read({ reverse: true, limit: 2 }), [10, 3]);
  },

  "keeps keys, and shows them without their secret": async (a, b) => {
    const now = Date.now();
    const { key, ...shown } = await issueKey(a, ANN, now);
    const { keys: [listed] } = await listKeys(b, now, { limit: 200 });
    assert.deepEqual(listed, shown);
    assert.deepEqual(await listKeys(b, now, { limit: 200 }, "own_nobody"), {
      keys: [],
      next_cursor: null,
    });
    const found = await keyCache(b).find(key);
    assert.equal(found?.id, shown.id);
  },

  "never lets an owner have more live keys than allowed": async (a, b) => {
    const attempts = await Promise.allSettled(
      Array.from(
        { length: 8 },
        (_, n) =>
          issueKey(n % 2 ? a : b, ANN, Date.now(), { owner: "own_x", most: 3 }),
      ),
    );
    const made = attempts.filter(({ status }) => status === "fulfilled");
    assert.equal(made.length, 3);
    assert.equal(
      (await listKeys(a, Date.now(), { limit: 200 }, "own_x")).keys.length,
      3,
    );
  },

  "tells every server of a rotation and a revocation within a second": async (
    a,
    b,
  ) => {
    const keys = keyCache(b);
    const { id, key } = await issueKey(a, ANN, Date.now());
    assert(await keys.find(key));
    const next = await rotateKey(a, id, 0, Date.now());
    assert(await keys.find(next.key), "a new secret works at once");
    await withinASecond(async () => await keys.find(key) === null);
    await revokeKey(a, id, Date.now());
    await withinASecond(async () => await keys.find(next.key) === null);
  },

  "lets exactly 30 of 100 calls through, and exactly a bucket": async (
    a,
    b,
  ) => {
    // Nothing comes back while the clock stands.
    const now = Date.now();
    const [one, two] = [a, b].map((kv) => limiter(kv, { now: () => now }));
    const passed = async (
      spend: (limits: typeof one) => Promise<{ allowed: boolean }>,
    ) => {
      const calls = await Promise.all(
        Array.from({ length: 100 }, (_, n) => spend(n % 2 ? one : two)),
      );
      return calls.filter(({ allowed }) => allowed).length;
    };
    assert.equal(await passed((to) => to.network("192.0.2.1", 30)), 30);
    assert.equal(await passed((to) => to.network("192.0.2.2", 30)), 30);
    assert.equal(await passed((to) => to.account("abcdefgh", 5)), 5);
  },

  "adds up what two servers metered, and pages the audit": async (a, b) => {
    const [one, two] = [journal(a), journal(b)];
    for (let n = 0; n < 350; n++) one.note(use("account1", n));
    for (let n = 350; n < 400; n++) two.note(use("account1", n));
    one.note(use("account2", 0));
    await Promise.all([one.flush(), two.flush()]);
    one.note(use("account1", 400));
    await one.flush();
    const now = Date.now();
    const { total, usage } = await readUsage(b, "account1", 2, now);
    assert.deepEqual(total, { calls: 401, cost_units: 2005 });
    assert.equal(
      usage.reduce((sum, { calls }) => sum + calls, 0),
      401,
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = AuditPage.parse(
        await readAudit(b, "account1", now, { limit: 150, cursor }),
      );
      const times = page.entries.map(({ at }) => at);
      assert.deepEqual(times, times.toSorted().reverse());
      seen.push(...page.entries.map(({ request_id }) => request_id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    assert.equal(seen.length, 401);
    assert.equal(new Set(seen).size, 401);
    await assert.rejects(
      readAudit(b, "account1", now, { limit: 1, cursor: "<b>" }),
      { code: "invalid_params", field: "cursor" },
    );
  },
};

/** Asks until something holds: of what is asked after a second, it must. */
async function withinASecond(holds: () => Promise<boolean>): Promise<void> {
  const start = performance.now();
  for (;;) {
    const asked = performance.now();
    if (await holds()) return;
    assert(asked - start < 1_000, "not within a second");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

for (const kind of STORES) {
  for (const [name, check] of Object.entries(SUITE)) {
    Deno.test(`${kind.name} ${name}`, () => withTwo(kind, check));
  }
}

async function withTwo(
  kind: StoreKind,
  check: (a: Deno.Kv, b: Deno.Kv) => Promise<void>,
): Promise<void> {
  await using store = await kind.start();
  const a = await store.open();
  await check(a, kind.shared ? await store.open() : a);
}

const WORKER = fileURLToPath(new URL("worker.ts", import.meta.url));
const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));

for (const kind of STORES.filter(({ shared }) => shared)) {
  Deno.test(`two processes on ${kind.name} lose nothing and let exactly 30 calls through`, async () => {
    await using store = await kind.start();
    const processes = [1, 2].map(async () => {
      const { success, stdout, stderr } = await new Deno.Command(
        Deno.execPath(),
        {
          args: ["run", "--quiet", "-A", "--config", CONFIG, WORKER, store.url],
        },
      ).output();
      assert.ok(success, new TextDecoder().decode(stderr));
      return JSON.parse(new TextDecoder().decode(stdout));
    });
    const found = await Promise.all(processes);
    const kv = await store.open();
    assert.equal((await kv.get(["counter"])).value, 80);
    assert.equal(found[0].passed + found[1].passed, 30);
  });
}

Deno.test("KV Connect tells another handle of a change by watch", async () => {
  await using store = await STORES[2].start();
  const [a, b] = [await store.open(), await store.open()];
  const changes = b.watch<[number]>([["watched"]])[Symbol.asyncIterator]();
  assert.equal((await changes.next()).value![0].value, null);
  await a.set(["watched"], 7);
  assert.equal((await changes.next()).value![0].value, 7);
});
