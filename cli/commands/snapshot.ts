import { join } from "node:path";
import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { Fault, invalidParams } from "../../contracts/errors.ts";
import { inspectSnapshot } from "../../core/snapshot/inspect.ts";
import type { ColumnSummary, Manifest } from "../../core/snapshot/manifest.ts";
import { verifySnapshot } from "../../core/snapshot/verify.ts";
import { publishSnapshot } from "../../core/snapshot/published/publish.ts";
import { publishedAt } from "../../core/snapshot/published/source.ts";
import { settings } from "../context.ts";
import { count, plural } from "../format.ts";
import { jsonOption } from "../options.ts";
import { note, print, printJson, style, table } from "../output.ts";
import { title } from "../render/parts.ts";
import { qualityText } from "../render/quality.ts";

/** `twoflat snapshot`: what a snapshot contains, and whether it is intact. */
export function snapshotCommand(): CommandUnknownOpts {
  return new Command("snapshot")
    .summary("inspect, check or publish a snapshot")
    .description(
      "A snapshot is a directory of Arrow files (Feather v2, which pandas and any other Arrow reader opens) with a manifest. Without DIR: TWOFLAT_SNAPSHOT, else the demo county.",
    )
    .addHelpText(
      "after",
      `
Examples:
  $ twoflat snapshot inspect cook.snapshot
  $ twoflat snapshot verify cook.snapshot`,
    )
    .addCommand(inspect())
    .addCommand(verify())
    .addCommand(publish());
}

function publish(): CommandUnknownOpts {
  return new Command("publish")
    .summary("publish a snapshot for servers to load")
    .description(
      "Checks the snapshot, uploads its files and then makes it the current one. Servers whose TWOFLAT_SNAPSHOT is that address download, check and load it without a restart. Credentials are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; AWS_ENDPOINT_URL names an object store other than Amazon's.",
    )
    .argument("<dir>", "snapshot directory")
    .requiredOption("--to <address>", "s3://bucket/prefix")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  $ twoflat snapshot publish cook.snapshot --to s3://twoflat/cook",
    )
    .action(async (dir, { to, json }) => {
      if (!to.startsWith("s3://")) {
        throw invalidParams("to", "s3://bucket/prefix");
      }
      const target = publishedAt(to, (name) => Deno.env.get(name));
      const pointer = await publishSnapshot(dir, target, (file) => note(file));
      if (json) return printJson(pointer);
      print(
        `${pointer.id} is current at ${target.address}: ${
          plural(pointer.files.length, "file")
        }`,
      );
    });
}

function inspect(): Command<
  [string | undefined],
  { json?: true; columns?: true }
> {
  return new Command("inspect")
    .summary("tables, sources and data quality")
    .description("Describes a snapshot from its manifest.")
    .argument("[dir]", "snapshot directory")
    .option("--columns", "also list every column with its range")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `
Examples:
  $ twoflat snapshot inspect cook.snapshot
  $ twoflat snapshot inspect cook.snapshot --columns
  # rows of the sales table
  $ twoflat snapshot inspect --json | jq .manifest.tables.sales.rows`,
    )
    .action(async (dir, { json, columns }) => {
      const inspection = await inspectSnapshot(dir ?? defaultSnapshot());
      if (json) return printJson(inspection);
      const { manifest } = inspection;
      print(overview(inspection.dir, manifest));
      print(tablesText(manifest));
      if (columns) print(columnsText(manifest));
      print(qualityText(manifest.quality));
    });
}

function verify(): Command<[string | undefined], { json?: true }> {
  return new Command("verify")
    .summary("check hashes, counts, ranges and references")
    .description(
      "Reads every file of a snapshot and checks it against the manifest: hashes, counts, ranges, references between tables and sort order. Exit status 2 when something is wrong.",
    )
    .argument("[dir]", "snapshot directory")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      `
Examples:
  $ twoflat snapshot verify cook.snapshot
  $ twoflat snapshot verify cook.snapshot --json`,
    )
    .action(async (dir, { json }) => {
      const at = dir ?? defaultSnapshot();
      const result = await verifySnapshot(at);
      const { ok, problems, files, rows, id } = result;
      if (json) printJson(result);
      else if (ok) {
        const checked = `${plural(files, "file")} and ${plural(rows, "row")}`;
        print(`${style("good", "intact")}: ${checked}, snapshot ${id}`);
      } else {
        const columns = [{ head: "Where" }, { head: "Problem", wraps: true }];
        const cells = problems.map(({ where, problem }) => [where, problem]);
        print(table(columns, cells));
      }
      if (!ok) {
        throw new Fault(
          "invalid_params",
          `${at} is damaged: ${plural(problems.length, "problem")}`,
          { field: "snapshot", expected: "an intact snapshot; ingest again" },
        );
      }
    });
}

function defaultSnapshot(): string {
  const { snapshot, dataDir } = settings();
  return snapshot ?? join(dataDir, "demo");
}

function overview(dir: string, manifest: Manifest): string {
  const { id, created, synthetic, counties, newest_sale, model } = manifest;
  const rows = [
    ["Snapshot", id],
    ["Directory", dir],
    ["Written", created],
    ["Data", synthetic ? style("caution", "synthetic") : "real"],
    ["Counties", counties.join(", ") || "none"],
    ["Newest sale", newest_sale ?? "none"],
    [
      "Model",
      model.files.length > 0
        ? model.files.map(({ file }) => file).join(", ")
        : "none fitted",
    ],
  ];
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, value]) =>
    `${style("quiet", name.padEnd(width))}${value}`
  ).join("\n");
}

function tablesText({ tables }: Manifest): string {
  const cells = Object.entries(tables).map(([name, { rows, bytes, file }]) => [
    name,
    count(rows),
    `${count(Math.ceil(bytes / 1024))} KiB`,
    file,
  ]);
  const columns = [
    { head: "Table" },
    { head: "Rows", align: "right" },
    { head: "Size", align: "right" },
    { head: "File", dispensable: 1 },
  ] as const;
  return `${title("Tables")}\n${table(columns, cells)}`;
}

function columnsText({ tables }: Manifest): string {
  const columns = [
    { head: "Column" },
    { head: "Type" },
    { head: "Unit", dispensable: 1 },
    { head: "Holds", wraps: true },
    { head: "Unknown", align: "right" },
  ] as const;
  return Object.entries(tables).map(([name, entry]) => {
    const cells = Object.entries(entry.columns).map(([column, summary]) => [
      column,
      summary.type,
      summary.unit,
      holds(summary),
      count(summary.unknown),
    ]);
    return `${title(name)}\n${table(columns, cells)}`;
  }).join("\n");
}

function holds({ min, max, distinct }: ColumnSummary): string {
  if (distinct !== undefined) return plural(distinct, "value");
  return min === undefined ? "" : `${min} to ${max}`;
}
