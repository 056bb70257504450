import assert from "node:assert/strict";
import { type DailySteps, runDaily } from "../../core/jobs/daily.ts";
import {
  claimRun,
  endStep,
  finishRun,
  lastRun,
  renewRun,
  RUN_LEASE_MS,
  runOf,
} from "../../core/store/runs.ts";

const NOON = Date.UTC(2026, 10, 22, 13);

/** Steps that note when they run. */
function steps(done: string[], failing?: string): DailySteps {
  const step = (name: string) => () => {
    done.push(name);
    return name === failing
      ? Promise.reject(new Error("the source is away"))
      : Promise.resolve({ rows: 1 });
  };
  return { feeds: step("feeds"), match: step("match"), prune: step("prune") };
}

Deno.test("runDaily() does each step once a day, and last_run tells how it went", async () => {
  using kv = await Deno.openKv(":memory:");
  const done: string[] = [];
  assert.equal(await lastRun(kv), null);
  const report = await runDaily(kv, steps(done), { now: () => NOON });
  assert.deepEqual(done, ["feeds", "match", "prune"]);
  assert.deepEqual(await lastRun(kv), report);
  assert.deepEqual([report?.date, report?.failures], ["2026-11-22", 0]);
  assert.equal(await runDaily(kv, steps(done), { now: () => NOON }), null);
  assert.equal(done.length, 3);
  await runDaily(kv, steps(done), { now: () => NOON + 86_400_000 });
  assert.equal(done.length, 6);
});

Deno.test("runDaily() goes on after a step that fails, and says why it did", async () => {
  using kv = await Deno.openKv(":memory:");
  const done: string[] = [];
  const report = await runDaily(kv, steps(done, "feeds"), { now: () => NOON });
  assert.deepEqual(done, ["feeds", "match", "prune"]);
  assert.equal(report?.failures, 1);
  assert.equal(report?.steps[0].error, "the source is away");
});

Deno.test("a run by hand does one step again; a rehearsal claims and keeps nothing", async () => {
  using kv = await Deno.openKv(":memory:");
  const done: string[] = [];
  const now = () => NOON;
  await runDaily(kv, steps(done), { now });
  const again = await runDaily(kv, steps(done), {
    now,
    again: true,
    step: "match",
  });
  assert.deepEqual(again?.steps.map(({ name }) => name), ["match"]);
  const before = await lastRun(kv);
  const dry = await runDaily(kv, steps(done), { now, dryRun: true });
  assert.equal(dry?.steps.length, 3);
  assert.deepEqual(await lastRun(kv), before);
});

Deno.test("a server that is silent for a lease loses its run; the next goes on after its last step", async () => {
  using kv = await Deno.openKv(":memory:");
  const dead = (await claimRun(kv, "2026-11-22", NOON))!;
  const step = {
    name: "feeds",
    started_at: new Date(NOON).toISOString(),
    ms: 1,
    counts: {},
    error: null,
  } as const;
  assert.equal(await endStep(kv, dead, step, NOON), true);
  assert.equal(await claimRun(kv, "2026-11-22", NOON + 1), null);
  const done: string[] = [];
  const later = NOON + RUN_LEASE_MS + 1;
  const report = await runDaily(kv, steps(done), { now: () => later });
  assert.deepEqual(done, ["match", "prune"]);
  assert.equal(report?.attempts, 2);
  assert.equal(await renewRun(kv, dead, later), false);
  assert.equal(await endStep(kv, dead, step, later), false);
  assert.equal(await finishRun(kv, dead, later), false);
  assert.deepEqual(await runOf(kv, "2026-11-22"), report);
});
