import { readFile, writeFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { parse } from "csv-parse/sync";
import { invalidParams } from "../../contracts/errors.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import {
  type OtherEstimates,
  scorecard,
  type ScorecardRow,
} from "../../core/modeling/scorecard.ts";
import { openSnapshot } from "../../core/snapshot/open.ts";
import { periodOf } from "../day.ts";
import { jsonOption } from "../options.ts";
import { noteWritten, outFile } from "../out_file.ts";
import { print, printJson } from "../output.ts";
import { withProgress } from "../progress.ts";
import { scorecardMarkdown, scorecardText } from "../render/scorecard.ts";
import { priceModelOption, startWorker, workersOption } from "../workers.ts";

/** `twoflat scorecard`: markets and methods side by side, on the same past sales. */
export function scorecardCommand(): CommandUnknownOpts {
  return new Command("scorecard")
    .summary("compare markets and methods on past sales")
    .description(
      "Backtests one or more snapshots from a day on, and compares the errors with those of simpler methods on the same sales: rule comps, the area's median price per square foot, and other providers' estimates from a CSV file.",
    )
    .argument("<snapshots...>", "snapshots to compare")
    .requiredOption("--from <date>", "first sale day to test, YYYY-MM-DD")
    .option("--to <date>", "last sale day to test; default the newest")
    .option(
      "--estimates <name=file...>",
      "other estimates to compare: a CSV with property_id, sale_date and estimate",
    )
    .option("--out <file>", "write the table as Markdown to this file")
    .addOption(priceModelOption())
    .addOption(workersOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `
Examples:
  $ twoflat scorecard cook.snapshot king.snapshot --from 2022-07-01
  # beside what the county said of the same sales, as a table for a document
  $ twoflat scorecard cook.snapshot --from 2022-07-01 --estimates county=county.csv --out scorecard.md`,
    )
    .action(async (snapshots, options) => {
      const { from, to } = periodOf(options);
      const others = await Promise.all(
        (options.estimates ?? []).map(readOther),
      );
      const out = options.out === undefined
        ? undefined
        : outFile("out", options.out);
      const rows: ScorecardRow[] = [];
      for (const dir of snapshots) {
        const snapshot = await openSnapshot(dir);
        const market = basename(resolve(dir)).replace(/\.snapshot$/, "");
        rows.push(
          ...await withProgress(
            `scorecard ${market}`,
            (observer) =>
              scorecard(snapshot, {
                ...observer,
                market,
                from,
                to,
                others,
                priceModel: options.priceModel,
                workers: options.workers,
                start: startWorker,
              }),
          ),
        );
      }
      if (out) {
        await writeFile(out.path, scorecardMarkdown(rows));
        noteWritten(out);
      }
      if (options.json) printJson({ rows: rows.map(wireOf) });
      else print(scorecardText(rows));
    });
}

function wireOf(
  { market, propType, method, figures, hasInterval }: ScorecardRow,
) {
  const { sales, ratios, coverage, bounds } = figures;
  return {
    market,
    prop_type: propType,
    method,
    sales,
    ...ratios,
    coverage: hasInterval ? coverage : null,
    bounds,
  };
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
