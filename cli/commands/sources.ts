import { join } from "node:path";
import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { SOURCES } from "../../core/ingest/source_catalog.ts";
import { inspectSnapshot } from "../../core/snapshot/inspect.ts";
import type { Manifest } from "../../core/snapshot/manifest.ts";
import { settings } from "../context.ts";
import { count } from "../format.ts";
import { jsonOption, snapshotOption } from "../options.ts";
import { print, printJson, style, table } from "../output.ts";
import { paragraph } from "../render/parts.ts";

/** `twoflat sources`: every source of data, and how old it is in a snapshot. */
export function sourcesCommand(): CommandUnknownOpts {
  return new Command("sources")
    .summary("every data source, and its age in a snapshot")
    .description(
      "Lists every source that ingest can read: its identifier, its tables, its rows and age in the snapshot, its address and its license.",
    )
    .addOption(snapshotOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `
Examples:
  $ twoflat sources --snapshot cook.snapshot
  # what the snapshot lacks
  $ twoflat sources --json | jq -r '.sources[] | select(.rows == 0) | .id'`,
    )
    .action(async ({ snapshot, json }) => {
      const { snapshot: settled, dataDir } = settings();
      const { dir, manifest } = await inspectSnapshot(
        snapshot ?? settled ?? join(dataDir, "demo"),
      );
      const sources = SOURCES.map((source) => ({
        ...source,
        ...heldOf(manifest, source.dataset, new Date()),
      }));
      if (json) return printJson({ snapshot: manifest.id, dir, sources });
      print(table(
        [
          { head: "Source" },
          { head: "What", wraps: true },
          { head: "Feeds", dispensable: 2 },
          { head: "Vintage" },
          { head: "Age", align: "right" },
          { head: "Rows", align: "right", dispensable: 1 },
        ],
        sources.map(({ id, title, feeds, vintage, age_years, rows }) => [
          id,
          title,
          feeds.join("\n"),
          rows === 0 ? style("quiet", "not loaded") : vintage ?? "no date",
          age_years === null ? "" : `${age_years} y`,
          rows === 0 ? "" : count(rows),
        ]),
      ));
      print();
      for (const { id, address, license } of sources) {
        print(
          style("quiet", paragraph(`${address}; ${license}`, 0, `${id}: `)),
        );
      }
    });
}

/** What a snapshot holds of a source: rows, the period they cover, and whole years from its end to now. */
function heldOf(
  { quality }: Manifest,
  dataset: string,
  now: Date,
): { rows: number; vintage: string | null; age_years: number | null } {
  const files = quality.sources.filter((file) => file.dataset === dataset);
  const periods = files.flatMap(({ vintage }) =>
    vintage ? [vintage.split(" to ")] : []
  );
  const first = periods.map(([from]) => from).sort()[0];
  const last = periods.map((period) => period[period.length - 1]).sort().at(-1);
  return {
    rows: files.reduce((sum, { kept }) => sum + kept, 0),
    vintage: first === undefined
      ? null
      : first === last
      ? first
      : `${first} to ${last}`,
    age_years: last === undefined
      ? null
      : Math.max(0, now.getUTCFullYear() - Number(last.slice(0, 4))),
  };
}
