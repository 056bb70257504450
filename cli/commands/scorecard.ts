import { readFile, writeFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { parse } from "csv-parse/sync";
import { invalidParams } from "../../contracts/errors.ts";
import { monthOf, monthStart } from "../../core/engine/calendar.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import {
  type MeasuredElsewhere,
  MeasuredElsewhereFile,
  withMeasuredElsewhere,
} from "../../core/modeling/measured_elsewhere.ts";
import {
  type OtherEstimates,
  scorecard,
  type ScorecardRow,
} from "../../core/modeling/scorecard.ts";
import { openSnapshot, type Snapshot } from "../../core/snapshot/open.ts";
import { periodOf } from "../day.ts";
import { jsonOption } from "../options.ts";
import { noteWritten, outFile } from "../out_file.ts";
import { print, printJson } from "../output.ts";
import { withProgress } from "../progress.ts";
import { scorecardMarkdown, scorecardText } from "../render/scorecard.ts";
import { priceModelOption, startWorker, workersOption } from "../workers.ts";

/** Months of sales that are tested where no first day is named. */
const MONTHS = 6;

/** `twoflat scorecard`: markets and methods side by side, on the same past sales. */
export function scorecardCommand(): CommandUnknownOpts {
  return new Command("scorecard")
    .summary("compare markets and methods on past sales")
    .description(
      "Backtests one or more snapshots, and compares the errors with those of simpler methods on the same sales: rule comps, the area's median price per square foot, the county's own values where the snapshot has them, and other providers' estimates from a CSV file. The last row of a fitted snapshot is what it publishes, as disclosures and the coverage page quote it.",
    )
    .argument(
      "<snapshots...>",
      "snapshots to compare; SNAPSHOT@2022-07-01..2022-12-31 has days of its own",
    )
    .option(
      "--from <date>",
      `first sale day to test, YYYY-MM-DD; default the last ${MONTHS} months of each snapshot's sales`,
    )
    .option("--to <date>", "last sale day to test; default the newest")
    .option(
      "--estimates <name=file...>",
      "other estimates to compare: a CSV with property_id, sale_date and estimate",
    )
    .option(
      "--measured <file>",
      "figures of methods that other programs measured on the same days, as JSON: bench/other_methods.json has LightGBM's",
    )
    .option("--out <file>", "write the table as Markdown to this file")
    .addOption(priceModelOption())
    .addOption(workersOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `
Examples:
  $ twoflat scorecard cook.snapshot@2022-07-01 king.snapshot@2015-03-01
  # beside another provider's estimates of the same sales, as a table for a document
  $ twoflat scorecard cook.snapshot --from 2022-07-01 --estimates other=other.csv --out scorecard.md`,
    )
    .action(async (snapshots, options) => {
      const markets = snapshots.map((text) => marketOf(text, options));
      const others = await Promise.all(
        (options.estimates ?? []).map(readOther),
      );
      const elsewhere = options.measured === undefined
        ? []
        : await readMeasured(options.measured);
      const out = options.out === undefined
        ? undefined
        : outFile("out", options.out);
      const own: ScorecardRow[] = [];
      for (const { dir, days } of markets) {
        const snapshot = await openSnapshot(dir);
        const market = basename(resolve(dir)).replace(/\.snapshot$/, "");
        own.push(
          ...await withProgress(
            `scorecard ${market}`,
            (observer) =>
              scorecard(snapshot, {
                ...observer,
                market,
                ...days,
                from: days.from ?? lastMonths(snapshot),
                others,
                priceModel: options.priceModel,
                workers: options.workers,
                start: startWorker,
              }),
          ),
        );
      }
      const rows = withMeasuredElsewhere(own, elsewhere);
      if (out) {
        await writeFile(out.path, scorecardMarkdown(rows));
        noteWritten(out);
      }
      if (options.json) printJson({ rows: rows.map(wireOf) });
      else print(scorecardText(rows));
    });
}

/** A snapshot to test, and on which days: none is the default. */
interface Market {
  readonly dir: string;
  readonly days: { readonly from?: number; readonly to?: number };
}

const OWN_DAYS = /^(.+)@(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?$/;

/** Reads `SNAPSHOT`, `SNAPSHOT@FROM` or `SNAPSHOT@FROM..TO`. */
function marketOf(
  text: string,
  options: { readonly from?: string; readonly to?: string },
): Market {
  const [, dir, from, to] = OWN_DAYS.exec(text) ?? [];
  if (dir !== undefined) return { dir, days: periodOf({ from, to }) };
  if (options.from !== undefined) {
    return { dir: text, days: periodOf({ ...options, from: options.from }) };
  }
  if (options.to !== undefined) {
    throw invalidParams("to", "a --to only with --from");
  }
  return { dir: text, days: {} };
}

/** First day of the last months of a snapshot's sales. */
function lastMonths({ tables: { sales } }: Snapshot): number {
  return sales.rows === 0
    ? 0
    : monthStart(monthOf(sales.sale_date[sales.rows - 1]) - MONTHS + 1);
}

function wireOf({ figures, ...about }: ScorecardRow) {
  return { ...about, ...figures };
}

/** Reads `name=file`. Throws `invalid_params` that names what is wrong with it. */
async function readOther(text: string): Promise<OtherEstimates> {
  const at = text.indexOf("=");
  const method = text.slice(0, at), file = text.slice(at + 1);
  if (at < 1 || file === "") {
    throw invalidParams("estimates", "a name, = and a file: county=county.csv");
  }
  const rows: Record<string, string>[] = parse(await readFile(file, "utf8"), {
    columns: true,
    trim: true,
    bom: true,
  });
  const estimates = new Map(rows.map((row, line) => {
    const { property_id, sale_date, estimate } = row;
    const value = Number(estimate);
    if (!property_id || !/^\d{4}-\d\d-\d\d$/.test(sale_date ?? "")) {
      throw invalidParams(
        "estimates",
        "columns property_id and sale_date (YYYY-MM-DD)",
        `${file}, row ${line + 1} has none`,
      );
    }
    if (!(value > 0)) {
      throw invalidParams(
        "estimates",
        "a column estimate with dollars",
        `${file}, row ${line + 1}: ${estimate} is none`,
      );
    }
    return [`${property_id} ${dayOf(sale_date)}`, value] as const;
  }));
  return { method, of: (id, day) => estimates.get(`${id} ${day}`) };
}

/** Reads figures that were measured elsewhere. Throws `invalid_params` that names what is wrong with them. */
async function readMeasured(file: string): Promise<MeasuredElsewhere[]> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, "utf8"));
  } catch {
    throw invalidParams("measured", "a JSON file", `${file} is none`);
  }
  const read = MeasuredElsewhereFile.safeParse(content);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalidParams(
    "measured",
    "a list of figures as in bench/other_methods.json",
    `${file}, ${issue.path.join(".")}: ${issue.message}`,
  );
}
