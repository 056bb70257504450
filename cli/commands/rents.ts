import { basename } from "node:path";
import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { DAY_MS } from "../../contracts/day.ts";
import { Fault } from "../../contracts/errors.ts";
import { MAPPED_RENT } from "../../core/ingest/mapped_kind.ts";
import { type Mapping, parseMapping } from "../../core/ingest/mapping.ts";
import { clearRents, importRents } from "../../core/ingest/rent_file.ts";
import { settings } from "../context.ts";
import { demoCounty } from "../demo.ts";
import { interruptible } from "../signals.ts";
import { plural } from "../format.ts";
import { jsonOption, snapshotOption } from "../options.ts";
import { note, print, printJson } from "../output.ts";

/** `twoflat rents`: your own leases and asking rents, used for rent estimates. */
export function rentsCommand(): CommandUnknownOpts {
  return new Command("rents")
    .summary("import leases or asking rents, for rent comps")
    .description(
      "Keeps leases and asking rents in the loaded data. An underwriting takes the ones near a property as rent comps: each adjusted for bedrooms, area and age, with the reasons for those left out. Whoever may underwrite sees them. A new `twoflat ingest` starts without them: import again.",
    )
    .addHelpText(
      "after",
      `
Examples:
  # columns: date, rent, bedrooms, and property_id, address, or lat and lon; sqft and kind (lease, asking) if known
  $ twoflat rents import leases.csv --snapshot cook.snapshot
  # a file with other names
  $ twoflat rents import rentroll.csv --mapping docs/mappings/rent-roll.json --snapshot cook.snapshot
  $ twoflat rents clear --snapshot cook.snapshot`,
    )
    .addCommand(importCommand())
    .addCommand(clearCommand());
}

function importCommand(): CommandUnknownOpts {
  return new Command("import")
    .description("import the rents of a file; one row is one unit")
    .argument("<file>", "CSV or .csv.gz")
    .option("--mapping <file>", "mapping for a file with other column names")
    .option("--replace", "in the place of rents imported before")
    .addOption(snapshotOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `
Examples:
  $ twoflat rents import leases.csv --snapshot cook.snapshot
  # this year's rent roll instead of last year's
  $ twoflat rents import rentroll.csv --mapping docs/mappings/rent-roll.json --replace`,
    )
    .action(async (path, { mapping: at, replace = false, json, ...flags }) => {
      const mapping = at === undefined ? undefined : await mappingOf(at);
      const dir = await loaded(flags);
      const today = Math.floor(Date.now() / DAY_MS);
      const { report, rents, manifest } = await interruptible((signal) =>
        importRents(dir, { path, mapping, replaces: replace, today, signal })
      );
      if (json) return printJson({ ...report, rents, snapshot: manifest.id });
      print(
        `${plural(report.kept, "rent")} of ${plural(report.read, "row")}${
          report.vintage ? `, ${report.vintage}` : ""
        }; ${plural(rents, "rent")} in ${dir} now`,
      );
      for (const [reason, rows] of Object.entries(report.rejected)) {
        note(`left out, ${plural(rows, "row")}: ${reason}`);
      }
      for (const [remark, rows] of Object.entries(report.remarks)) {
        note(`${plural(rows, "row")}: ${remark}`);
      }
    });
}

function clearCommand(): CommandUnknownOpts {
  return new Command("clear")
    .description("take all imported rents out of the data")
    .addOption(snapshotOption())
    .addHelpText(
      "after",
      "\nExamples:\n  $ twoflat rents clear --snapshot cook.snapshot",
    )
    .action(async (flags) => {
      const dir = await loaded(flags);
      print(`${plural(await clearRents(dir), "rent")} removed from ${dir}`);
    });
}

/** The directory of the loaded data. */
async function loaded(
  flags: { readonly snapshot?: string },
): Promise<string> {
  const { snapshot, dataDir } = settings();
  return flags.snapshot ?? snapshot ?? (await demoCounty(dataDir)).dir;
}

async function mappingOf(path: string): Promise<Mapping> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (cause) {
    throw new Fault("invalid_params", `${path} cannot be read`, {
      field: "mapping",
      expected: "a mapping file",
      cause,
    });
  }
  return parseMapping(text, basename(path), MAPPED_RENT);
}
