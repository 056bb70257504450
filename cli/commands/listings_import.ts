import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { Fault, invalidParams } from "../../contracts/errors.ts";
import { importListings } from "../../core/inventory/import/import_file.ts";
import { parseListingMapping } from "../../core/inventory/import/listing_mapping.ts";
import { jsonOption, snapshotOption } from "../options.ts";
import { note, print, printJson } from "../output.ts";
import {
  countsText,
  printChanges,
  printKnownHomes,
  printRejections,
} from "../render/listing_changes.ts";
import { interruptible } from "../signals.ts";
import { example, withStore } from "./listings_store.ts";

/** `twoflat listings import`: the listings of a file. */
export function importCommand(): CommandUnknownOpts {
  return new Command("import")
    .description("import the listings of a file into the local store")
    .argument("<file>", "CSV, .csv.gz, or .json in the RESO Common Format")
    .option(
      "--mapping <file>",
      "mapping for a CSV file with other column names",
    )
    .option("--source <name>", "name of the listings' source")
    .addOption(snapshotOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      example(
        "import listings.csv --mapping docs/mappings/portal-listings.json",
      ),
    )
    .action(async (path, { mapping: at, source, json, ...flags }) => {
      if (source !== undefined && !/^[a-z0-9][a-z0-9_-]{0,39}$/.test(source)) {
        throw invalidParams("source", "a short name in a-z, 0-9, - and _");
      }
      const mapping = at === undefined
        ? undefined
        : parseListingMapping(await textOf(at), at);
      const result = await withStore(
        flags,
        (kv, snapshot) =>
          interruptible((signal) =>
            importListings(kv, snapshot, { path, mapping, source, signal })
          ),
      );
      if (json) return printJson(result);
      print(countsText(result.source, result.counts, result.known.length));
      printChanges(result.changes);
      printKnownHomes(result.known, result.changes);
      for (const text of result.notes) note(`note in ${text}`);
      printRejections(result.rejections);
      note(
        "private: this command line sees them, the public inventory does not",
      );
    });
}

async function textOf(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (cause) {
    throw new Fault("invalid_params", `${path} cannot be read`, {
      field: "mapping",
      expected: "a mapping file",
      cause,
    });
  }
}
