import assert from "node:assert/strict";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { backtestCsv } from "../../cli/backtest_csv.ts";
import { backtestReport } from "../../cli/report/report.ts";
import { priceIndices } from "../../core/engine/backtest/price_index.ts";
import { isoOf } from "../../core/engine/snapshot.ts";
import { worstMisses } from "../../core/modeling/worst_misses.ts";
import { LAST_DAY } from "../engine/valuation/county.ts";
import {
  backtestOf,
  FROM,
  inMemory,
  VILLAGE,
  writeVillage,
} from "../modeling/county.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const HEAD =
  "property_id,sale_date,sale_price,prop_type,segment,state,refusal,base,conservative,aggressive,confidence,n_comps";

/** The village with a parcel whose address would be markup. */
const rows = {
  ...VILLAGE,
  parcels: VILLAGE.parcels.map((parcel) => ({
    ...parcel,
    address: `<b>${parcel.address}</b>`,
  })),
  // One house of which neither price nor area can be right.
  sales: VILLAGE.sales.map((sale, i) =>
    i === 7
      ? {
        ...sale,
        sale_date: FROM + 9,
        sale_price: 31_000,
        rejected: "outlier_price",
      }
      : i === 9
      ? {
        ...sale,
        sale_date: FROM + 3,
        bldg_sqft: NaN,
        rejected: "missing_facts",
      }
      : sale
  ),
};
const options = { workers: 0, priceModel: "linear" } as const;
const result = await backtestOf(rows, options);

Deno.test("the backtest's CSV has a row for every sale, also those without a value", () => {
  const csv = backtestCsv(result.sales);
  assert.equal(csv.split("\n")[0], HEAD);
  const records: Record<string, string>[] = parse(csv, { columns: true });
  assert.equal(records.length, result.sales.length);
  const unscored = records.filter(({ state }) => state === "unscored");
  assert.equal(unscored.length, 1);
  assert.deepEqual(
    [unscored[0].base, unscored[0].confidence, unscored[0].refusal],
    ["", "", "missing_facts"],
  );
  for (const record of records) {
    if (record.state === "unscored") continue;
    const [low, base, high] = ["conservative", "base", "aggressive"]
      .map((name) => Number(record[name]));
    assert(low <= base && base <= high && Number.isInteger(base));
  }
});

Deno.test("the report is one file that needs no network, with every chart and the worst miss explained", async () => {
  const snapshot = inMemory(rows);
  const misses = await worstMisses(snapshot, result, options);
  assert.equal(misses.length, 20);
  assert.equal(misses[0].sale.price, 31_000);
  assert.match(misses[0].remarks[0], /validation would not use it/);
  assert(misses[0].comps.length > 0);
  const page = await backtestReport({
    snapshot: snapshot.id,
    synthetic: true,
    modelVersion: "m",
    priceModel: "linear",
    lag: 0,
    propType: null,
    backtest: result,
    indices: priceIndices(snapshot, 3),
    misses,
    nameOf: (segment) => `named ${segment}`,
  });
  assert.doesNotMatch(
    page,
    /https?:\/\/(?!www\.w3\.org)|<script|<link|@import|url\(/,
  );
  assert.equal(
    page.match(/<svg/g)!.length,
    page.match(/aria-label="[^"]+"/g)!.length,
  );
  for (
    const heading of [
      "Error by segment",
      "Does confidence keep its word",
      "Do the intervals hold",
      "Ratio against price",
      "Price index by area",
      "Fairness",
      "The 20 worst misses",
    ]
  ) assert(page.includes(heading), heading);
  assert(page.includes("named 70|sfh"));
  assert(page.includes("not an appraisal") && page.includes("Synthetic data"));
  assert(page.includes("&lt;b&gt;") && !page.includes("<b>100"));
  assert.doesNotMatch(page, /NaN|undefined|\[object/);
});

Deno.test("worstMisses() says of a sale what the backtest said", async () => {
  const misses = await worstMisses(inMemory(rows), result, options, 5);
  for (const { sale, byComps, byPriceModel } of misses) {
    assert([byComps, byPriceModel].includes(sale.value.base));
  }
});

Deno.test("twoflat fit and backtest: what they print, write and refuse, with workers", async () => {
  const home = await Deno.makeTempDir({ prefix: "twoflat-backtest-" });
  const dir = join(home, "village");
  await writeVillage(dir, rows);
  const twoflat = async (...args: string[]) => {
    const { code, stdout, stderr } = await new Deno.Command(process.execPath, {
      args: ["run", "--quiet", "-A", "cli/main.ts", ...args],
      cwd: ROOT,
      env: { COLUMNS: "120" },
    }).output();
    const text = new TextDecoder();
    return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
  };
  try {
    const csv = join(home, "sales.csv");
    const report = join(home, "report.html");
    const from = ["--from", isoOf(FROM), "--snapshot", dir];
    await Deno.writeTextFile(csv, "an older one");
    const [told, early, nowhere, fitted] = await Promise.all([
      twoflat(
        "backtest",
        ...from,
        "--price-model=linear",
        "--workers=2",
        `--out=${csv}`,
        `--report=${report}`,
        "--json",
        "--flips",
      ),
      twoflat("backtest", "--from=1999-13-01", "--snapshot", dir),
      twoflat("backtest", ...from, "--report", join(home, "no", "r.html")),
      twoflat("fit", dir, "--price-model=linear", "--workers=1"),
    ]);
    assert.equal(told.code, 0, told.stderr);
    const answer = JSON.parse(told.stdout);
    assert.equal(answer.overall.sales, result.sales.length);
    assert.equal(answer.overall.ratios.n, result.figures.overall.ratios!.n);
    assert.equal(typeof answer.flips.flips, "number");
    assert.equal(await Deno.readTextFile(csv), backtestCsv(result.sales));
    assert.match(told.stderr, /sales\.csv, replacing the earlier file\n/);
    assert.match(await Deno.readTextFile(report), /The \d+ worst misses<\/h2>/);
    assert.equal(nowhere.code, 2);
    assert.match(nowhere.stderr, /^error: .*r\.html cannot be written/);
    assert.equal(early.code, 2);
    assert.match(early.stderr, /from.*YYYY-MM-DD/s);
    assert.equal(fitted.code, 0, fitted.stderr);
    assert.match(fitted.stdout, /70\|sfh.*72\|sfh/s);
    const after = await twoflat(
      "backtest",
      "--from",
      isoOf(LAST_DAY + 1),
      "--snapshot",
      dir,
    );
    assert.equal(after.code, 2);
    assert.match(
      after.stderr,
      /from must be a day followed by sales, after .* and up to /,
    );
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});
