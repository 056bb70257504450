/** The operator's commands, against a server and on a store. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { runDaily } from "../../core/jobs/daily.ts";
import { keysIn } from "../../core/access/keys.ts";
import { IssueKey } from "../../contracts/keys.ts";
import { digestStore } from "../../core/store/backup.ts";
import { publishSnapshot } from "../../core/snapshot/published/publish.ts";
import { WRITE_SECRET } from "../../harness/access.ts";
import { post } from "../../harness/app.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import { listen } from "../../routes/listen.ts";
import { dies, service } from "../routes/operator/service.ts";
import { twoflat } from "./in_process.ts";

/** The operator's server, listening. */
async function served() {
  const s = await service();
  const server = listen(s.app, "127.0.0.1", 0);
  const settings = {
    TWOFLAT_SERVER: server.url,
    TWOFLAT_WRITE_SECRET: WRITE_SECRET,
    NO_COLOR: "1",
  };
  return {
    ...s,
    twoflat: (...args: string[]) => twoflat(settings, ...args),
    async [Symbol.asyncDispose]() {
      await server.stop();
      await s[Symbol.asyncDispose]();
    },
  };
}

Deno.test("twoflat health and run status exit with 1 after a run with a failure, else with 0", async () => {
  await using s = await served();
  assert.equal((await s.twoflat("health")).code, 0);
  assert.match((await s.twoflat("run", "status")).out, /No daily run/);
  const away = () => Promise.reject(new Error("the source is away"));
  await runDaily(s.kv, { feeds: away });
  const [health, status] = [
    await s.twoflat("health"),
    await s.twoflat("run", "status"),
  ];
  assert.deepEqual([health.code, status.code], [1, 1]);
  assert.match(health.out, /^attention .*\n[^]*1 of 1 steps failed/);
  assert.match(status.out, /feeds +the source is away/);
  const { last_run } = JSON.parse(
    (await s.twoflat("run", "status", "--json")).out,
  );
  assert.equal(last_run.failures, 1);
  assert.equal((await s.twoflat("run", "now", "--step", "prune")).code, 0);
  assert.equal((await s.twoflat("health")).code, 0);
});

Deno.test("twoflat run now --dry-run says what a run would do and changes nothing", async () => {
  await using s = await served();
  const { code, out } = await s.twoflat("run", "now", "--dry-run");
  assert.equal(code, 0);
  assert.match(out, /match +ok +profiles 0, matches 0/);
  assert.match((await s.twoflat("run", "status")).out, /No daily run/);
  const bad = await s.twoflat("run", "now", "--step", "dance");
  assert.equal(bad.code, 2);
  assert.match(bad.err, /one of sources, snapshot, feeds, score/);
});

Deno.test("twoflat ops exits with 1 while something needs attention; replay sends dead letters again", async () => {
  await using s = await served();
  // From the hour of the daily run on, a day without one needs attention.
  await runDaily(s.kv, {});
  assert.equal((await s.twoflat("ops")).code, 0);
  const now = Date.now();
  await dies(s.kv, "ann", "msg_1", now - 60_000);
  await dies(s.kv, "bob", "msg_2", now - 60_000);
  const state = await s.twoflat("ops");
  assert.deepEqual([state.code, /undelivered messages: 2/.test(state.out)], [
    1,
    true,
  ]);
  assert.match(
    (await s.twoflat("ops", "dead-letters")).out,
    /msg_1 .* 1 +it answered 500/,
  );
  const one = await s.twoflat("ops", "replay", "msg_1");
  assert.deepEqual([one.code, one.out], [0, "1 message queued again"]);
  assert.equal((await s.twoflat("ops", "replay", "msg_1")).code, 2);
  assert.equal((await s.twoflat("ops", "replay")).code, 2);
  const since = new Date(now - 3_600_000).toISOString();
  const rest = await s.twoflat("ops", "replay", "--since", since, "--json");
  const { replayed, left } = JSON.parse(rest.out);
  assert.deepEqual([replayed, left], [1, 0]);
  assert.equal(
    (await s.twoflat("ops", "dead-letters")).out,
    "No dead letters.",
  );
  assert.equal((await s.twoflat("ops")).code, 0);
});

Deno.test("twoflat reports lists what was reported, and resolves it with a note", async () => {
  await using s = await served();
  const { pin } = s.listings[0];
  await s.app.fetch(post("/api/report-value", {
    property_id: pin,
    reason: "It was rebuilt in 2024.",
  }));
  const listed = await s.twoflat("reports", "list", "--json");
  const [{ report_id }] = JSON.parse(listed.out).reports;
  assert.match(
    (await s.twoflat("reports", "list")).out,
    /It was rebuilt in 2024\. +open/,
  );
  const resolve = () =>
    s.twoflat("reports", "resolve", report_id, "--note", "permit confirmed");
  const resolved = await resolve();
  assert.deepEqual([resolved.code, resolved.out], [0, `${report_id} resolved`]);
  assert.match((await s.twoflat("reports", "list")).out, / resolved/);
  assert.notEqual((await resolve()).code, 0);
});

Deno.test("twoflat replay computes an answer again, and refuses an id that is not known", async () => {
  await using s = await served();
  const key = await s.issue({ scopes: "read,underwrite" });
  const headers = { authorization: `Bearer ${key}` };
  const answer = await s.app.fetch(
    post("/api/tools/get_comps", { property_id: s.listings[0].pin }, headers),
  );
  const { valuation_id } = await answer.json();
  const replay = (id: string) => s.twoflat("replay", id, "--key", key);
  const same = await replay(valuation_id);
  assert.equal(same.code, 0, same.err);
  assert.match(
    same.out,
    /^identical: every figure is the same\nget_comps for/,
  );
  assert.equal((await replay(`val_${"0".repeat(32)}`)).code, 2);
});

Deno.test("the operator's commands need the write secret, and a server that answers", async () => {
  const server = "http://127.0.0.1:1";
  const without = await twoflat({ TWOFLAT_SERVER: server }, "ops");
  assert.deepEqual([without.code, /TWOFLAT_WRITE_SECRET/.test(without.err)], [
    2,
    true,
  ]);
  const away = await twoflat({ TWOFLAT_SERVER: server }, "health");
  assert.equal(away.code, 1);
});

Deno.test("twoflat backup and restore bring a store back row by row; doctor tells what is wrong", async () => {
  const dir = await Deno.makeTempDir();
  const [from, to] = [join(dir, "from"), join(dir, "to")];
  const file = join(dir, "backups", "2026-11-22.kv");
  await Deno.mkdir(from);
  await Deno.mkdir(to);
  const at = (dataDir: string) => ({
    TWOFLAT_DATA_DIR: dataDir,
    TWOFLAT_SNAPSHOT: snapshot.dir,
    NO_COLOR: "1",
  });
  const snapshot = await demoSnapshot();
  const missing = await twoflat(at(from), "backup", file);
  assert.match(missing.err, /there is no store/);
  const kv = await Deno.openKv(join(from, "twoflat.kv"));
  const input = { email: "ann@example.com", scopes: "read" };
  for (let i = 0; i < 20; i++) await keysIn(kv).issue(IssueKey.parse(input));
  const { rows, sha256 } = await digestStore(kv);
  const made = JSON.parse(
    (await twoflat(at(from), "backup", file, "--json")).out,
  );
  assert.deepEqual([made.rows, made.sha256], [rows, sha256]);
  assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
  assert.equal((await twoflat(at(from), "backup", file)).code, 2);
  const full = await twoflat(at(from), "restore", file);
  assert.match(full.err, /the store is not empty/);
  kv.close();
  const leftover = join(to, "twoflat.kv-wal");
  await Deno.writeTextFile(leftover, "of a server that crashed");
  const refused = await twoflat(at(to), "restore", file);
  assert.match(refused.err, /twoflat\.kv-wal of an earlier store is left/);
  await Deno.remove(leftover);
  const restored = await twoflat(at(to), "restore", file);
  assert.equal(restored.code, 0, restored.err);
  assert.match(restored.out, new RegExp(`^${rows} rows restored`));
  using again = await Deno.openKv(join(to, "twoflat.kv"));
  assert.deepEqual(await digestStore(again), { rows, sha256 });
  await keysIn(again).issue(IssueKey.parse(input));
  await Deno.writeTextFile(
    `${file}.json`,
    JSON.stringify({ ...made, file: undefined, sha256: "0".repeat(64) }),
  );
  const forged = await twoflat(at(join(dir, "else")), "restore", file);
  assert.match(forged.err, /matches its digest/);

  await Deno.remove(`${file}.json`);
  const bare = await twoflat(at(join(dir, "else")), "restore", file);
  assert.match(bare.err, /2026-11-22\.kv\.json cannot be read/);

  const well = await twoflat(at(to), "doctor", "--json");
  const outcomes = (text: string) =>
    Object.fromEntries(
      JSON.parse(text).findings.map((
        { check, outcome }: Record<string, string>,
      ) => [check, outcome]),
    );
  assert.equal(outcomes(well.out).store, "ok");
  assert.equal(outcomes(well.out)["outbound requests"], "ok");
  await runDaily(again, { feeds: () => Promise.reject(new Error("away")) });
  const ill = await twoflat(
    {
      ...at(to),
      TWOFLAT_SNAPSHOT: join(dir, "nothing"),
      TWOFLAT_FEEDS: join(dir, "no feeds"),
      TWOFLAT_SOURCES: join(dir, "no sources"),
      TWOFLAT_OUTBOUND_CA: file,
    },
    "doctor",
    "--json",
  );
  assert.equal(ill.code, 1);
  const problems = Object.entries(outcomes(ill.out))
    .filter(([, outcome]) => outcome === "problem").map(([check]) => check);
  assert.deepEqual(problems, [
    "snapshot",
    "daily run",
    "feeds",
    "county's sources",
    "outbound requests",
  ]);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("a snapshot's address serves the command line too", async () => {
  const { dir, id } = await demoSnapshot();
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  await publishSnapshot(dir, {
    address: "here",
    get: () => Promise.reject(new Error("not read")),
    put: (path, bytes) => Promise.resolve(void files.set(`/${path}`, bytes)),
  });
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    ({ url }) => {
      const found = files.get(new URL(url).pathname);
      return new Response(found, { status: found ? 200 : 404 });
    },
  );
  const dataDir = await Deno.makeTempDir();
  const settings = {
    TWOFLAT_SNAPSHOT: `http://127.0.0.1:${server.addr.port}`,
    TWOFLAT_DATA_DIR: dataDir,
    TWOFLAT_TODAY: DEMO_DAY,
  };
  const { code, err } = await twoflat(settings, "coverage", "--json");
  assert.equal(code, 0, err);
  assert.ok((await Deno.stat(join(dataDir, "snapshots", id))).isDirectory);
  await Deno.remove(dataDir, { recursive: true });
});
