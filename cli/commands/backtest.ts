import { writeFile } from "node:fs/promises";
import {
  Command,
  type CommandUnknownOpts,
  Option,
} from "@commander-js/extra-typings";
import { invalidParams } from "../../contracts/errors.ts";
import { MODELLED_TYPES } from "../../core/engine/tables.ts";
import { knownTownship } from "../../core/engine/places/named.ts";
import { isoOf } from "../../core/engine/snapshot.ts";
import { type Backtest, backtest } from "../../core/modeling/backtest.ts";
import { worstMisses } from "../../core/modeling/worst_misses.ts";
import type { Miss } from "../../core/engine/backtest/misses.ts";
import { priceIndices } from "../../core/engine/backtest/price_index.ts";
import { modelVersion } from "../../core/engine/valuation/model/model_version.ts";
import { backtestReport } from "../report/report.ts";
import type { Snapshot } from "../../core/snapshot/open.ts";
import { backtestCsv } from "../backtest_csv.ts";
import { settings } from "../context.ts";
import { periodOf } from "../day.ts";
import { openNamed } from "../named_snapshot.ts";
import { duration, plural } from "../format.ts";
import { jsonOption, snapshotOption } from "../options.ts";
import { noteWritten, outFile } from "../out_file.ts";
import { note, print, printJson } from "../output.ts";
import { withProgress } from "../progress.ts";
import { backtestText, flipsText } from "../render/backtest.ts";
import { priceModelOption, startWorker, workersOption } from "../workers.ts";

/** Lines of the report's price chart. */
const REPORTED_INDICES = 6;

/** `twoflat backtest`: how well the engine would have valued past sales at the time. */
export function backtestCommand(): CommandUnknownOpts {
  return new Command("backtest")
    .summary("value past sales as of their own days, and measure the errors")
    .description(
      "Values every arm's-length sale since --from with what was known before its own day, and compares value and price. The model is retrained along the way, each time on earlier sales only. Intervals and confidence are learned from earlier sales too. A fitted model of the snapshot is not used.",
    )
    .addOption(snapshotOption())
    .requiredOption("--from <date>", "first sale day to test, YYYY-MM-DD")
    .option("--to <date>", "last sale day to test; default the newest")
    .addOption(
      new Option("--prop-type <type>", "only sales of this property type")
        .choices(MODELLED_TYPES),
    )
    .addOption(
      new Option(
        "--publication-lag-days <n>",
        "days until a sale is known, because deeds take weeks to be published",
      ).default(0).argParser((text) => {
        if (!/^\d{1,4}$/.test(text)) {
          throw invalidParams(
            "publication-lag-days",
            "a whole number from 0 to 9999",
          );
        }
        return Number(text);
      }),
    )
    .addOption(priceModelOption())
    .option("--out <file>", "write every tested sale to this CSV file")
    .option(
      "--report <file>",
      "write an HTML report: charts, fairness, the 20 worst misses explained",
    )
    .option(
      "--flips",
      "measure how well values predicted resales within 18 months",
    )
    .addOption(workersOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `
Examples:
  $ twoflat backtest --snapshot cook.snapshot --from 2022-07-01
  # every sale with its value, and a report to read
  $ twoflat backtest --snapshot cook.snapshot --from 2022-07-01 --out sales.csv --report report.html
  # as if deeds took a quarter to be published
  $ twoflat backtest --snapshot cook.snapshot --from 2022-07-01 --publication-lag-days 90`,
    )
    .action(run);
}

/** What was asked. */
interface Asked {
  readonly propType?: string;
  readonly publicationLagDays: number;
  readonly priceModel: "linear" | "trees";
  readonly flips?: true;
}

/** The options of `twoflat backtest`. */
interface BacktestOptions extends Asked {
  readonly snapshot?: string;
  readonly from: string;
  readonly to?: string;
  readonly workers?: number;
  readonly out?: string;
  readonly report?: string;
  readonly json?: true;
}

async function run(options: BacktestOptions): Promise<void> {
  const started = performance.now();
  const { from, to } = periodOf(options);
  const csv = options.out === undefined
    ? undefined
    : outFile("out", options.out);
  const report = options.report === undefined
    ? undefined
    : outFile("report", options.report);
  const config = settings();
  const snapshot = await openNamed(
    options.snapshot ?? config.snapshot,
    config.dataDir,
  );
  const rolling = {
    lag: options.publicationLagDays,
    priceModel: options.priceModel,
    workers: options.workers,
    start: startWorker,
  };
  const { propType } = options;
  const result = await withProgress(
    "backtest",
    (observer) =>
      backtest(snapshot, { ...rolling, ...observer, from, to, propType }),
  );
  if (csv) {
    await writeFile(csv.path, backtestCsv(result.sales));
    noteWritten(csv);
  }
  if (report) {
    const misses = await withProgress(
      "report",
      (observer) => worstMisses(snapshot, result, { ...rolling, ...observer }),
    );
    const html = await reportOf(snapshot, result, options, misses);
    await writeFile(report.path, html);
    noteWritten(report);
  }
  printResult(snapshot, result, options);
  note(
    `${plural(result.sales.length, "sale")} tested in ${
      duration(performance.now() - started)
    }`,
  );
}

function printResult(
  snapshot: Snapshot,
  result: Backtest,
  options: BacktestOptions,
): void {
  if (options.json) return printJson(summary(snapshot, result, options));
  print(backtestText(result.figures));
  if (options.flips) print(flipsText(result.flipFigures));
}

/** The report as HTML. */
function reportOf(
  snapshot: Snapshot,
  result: Backtest,
  asked: Asked,
  misses: readonly Miss[],
): Promise<string> {
  return backtestReport({
    snapshot: snapshot.id,
    synthetic: snapshot.synthetic,
    modelVersion: modelVersion(snapshot),
    priceModel: asked.priceModel,
    lag: asked.publicationLagDays,
    propType: asked.propType ?? null,
    backtest: result,
    indices: priceIndices(snapshot, REPORTED_INDICES),
    misses,
    nameOf: (segment) => segmentName(snapshot, segment),
  });
}

/** `Orland sfh` for `28|sfh`; the code where the snapshot does not name the township. */
function segmentName(snapshot: Snapshot, segment: string): string {
  const [township, propType] = segment.split("|");
  const name = knownTownship(snapshot, township) ?? township;
  return `${name} ${propType}`;
}

/** What was asked, and all figures. */
function summary(
  snapshot: Snapshot,
  { sales, figures, flipFigures }: Backtest,
  asked: Asked,
) {
  return {
    snapshot: snapshot.id,
    synthetic: snapshot.synthetic,
    from: isoOf(sales[0].day),
    to: isoOf(sales[sales.length - 1].day),
    prop_type: asked.propType ?? null,
    publication_lag_days: asked.publicationLagDays,
    priceModel: asked.priceModel,
    ...figures,
    ...(asked.flips ? { flips: flipFigures } : {}),
  };
}
