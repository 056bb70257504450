import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { isCalibrated } from "../../core/engine/calibration/calibrate.ts";
import { isoOf } from "../../core/engine/snapshot.ts";
import { fitSnapshot } from "../../core/modeling/fit.ts";
import { dayFrom } from "../day.ts";
import { count, duration, percent, plural } from "../format.ts";
import { jsonOption } from "../options.ts";
import { note, print, printJson, style } from "../output.ts";
import { withProgress } from "../progress.ts";
import { paragraph } from "../render/parts.ts";
import { segmentsText } from "../render/segments.ts";
import { priceModelOption, startWorker, workersOption } from "../workers.ts";

/** `twoflat fit`: adds a trained model and its backtested error rates to a snapshot. */
export function fitCommand(): CommandUnknownOpts {
  return new Command("fit")
    .summary("train the model and measure its errors on past sales")
    .description(
      "Trains the price model on the snapshot's sales and backtests it on the last year of sales, each valued as of its own day. The backtest sets intervals, confidence, and what may be shown in each township and property type. The snapshot is replaced when the model is complete.",
    )
    .argument("<snapshot>", "directory written by `twoflat ingest`")
    .option(
      "--as-of <date>",
      "fit on sales before this day only, YYYY-MM-DD; default all sales",
    )
    .addOption(priceModelOption())
    .addOption(workersOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `
Examples:
  $ twoflat fit cook.snapshot
  # as it would have been on New Year's Day 2023
  $ twoflat fit cook.snapshot --as-of 2023-01-01
  # seconds instead of minutes, a little less accurate
  $ twoflat fit cook.snapshot --price-model linear`,
    )
    .action(async (dir, { asOf, priceModel, workers, json }) => {
      const started = performance.now();
      const day = asOf === undefined ? undefined : dayFrom("as-of", asOf);
      const { snapshot, past } = await withProgress(
        "fit",
        (observer) =>
          fitSnapshot(dir, {
            asOf: day,
            priceModel,
            workers,
            start: startWorker,
            ...observer,
          }),
      );
      const { about } = snapshot.manifest.model;
      if (json) {
        return printJson({
          dir,
          snapshot: snapshot.id,
          model: about,
          calibration: past.learned,
        });
      }
      const { learned } = past;
      if (isCalibrated(learned)) {
        print(segmentsText(learned.segments));
        print();
        print(paragraph(
          `Learned from ${plural(learned.sales, "sale")}, ${
            isoOf(learned.from)
          } to ${
            isoOf(learned.to)
          }, each valued from what was known before its day. ${
            percent(learned.interval, 0)
          } intervals. \`twoflat backtest\` shows more.`,
        ));
      } else {
        print(paragraph(
          style("caution", "Too little history: ") +
            `${plural(learned.sales, "past sale")} could be tested, ${
              count(learned.needed)
            } are needed before error rates mean anything. The model is trained, but every value stays suppressed until the snapshot holds more sales.`,
        ));
      }
      note(
        `${dir}: snapshot ${snapshot.id.slice(0, 12)}, ${
          duration(performance.now() - started)
        }`,
      );
    });
}
