/** Keys, limits, metering and audit across server processes, and when processes are killed. */
import assert from "node:assert/strict";
import { stamped } from "../../contracts/envelope.ts";
import { fileURLToPath } from "node:url";
import { AuditEntry } from "../../contracts/audit.ts";
import { IssuedKey, IssueKey, type KeyView } from "../../contracts/keys.ts";
import { readAudit } from "../../core/store/metering/audit.ts";
import { issueKey } from "../../core/store/keys/keys.ts";
import { listKeys } from "../../core/store/keys/list_keys.ts";
import { openStore } from "../../core/store/open.ts";
import { readUsage } from "../../core/store/metering/usage.ts";
import { CONNECTION_LIMITS } from "../../routes/connections.ts";
import { STORES } from "../../harness/stores.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import {
  type ServerProcess,
  startServer,
} from "../../harness/server_process.ts";
import { until } from "../jobs/outbox.ts";

const SECRET = "a-write-secret-for-the-tests-only-0123456789";

/** Servers on one store, ended and their store removed after the test. */
async function withServers(
  count: number,
  env: Readonly<Record<string, string>>,
  test: (
    urls: readonly string[],
    dataDir: string,
    servers: readonly ServerProcess[],
  ) => Promise<void>,
): Promise<void> {
  const { dir } = await demoSnapshot();
  const dataDir = await Deno.makeTempDir();
  const servers = Array.from({ length: count }, () =>
    startServer({
      TWOFLAT_SNAPSHOT: dir,
      TWOFLAT_TODAY: DEMO_DAY,
      TWOFLAT_DATA_DIR: dataDir,
      TWOFLAT_PORT: "0",
      TWOFLAT_WRITE_SECRET: SECRET,
      ...env,
    }));
  try {
    const urls = await Promise.all(servers.map(({ url }) => url));
    await test(urls, dataDir, servers);
  } finally {
    for (const { child } of servers) {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has ended already.
      }
    }
    await Promise.all(servers.map(({ ended }) => ended));
    await Deno.remove(dataDir, { recursive: true });
  }
}

/** A request's status, its body read. */
async function statusOf(
  url: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<number> {
  const response = await fetch(url, { method, headers });
  await response.arrayBuffer();
  return response.status;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function issue(
  url: string,
  input: Partial<IssueKey>,
): Promise<IssuedKey> {
  const response = await fetch(`${url}/api/keys`, {
    method: "POST",
    headers: { "content-type": "application/json", ...bearer(SECRET) },
    body: JSON.stringify({ email: "ann@example.com", ...input }),
  });
  assert.equal(response.status, 201);
  assert.equal(response.headers.get("cache-control"), "no-store");
  return stamped(IssuedKey).parse(await response.json());
}

/** Calls at a time to each server: fewer than the connections it keeps from one network. */
const AT_ONCE = CONNECTION_LIMITS.perNetwork * 0.8;

/** How many of some calls, made in waves over all servers, are not refused. */
async function passed(
  urls: readonly string[],
  count: number,
  headersOf: (n: number) => Record<string, string>,
): Promise<number> {
  const statuses: number[] = [];
  while (statuses.length < count) {
    const wave = Math.min(AT_ONCE * urls.length, count - statuses.length);
    statuses.push(
      ...await Promise.all(
        Array.from({ length: wave }, (_, i) => {
          const n = statuses.length + i;
          return statusOf(`${urls[n % urls.length]}/api/tract/1`, headersOf(n));
        }),
      ),
    );
  }
  assert(statuses.every((status) => status === 400 || status === 429));
  return statuses.filter((status) => status === 400).length;
}

Deno.test("two servers let exactly 30 anonymous calls and exactly a key's bucket through, and keep no secret in the clear", async () => {
  await withServers(2, {}, async (urls, dataDir, servers) => {
    const began = performance.now();
    const anonymous = await passed(urls, 400, (n) => ({
      "x-forwarded-for": `198.51.100.${n % 250}`,
    }));
    const minutes = Math.ceil((performance.now() - began) / 60_000);
    assert(anonymous >= 30 && anonymous <= 30 * minutes, `${anonymous}`);

    const { key } = await issue(urls[0], { rpm_limit: 12 });
    const start = performance.now();
    const keyed = await passed(urls, 200, () => bearer(key));
    const back = Math.ceil((performance.now() - start) / 5_000);
    assert(keyed >= 12 && keyed < 12 + back, `${keyed}`);

    // Secrets in every place a caller may put one.
    const other = await issue(urls[1], { scopes: "read,underwrite" });
    const at = `${urls[0]}/api/comps/41.8381,-87.6513`;
    assert.equal(await statusOf(at, bearer(other.key)), 200);
    await statusOf(`${at}?key=${other.key}`);
    await statusOf(`${urls[0]}/mcp?access_token=${other.key}`, {}, "POST");
    await statusOf(at, bearer(`${other.key}x`));
    await statusOf(at, { authorization: `Basic ${other.key}` });
    await statusOf(at, { "x-request-id": other.key });
    await statusOf(`${urls[0]}/api/comps/${other.key}`, bearer(other.key));
    await statusOf(
      `${urls[1]}/api/me/keys/${other.key}/revoke`,
      bearer(other.key),
      "POST",
    );
    await new Promise((resolve) => setTimeout(resolve, 600));
    for (const { child } of servers) child.kill("SIGTERM");
    await Promise.all(servers.map(({ ended }) => ended));
    const written = [
      ...servers.map(({ output }) => output.text),
      ...Array.from(
        Deno.readDirSync(dataDir),
        ({ name }) => latin1(Deno.readFileSync(`${dataDir}/${name}`)),
      ),
    ].join("\n");
    assert(written.includes(other.id), "the store was read");
    for (const secret of [key, other.key]) {
      assert(!written.includes(secret.slice(12, 55)), "a key in the clear");
    }
    assert(!written.includes(SECRET), "the write secret in the clear");
  });
});

function latin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

Deno.test("a key revoked on one server is refused by another within a second, over KV Connect", async () => {
  await using store = await STORES.find(({ name }) => name === "KV Connect")!
    .start();
  const env = {
    KV_URL: store.url,
    DENO_KV_ACCESS_TOKEN: Deno.env.get("DENO_KV_ACCESS_TOKEN")!,
  };
  await withServers(2, env, async ([here, there]) => {
    const { id, key } = await issue(here, { rpm_limit: 10_000 });
    const ask = () => statusOf(`${there}/api/me/keys`, bearer(key));
    assert.equal(await ask(), 200);
    assert.equal(
      await statusOf(`${here}/api/keys/${id}/revoke`, bearer(SECRET), "POST"),
      200,
    );
    // Whatever is asked a second later is refused, however long the answer takes.
    const revoked = performance.now();
    for (;;) {
      const asked = performance.now();
      if (await ask() === 401) break;
      assert(asked - revoked < 1_000, "not within a second");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
});

Deno.test("a server that is stopped has written every call", async () => {
  await withServers(1, {}, async ([url], dataDir, [server]) => {
    const { id, key } = await issue(url, { rpm_limit: 1_000 });
    await Promise.all(
      Array.from(
        { length: 40 },
        () => statusOf(`${url}/api/me/keys`, bearer(key)),
      ),
    );
    server.child.kill("SIGTERM");
    assert.equal((await server.ended).code, 0);
    using kv = await openStore({ dataDir });
    const usage = await readUsage(kv, id, 2, Date.now());
    assert.equal(usage.total.calls, 40);
    const page = await readAudit(kv, id, Date.now(), { limit: 100 });
    assert.equal(page.entries.length, 40);
    const { keys: [{ last_used }] } = await listKeys(kv, Date.now(), {
      limit: 200,
    });
    assert(last_used);
  });
});

const WORKER = fileURLToPath(new URL("kill_worker.ts", import.meta.url));
const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));

/** What a killed process had said before. */
interface Said {
  readonly issued: string[];
  readonly revoked: string[];
  readonly noted: string[];
}

/** Calls of each key, in `kill_worker.ts`. */
const CALLS = 5;

/** The calls of a key that are written. */
const callsOf = async (kv: Deno.Kv, id: string) =>
  (await readAudit(kv, id, Date.now(), { limit: 200 })).entries;

/**
 * Runs a process that changes the store, and kills it when it has said so many lines.
 *
 * @param more waits for something else before the kill; told the first key that it issued
 */
async function killed(
  path: string,
  count: number,
  more: (id: string) => Promise<unknown>,
): Promise<Said> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", "--config", CONFIG, WORKER, path],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let text = "";
  const lines = () =>
    text.split("\n").slice(0, -1).map((line) => line.split(" "));
  let dying: Promise<unknown> | undefined;
  for await (const each of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += each;
    if (dying || lines().length < count) continue;
    dying = more(lines()[0][1]).finally(() => child.kill("SIGKILL"));
  }
  await dying;
  await child.status;
  const said = (word: string) =>
    lines().flatMap(([each, id]) => each === word ? id : []);
  return {
    issued: said("issued"),
    revoked: said("revoked"),
    noted: said("noted"),
  };
}

Deno.test("killed fifty times, a store has every acknowledged key and revocation, and no half record", async () => {
  const dir = await Deno.makeTempDir();
  const path = `${dir}/kv`;
  {
    using kv = await Deno.openKv(path);
    await issueKey(kv, IssueKey.parse({ email: "a@example.com" }), Date.now());
  }
  using kv = await Deno.openKv(path);
  const all: Said[] = [];
  /** Calls that were written while the process that noted them went on. */
  const early: string[] = [];
  // Two at a time, so that a writer is always alive while another one dies.
  await Promise.all([0, 1].map(async () => {
    for (let n = 0; n < 25; n++) {
      const isLong = n === 12;
      const said = await killed(
        path,
        1 + 5 * n % 21,
        (id) =>
          isLong
            ? until(async () => (await callsOf(kv, id)).length === CALLS)
            : new Promise((resolve) => setTimeout(resolve, 13 * n % 23)),
      );
      if (isLong) early.push(...said.noted.slice(0, CALLS));
      all.push(said);
    }
  }));
  const now = Date.now();
  const keys = new Map<string, KeyView>();
  let cursor: string | undefined;
  do {
    const page = await listKeys(kv, now, { limit: 200, cursor });
    for (const key of page.keys) keys.set(key.id, key);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  const issued = all.flatMap((said) => said.issued);
  const revoked = all.flatMap((said) => said.revoked);
  assert(issued.length > 50 && revoked.length > 20, `${issued.length}`);
  for (const id of issued) assert(keys.has(id), `${id} is lost`);
  for (const id of revoked) assert.equal(keys.get(id)?.state, "revoked");
  const audited = new Set<string>();
  for (const id of keys.keys()) {
    const entries = await callsOf(kv, id);
    for (const entry of entries) {
      audited.add(AuditEntry.parse(entry).request_id);
    }
    const { total } = await readUsage(kv, id, 2, now);
    assert.deepEqual(total, {
      calls: entries.length,
      cost_units: entries.length * 3,
    });
  }
  assert.equal(early.length, 2 * CALLS);
  for (const id of early) assert(audited.has(id), "a written call is lost");
  await Deno.remove(dir, { recursive: true });
});
