import assert from "node:assert/strict";
import { join } from "node:path";
import {
  CALIBRATION_FILE,
  calibrationOf,
} from "../../core/engine/calibration/stored.ts";
import { isCalibrated } from "../../core/engine/calibration/calibrate.ts";
import { MODEL_CONFIG } from "../../core/engine/model_config.ts";
import { VALUATION_METHOD } from "../../contracts/version.ts";
import { dayOf, type SnapshotData } from "../../core/engine/snapshot.ts";
import { parcelSubject } from "../../core/engine/subject/resolve.ts";
import { marketOf } from "../../core/engine/valuation/model/market.ts";
import {
  fitPrices,
  treeTasks,
  withTrees,
} from "../../core/engine/valuation/model/price_fit.ts";
import { trainingSales } from "../../core/engine/valuation/training/sales.ts";
import {
  joinFolds,
  trainTreeFold,
} from "../../core/engine/valuation/model/trees.ts";
import { valueSubject } from "../../core/engine/valuation/value.ts";
import { ingestDirectory } from "../../core/ingest/directory.ts";
import { fitSnapshot } from "../../core/modeling/fit.ts";
import type { Manifest } from "../../core/snapshot/manifest.ts";
import { writeDemoCounty } from "../../fixtures/demo/county.ts";
import { seeded } from "../engine/valuation/county.ts";

const TODAY = dayOf("2026-11-01");
const TREES = 6;

const home = await Deno.makeTempDir({ prefix: "twoflat-fit-" });
const county = join(home, "county");
await writeDemoCounty({ dir: county, sales: 2_400, today: TODAY });
addEventListener("unload", () => Deno.removeSync(home, { recursive: true }));

/** Ingests a directory of county files and fits the snapshot with few trees. */
async function fitted(
  name: string,
  source = county,
  options: Parameters<typeof fitSnapshot>[1] = {},
) {
  const out = join(home, name);
  await ingestDirectory({ from: [source], out, synthetic: true });
  return await fitSnapshot(out, { workers: 0, trees: TREES, ...options });
}

const hashes = ({ model }: Manifest) =>
  model.files.map(({ file, sha256 }) => `${file} ${sha256}`);

const first = await fitted("first");

/** A copy of the county's files with other lines than the first. */
async function rewritten(
  name: string,
  change: (lines: string[], file: string) => string[],
): Promise<string> {
  const to = join(home, name);
  await Deno.mkdir(to);
  for await (const { name: file, isFile } of Deno.readDir(county)) {
    if (!isFile) continue;
    const text = await Deno.readTextFile(join(county, file));
    const [head, ...lines] = text.trimEnd().split("\n");
    await Deno.writeTextFile(
      join(to, file),
      file.endsWith(".csv")
        ? [head, ...change(lines, file)].join("\n") + "\n"
        : text,
    );
  }
  return to;
}

Deno.test("fitSnapshot() learns from the past and says on what", () => {
  const { snapshot, past } = first;
  const learned = calibrationOf(snapshot);
  assert.deepEqual(learned, JSON.parse(JSON.stringify(past.learned)));
  assert(learned && isCalibrated(learned));
  assert(learned.overall!.test_sales > 300);
  const { about, files } = snapshot.manifest.model;
  assert.equal(about!.backtested_sales, past.sales.length);
  assert(files.some(({ file }) => file === "model/trees-sfh-0.bin"));
});

Deno.test("fitSnapshot() of the same rows in another order gives the same model, to the byte", async () => {
  const random = seeded(11);
  const source = await rewritten(
    "shuffled",
    (lines) =>
      lines.map((line) => ({ line, key: random() }))
        .sort((a, b) => a.key - b.key).map(({ line }) => line),
  );
  const { snapshot } = await fitted("of-shuffled", source);
  assert.deepEqual(hashes(snapshot.manifest), hashes(first.snapshot.manifest));
  assert.equal(snapshot.id, first.snapshot.id);
});

Deno.test("fitSnapshot() gives the same model in two workers as in this thread", async () => {
  const { snapshot } = await fitted("in-workers", county, { workers: 2 });
  assert.equal(snapshot.id, first.snapshot.id);
});

Deno.test("fitSnapshot() as of a day is the fit of a county whose later sales are not there", async () => {
  const asOf = TODAY - 100;
  const source = await rewritten(
    "earlier",
    (lines, file) =>
      file === "parcel_sales.csv"
        ? lines.filter((line) => dayOf(/\d{4}-\d\d-\d\d/.exec(line)![0]) < asOf)
        : lines,
  );
  const then = await fitted("of-earlier", source);
  const now = await fitted("as-of", county, { asOf });
  assert.deepEqual(
    hashes(now.snapshot.manifest),
    hashes(then.snapshot.manifest),
  );
  assert.notDeepEqual(
    hashes(now.snapshot.manifest),
    hashes(first.snapshot.manifest),
  );
});

Deno.test("assessed values may be any: the model does not change", async () => {
  const source = await rewritten(
    "reassessed",
    (lines, file) =>
      file === "assessed_values.csv" ? lines.map(assessedTwice) : lines,
  );
  const { snapshot } = await fitted("of-reassessed", source);
  assert.notEqual(snapshot.id, first.snapshot.id);
  assert.deepEqual(hashes(snapshot.manifest), hashes(first.snapshot.manifest));
});

/** A line of assessed values with its numbers after the identifier and year doubled. */
function assessedTwice(line: string): string {
  return line.replaceAll(
    /(?<=,)(\d{4,9})(?=,|$)/g,
    (value) => value.startsWith("20") ? value : String(2 * Number(value)),
  );
}

Deno.test("a stored model answers as the one in memory that it was made from", () => {
  const { snapshot } = first;
  const training = trainingSales(snapshot);
  const ids = snapshot.tables.parcels.property_id;
  const linear = fitPrices(training, training.count);
  const trees = treeTasks(linear, (parcel) => ids.at(parcel)).map((task) =>
    task && joinFolds(
      task,
      Array.from(
        { length: MODEL_CONFIG.trees.folds },
        (_, fold) => trainTreeFold(task, fold, { trees: TREES }),
      ),
    )
  );
  assert(trees.some((each) => each));
  const market = marketOf(withTrees(linear, trees), training.count);
  const { parcels } = snapshot.tables;
  for (let row = 0; row < parcels.rows; row += Math.ceil(parcels.rows / 40)) {
    const subject = parcelSubject(snapshot, row, "property_id", null);
    assert.deepEqual(
      valueSubject(snapshot, subject, { today: TODAY }),
      valueSubject(snapshot, subject, { today: TODAY, market }),
    );
  }
});

Deno.test("fitSnapshot() on too little history says so, and nothing is shown", async () => {
  const source = await rewritten(
    "few",
    (lines, file) => file === "parcel_sales.csv" ? lines.slice(0, 60) : lines,
  );
  const { snapshot, past } = await fitted("of-few", source);
  assert.deepEqual(past.learned, {
    sales: 0,
    needed: MODEL_CONFIG.calibration.minSales,
  });
  const { parcels } = snapshot.tables;
  const states = new Set<string>();
  for (let row = 0; row < parcels.rows; row += 20) {
    const subject = parcelSubject(snapshot, row, "property_id", null);
    const { state, arv, stateReasons } = valueSubject(snapshot, subject, {
      today: TODAY,
    });
    states.add(state);
    assert.equal(arv, null);
    if (state === "suppressed") {
      assert.match(stateReasons[0], /backtested on 0 sales in all, 100 needed/);
    }
  }
  assert(states.has("suppressed"), [...states].join());
});

Deno.test("fitSnapshot() refuses a day before the first sale, naming what it expects", async () => {
  await assert.rejects(
    fitSnapshot(join(home, "first"), { asOf: dayOf("1999-01-01") }),
    { name: "Fault", code: "invalid_params", field: "as_of" },
  );
});

Deno.test("a model that another method fitted is refused in one sentence, not read wrongly", () => {
  const { snapshot } = first;
  const without = (file: string, field: string) => {
    const about = JSON.parse(
      new TextDecoder().decode(snapshot.model.get(file)),
    );
    const model = new Map(snapshot.model).set(
      file,
      new TextEncoder().encode(
        JSON.stringify({ ...about, [field]: undefined }),
      ),
    );
    return { ...snapshot, model };
  };
  const refused = (older: SnapshotData, by: string) =>
    assert.throws(
      () =>
        valueSubject(older, parcelSubject(older, 0, "property_id", null), {
          today: TODAY,
        }),
      new RegExp(
        `fitted by ${by} version, this program values by ${VALUATION_METHOD}; run \`twoflat fit\` again`,
      ),
    );
  refused(without("fit.json", "method"), "an earlier");
  refused(without("fit.json", "types"), "another");
  refused(without(CALIBRATION_FILE, "errorScale"), "another");
});
