import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { Fault } from "../../contracts/errors.ts";
import { ingestDirectory } from "../../core/ingest/directory.ts";
import { type Mapping, parseMapping } from "../../core/ingest/mapping.ts";
import { interruptSignal } from "../exit.ts";
import { duration, plural } from "../format.ts";
import { jsonOption } from "../options.ts";
import { note, print, printJson } from "../output.ts";
import { startProgress } from "../progress.ts";
import { qualityText } from "../render/quality.ts";

/** `twoflat ingest`: a county's files into a snapshot. */
export function ingestCommand(): CommandUnknownOpts {
  return new Command("ingest")
    .summary("read a county's files into a snapshot")
    .description(
      "Reads sales, characteristics, parcels and reference tables (CSV, plain or gzipped, and GeoJSON) into a snapshot, validates the sales and reports on the data. Files are found by name; an older snapshot at --out stays as it was until the new one is complete.",
    )
    .requiredOption(
      "--from <path...>",
      "directories or files with the county's data; may be repeated",
    )
    .requiredOption("--out <dir>", "directory of the snapshot")
    .option(
      "--reference <path...>",
      "directories or files with reference tables: tracts, townships, rents, tax rates, stations",
    )
    .option(
      "--mapping <file>",
      "read --from as sales of another county, by this JSON mapping of columns",
    )
    .option("--synthetic", "mark the data as made up", false)
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `
Examples:
  # files downloaded from the Cook County portal
  $ twoflat ingest --from downloads --reference tables --out cook.snapshot
  # any other sales file, with a mapping of its columns
  $ twoflat ingest --from sales.csv.gz --mapping king-county.json --out king.snapshot
  # what was found, again and later
  $ twoflat snapshot inspect cook.snapshot

docs/data-sources.md lists the files and column names that are read, and every field of a mapping.`,
    )
    .action(async ({ from, out, reference, mapping, synthetic, json }) => {
      const started = performance.now();
      const rules = mapping === undefined
        ? undefined
        : await readMapping(mapping);
      const progress = startProgress("ingest");
      const manifest = await ingestDirectory({
        from,
        out,
        reference,
        mapping: rules,
        synthetic,
        progress: progress.update,
        signal: interruptSignal(),
      }).finally(progress.stop);
      if (json) return printJson({ dir: out, manifest });
      print(qualityText(manifest.quality));
      const { parcels, sales } = manifest.tables;
      print();
      note(
        `${out}: ${plural(parcels?.rows ?? 0, "parcel")}, ${
          plural(sales?.rows ?? 0, "sale")
        }, snapshot ${manifest.id.slice(0, 12)}, ${
          duration(performance.now() - started)
        }`,
      );
    });
}

async function readMapping(path: string): Promise<Mapping> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new Fault("invalid_params", `${path} cannot be read`, {
      field: "mapping",
      expected: "a JSON file; docs/data-sources.md describes it",
      cause: error,
    });
  }
  return parseMapping(text, basename(path));
}
