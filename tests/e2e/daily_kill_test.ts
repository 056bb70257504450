import assert from "node:assert/strict";
import { RUN_STEPS, type RunReport } from "../../contracts/runs.ts";
import { readEvents } from "../../core/store/events/log.ts";
import { lastRun, RUN_LEASE_MS } from "../../core/store/runs.ts";
import { demoSnapshot } from "../../harness/demo.ts";
import { addProfile, NOON } from "../jobs/alerts/listings.ts";

/** The full measure is `RUNS=20 KILLS=10`. */
const RUNS = Number(Deno.env.get("RUNS") ?? 4);
const KILLS = Number(Deno.env.get("KILLS") ?? 2);
const DAY = 86_400_000;

/** Starts a run; `kill` ends it in its middle. */
async function start(store: string, at: number) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "-P=test",
      import.meta.resolve("./daily_process.ts"),
      store,
      String(at),
    ],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  // Its report may come with its first line.
  const { value: first = "" } = await reader.read();
  return {
    async kill() {
      child.kill("SIGKILL");
      await child.status;
      await reader.cancel();
    },
    async report(): Promise<RunReport | null> {
      let text = first;
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        text += value;
      }
      await child.status;
      return JSON.parse(text.trim().split("\n").at(-1)!);
    },
  };
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
    while (killed < KILLS && killed <= day * KILLS / RUNS) {
      const run = await start(store, at);
      await new Promise((resolve) => setTimeout(resolve, (killed * 83) % 400));
      await run.kill();
      killed++;
      // Later than the lease can have been renewed, however slow the machine is.
      at += RUN_LEASE_MS + 600_000;
    }
    const report = await (await start(store, at)).report();
    using kv = await Deno.openKv(store);
    const last = await lastRun(kv);
    assert.ok(last, "a run is finished");
    assert.equal(last.date, new Date(at).toISOString().slice(0, 10));
    // Null where the killed process had finished just before.
    if (report) assert.deepEqual(report, last);
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
