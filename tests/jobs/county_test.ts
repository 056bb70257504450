import assert from "node:assert/strict";
import { join } from "node:path";
import { dayOf } from "../../core/engine/snapshot.ts";
import { CountySources } from "../../core/jobs/county/county_sources.ts";
import { lossOf } from "../../core/jobs/county/refresh_county.ts";
import { type DailySteps, runDaily } from "../../core/jobs/daily.ts";
import { type DailySource, dailySteps } from "../../core/jobs/daily_steps.ts";
import { snapshotInventory } from "../../core/inventory/snapshot_inventory.ts";
import { openSnapshot } from "../../core/snapshot/open.ts";
import { sourceStatuses } from "../../core/store/source_status.ts";
import { writeDemoCounty } from "../../fixtures/demo/county.ts";
import { SodaServer } from "../../fixtures/soda/server.ts";
import { bareSnapshot } from "../../harness/sample.ts";
import { demoSnapshot } from "../../harness/demo.ts";

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 20, 13);
const IDS = {
  parcel_sales: "wvhk-k5uv",
  characteristics: "x54s-btds",
  parcel_universe: "nj4t-kc8j",
  assessed_values: "uzyt-m557",
  addresses: "3723-97qp",
} as const;

/** Returns what a snapshot would say of itself that holds this share of the demo's rows. */
async function candidate(share: number) {
  const { tables } = await demoSnapshot();
  return {
    rows: Object.fromEntries(
      Object.entries(tables).map(([name, { rows }]) => [name, rows * share]),
    ),
    newestSale: "2026-11-01",
    isCalibrated: true,
  };
}

Deno.test("lossOf() tells what a snapshot has lost against the one in use", async () => {
  const current = await demoSnapshot();
  const whole = await candidate(1);
  assert.equal(lossOf(whole, current), null);
  assert.equal(lossOf(await candidate(0.95), current), null);
  assert.match(
    lossOf(await candidate(0.8), current)!,
    /^it has [\d.]+ \w+, the/,
  );
  assert.match(
    lossOf({ ...whole, newestSale: "2026-09-01" }, current)!,
    /newest sale is of 2026-09-01/,
  );
  assert.match(
    lossOf({ ...whole, isCalibrated: false }, current)!,
    /too short/,
  );
  assert.equal(lossOf({ ...whole, isCalibrated: false }, bareSnapshot()), null);
});

Deno.test("the daily run refreshes the county's sources in their turn, makes a snapshot, and says why not", async () => {
  const dir = await Deno.makeTempDir();
  using kv = await Deno.openKv(":memory:");
  const county = join(dir, "county");
  await writeDemoCounty({
    dir: county,
    sales: 500,
    today: dayOf("2026-11-20"),
  });
  const datasets: Record<string, string> = {};
  for (const [name, id] of Object.entries(IDS)) {
    datasets[id] = await Deno.readTextFile(join(county, `${name}.csv`));
  }
  await using portal = await SodaServer.start({ datasets });
  const target = join(dir, "live");
  let snapshot = bareSnapshot();
  const stepsWith = (more: Record<string, unknown>): DailySteps => {
    const sources = CountySources.parse({
      county: { every_days: 7, base_url: portal.url },
      reference: [join(county, "reference")],
      price_model: "linear",
      ...more,
    });
    const source: DailySource = {
      kv,
      snapshot: () => snapshot,
      inventory: () => snapshotInventory(snapshot),
      today: () => dayOf("2026-11-20"),
      feeds: [],
      env: () => undefined,
      county: { task: { sources, dir: join(dir, "work") }, target },
      async refreshSnapshot() {
        const next = await openSnapshot(target);
        const isNewer = next.id !== snapshot.id;
        snapshot = next;
        return isNewer;
      },
    };
    return dailySteps(source);
  };
  const run = async (day: number, more: Record<string, unknown> = {}) => {
    const report = await runDaily(kv, stepsWith(more), {
      now: () => NOON + day * DAY,
    });
    const [sources, replaced] = report!.steps;
    return { ...sources, replaced: replaced.counts.replaced };
  };

  const first = await run(0);
  assert.equal(first.error, null);
  assert.deepEqual(
    [first.counts.due, first.counts.snapshots, first.replaced],
    [1, 1, 1],
  );
  const { id, tables: { sales: { rows } } } = snapshot;
  assert.equal(rows, portal.dataset(IDS.parcel_sales).size);

  // Not its turn; then its turn, with nothing new.
  assert.deepEqual((await run(1)).counts, {
    sources: 1,
    due: 0,
    refreshed: 0,
    rows: 0,
    snapshots: 0,
  });
  const idle = await run(7);
  assert.deepEqual([idle.counts.refreshed, idle.counts.snapshots], [1, 0]);

  // Something new, while another source fails: that is said, and stops nothing but itself.
  portal.dataset(IDS.parcel_sales).insert("2026-11-27T06:00:00.000Z", {
    row_id: "new",
    sale_date: "2026-11-18T00:00:00.000",
  });
  const half = await run(14, { chicago: { base_url: portal.url } });
  assert.deepEqual([half.counts.due, half.counts.refreshed], [2, 1]);
  assert.match(
    half.error!,
    /^chicago: the portal has no dataset .*no new snapshot: chicago could not be downloaded$/,
  );
  assert.equal(snapshot.id, id);
  const away = (await sourceStatuses(kv)).find(({ name }) =>
    name === "chicago"
  );
  assert.match(away!.error!, /no dataset/);

  // What came is not forgotten: the next run makes the snapshot, though nothing is due.
  const next = await run(15);
  assert.deepEqual(
    [next.error, next.counts.due, next.counts.snapshots, next.replaced],
    [null, 0, 1, 1],
  );
  assert.equal(snapshot.tables.sales.rows, rows + 1);

  // A portal that lost half of its sales changes nothing that is served.
  const served = snapshot.id;
  portal.dataset(IDS.parcel_sales).remove(Math.floor(rows / 2));
  const lost = await run(22);
  assert.match(
    lost.error!,
    /^no new snapshot: it has \d+ sales, the one in use \d+$/,
  );
  assert.deepEqual([lost.replaced, snapshot.id], [0, served]);
  await Deno.remove(dir, { recursive: true });
});
