import assert from "node:assert/strict";
import { RUN_STEPS, type RunReport } from "../../contracts/runs.ts";
import { readEvents } from "../../core/store/events/log.ts";
import { lastRun, RUN_LEASE_MS } from "../../core/store/runs.ts";
import { demoSnapshot } from "../../harness/demo.ts";
import { addProfile, NOON } from "../jobs/alerts/listings.ts";

/** The full measure is `RUNS=20 KILLS=10`; at most one kill a run. */
const RUNS = Number(Deno.env.get("RUNS") ?? 6);
const KILLS = Number(Deno.env.get("KILLS") ?? 6);
const DAY = 86_400_000;

/** Commits after each of which a run is killed in turn; no run has fewer. */
const COMMITS = 6;

/** Does a run; returns whether it was killed, after so many commits, and else its report. */
async function run(store: string, at: number, commits?: number) {
  const { success, signal, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "-P=test",
      import.meta.resolve("./daily_process.ts"),
      store,
      String(at),
      ...(commits === undefined ? [] : [String(commits)]),
    ],
    stderr: "inherit",
  }).output();
  const isKilled = signal === "SIGKILL";
  assert.ok(success || isKilled, "a run ends by itself or is killed");
  const report: RunReport | null = isKilled
    ? null
    : JSON.parse(new TextDecoder().decode(stdout));
  return { isKilled, report };
}

Deno.test(`${RUNS} daily runs with ${KILLS} kills raise one alert a listing, and last_run is true each time`, async () => {
  await demoSnapshot();
  const dir = await Deno.makeTempDir();
  const store = `${dir}/kv`;
  {
    using kv = await Deno.openKv(store);
    await addProfile(kv, "ann");
    await addProfile(kv, "bob", { strategy: "flip" });
  }
  let killed = 0;
  for (let day = 0; day < RUNS; day++) {
    let at = NOON + day * DAY;
    if (killed < KILLS && killed <= day * KILLS / RUNS) {
      const { isKilled } = await run(store, at, 1 + killed % COMMITS);
      assert.ok(isKilled, "a run has as many commits");
      killed++;
      // Later than the lease can have been renewed, however slow the machine is.
      at += RUN_LEASE_MS + 600_000;
    }
    const { report } = await run(store, at);
    using kv = await Deno.openKv(store);
    const last = await lastRun(kv);
    assert.ok(last, "a run is finished");
    assert.equal(last.date, new Date(at).toISOString().slice(0, 10));
    assert.deepEqual(report, last);
    assert.equal(last.failures, 0, JSON.stringify(last));
    assert.deepEqual(
      last.steps.map(({ name }) => name),
      RUN_STEPS.filter((name) => name !== "sources" && name !== "snapshot"),
    );
    for (const owner of ["ann", "bob"]) {
      const events = await readEvents(kv, owner, 0, 1_000);
      const ids = events.map(({ data }) =>
        (data as { readonly alert_id: string }).alert_id
      );
      assert.equal(new Set(ids).size, 8, "one for each listing");
      assert.equal(ids.length, 8, "none twice");
    }
  }
  assert.equal(killed, KILLS);
  await Deno.remove(dir, { recursive: true });
});
