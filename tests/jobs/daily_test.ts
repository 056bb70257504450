import assert from "node:assert/strict";
import { runDaily } from "../../core/jobs/daily.ts";
import { auditKey, RETENTION } from "../../core/store/metering/audit.ts";
import { claimRun, finishRun, lastRun } from "../../core/store/runs.ts";

const NOON = Date.UTC(2026, 10, 20, 13);

Deno.test("runDaily() is done once a day however many servers' clocks call it", async () => {
  using kv = await Deno.openKv(":memory:");
  assert.equal(await lastRun(kv), null);
  await kv.set(auditKey("a", NOON - RETENTION - 1, "1"), {});
  await kv.set(auditKey("a", NOON - RETENTION + 1, "2"), {});
  const runs = await Promise.all(
    Array.from({ length: 8 }, () => runDaily(kv, () => NOON)),
  );
  assert.deepEqual(runs.filter((deleted) => deleted !== null), [1]);
  assert.equal(await lastRun(kv), NOON);
  assert.equal(await runDaily(kv, () => NOON + 3_600_000), null);
  assert.equal(await runDaily(kv, () => NOON + 86_400_000), 1);
});

Deno.test("a run whose server died is taken over after its lease, and cannot be finished by the dead", async () => {
  using kv = await Deno.openKv(":memory:");
  const dead = await claimRun(kv, "2026-11-20", NOON);
  assert.equal(dead, 1);
  assert.equal(await claimRun(kv, "2026-11-20", NOON + 60_000), null);
  const heir = await claimRun(kv, "2026-11-20", NOON + 11 * 60_000);
  assert.equal(heir, 2);
  assert.equal(await finishRun(kv, "2026-11-20", dead!, NOON), false);
  assert.equal(await lastRun(kv), null);
  assert.equal(await finishRun(kv, "2026-11-20", heir!, NOON + 1), true);
  assert.equal(await lastRun(kv), NOON + 1);
});
