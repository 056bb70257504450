import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import {
  Command,
  type CommandUnknownOpts,
  Option,
} from "@commander-js/extra-typings";
import { Fault, invalidParams } from "../../contracts/errors.ts";
import { SETTINGS } from "../../core/config.ts";
import { downloadCensus } from "../../core/ingest/census.ts";
import { CITY_PORTAL, downloadCity } from "../../core/ingest/city_portal.ts";
import { ingestDirectory } from "../../core/ingest/directory.ts";
import { type Mapping, parseMapping } from "../../core/ingest/mapping.ts";
import { COUNTY_PORTAL } from "../../core/ingest/soda.ts";
import type { DownloadReport } from "../../core/ingest/soda_download.ts";
import {
  downloadPortal,
  type PortalOptions,
} from "../../core/ingest/soda_portal.ts";
import type { Manifest } from "../../core/snapshot/manifest.ts";
import { readManifest } from "../../core/snapshot/open.ts";
import { settings } from "../context.ts";
import { count, duration, plural } from "../format.ts";
import { jsonOption } from "../options.ts";
import { checkReplaceable } from "../../core/snapshot/replace.ts";
import { note, print, printJson } from "../output.ts";
import { withProgress } from "../progress.ts";
import { qualityText } from "../render/quality.ts";

/** `twoflat ingest`: a county's files into a snapshot. */
export function ingestCommand(): CommandUnknownOpts {
  return new Command("ingest")
    .summary("read a county's files into a snapshot")
    .description(
      "Reads sales, characteristics, parcels and reference tables (CSV, plain or gzipped, and GeoJSON) into a snapshot, validates the sales and reports on the data. Files are found by name, or downloaded from the county's open-data portal. An older snapshot at --out is kept until the new one is complete.",
    )
    .option(
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
      "read --from as sales of another county, with this JSON mapping of columns",
    )
    .option("--synthetic", "mark the data as synthetic")
    .addOption(
      new Option(
        "--portal",
        "download the county's open data first; a later run fetches only changes, an interrupted one resumes",
      ).conflicts(["from", "mapping"]),
    )
    .option(
      "--download <dir>",
      "with --portal: where downloads are kept; default `portal` in TWOFLAT_DATA_DIR",
    )
    .addOption(
      new Option(
        "--townships <codes>",
        "with --portal: only these townships, for example 70,71",
      ).argParser((text) => text.split(",").map((code) => code.trim())),
    )
    .option(
      "--where <soql>",
      "with --portal: only sales for which this SoQL condition holds",
    )
    .option("--base-url <url>", "with --portal: another portal", COUNTY_PORTAL)
    .addOption(
      new Option(
        "--app-token <token>",
        "with --portal: app token; without one the portal is slower",
      ).env(SETTINGS.portalToken.name),
    )
    .option(
      "--chicago",
      "also download the City of Chicago's permits, vacant-building requests and violations",
    )
    .option(
      "--chicago-url <url>",
      "with --chicago: another portal",
      CITY_PORTAL,
    )
    .option(
      "--census",
      "also download the census tracts of Cook and Lake County: shapes and survey figures",
    )
    .option(
      "--streets <path...>",
      "zipped TIGER/Line files to draw under the map: ..._roads.zip, ..._rails.zip, ..._areawater.zip, ..._arealm.zip",
    )
    .addOption(
      new Option(
        "--census-key <key>",
        "with --census: key of the Census Data API",
      )
        .env(SETTINGS.censusKey.name),
    )
    .addOption(jsonOption())
    .addHelpText("after", HELP)
    .action(ingest);
}

const HELP = `
Examples:
  # files downloaded from the Cook County portal
  $ twoflat ingest --from downloads --reference tables --out cook.snapshot
  # two townships straight from the portal
  $ twoflat ingest --portal --townships 70,71 --reference tables --out chicago.snapshot
  # any other sales file, with a mapping of its columns
  $ twoflat ingest --from sales.csv.gz --mapping king-county.json --out king.snapshot
  # what was found, again and later
  $ twoflat snapshot inspect cook.snapshot

docs/data-sources.md lists the files and column names that are read, and every field of a mapping.`;

/** The options of `twoflat ingest`. */
interface IngestOptions extends Omit<PortalOptions, "dir"> {
  readonly from?: string[];
  readonly out: string;
  readonly reference?: string[];
  readonly mapping?: string;
  readonly synthetic?: true;
  readonly portal?: true;
  readonly download?: string;
  readonly chicago?: true;
  readonly chicagoUrl: string;
  readonly census?: true;
  readonly censusKey?: string;
  readonly streets?: string[];
  readonly json?: true;
}

async function ingest(given: IngestOptions): Promise<void> {
  const download = given.download ?? join(settings().dataDir, "portal");
  const options = { ...given, download };
  const { out, reference, mapping, synthetic, json } = options;
  const started = performance.now();
  await checkReplaceable(out);
  const rules = mapping === undefined ? undefined : await readMapping(mapping);
  const from = await sourcesOf(options);
  const city = options.chicago ? await downloadChicago(options) : [];
  const tracts = options.census ? await downloadTracts(options) : [];
  await using streets = await basemapFile(options.streets ?? []);
  const before = await snapshotBefore(out);
  const manifest = await withProgress("ingest", (observer) =>
    ingestDirectory({
      from,
      out,
      reference: [...reference ?? [], ...city, ...tracts, ...streets.paths],
      mapping: rules,
      synthetic,
      ...observer,
    }));
  if (json) return printJson({ dir: out, manifest });
  print(qualityText(manifest.quality));
  print();
  noteSnapshot(out, manifest, before, performance.now() - started);
}

/** Where the county's data are: what was named, or what the portal brings. */
async function sourcesOf(
  options: IngestOptions & { readonly download: string },
): Promise<readonly string[]> {
  const from = options.portal
    ? await download({ ...options, dir: options.download })
    : options.from;
  if (from === undefined) {
    throw invalidParams("from", "a directory or file, or --portal instead");
  }
  if (!options.portal && (options.townships ?? options.where)) {
    throw invalidParams("portal", "given with --townships or --where");
  }
  return from;
}

/** Tells what was made, in place of what, and what to do next. */
function noteSnapshot(
  out: string,
  { id, tables, quality }: Manifest,
  before: Manifest | undefined,
  took: number,
): void {
  const { parcels, sales } = tables;
  if (before) {
    note(
      `in place of snapshot ${before.id.slice(0, 12)}${
        before.model.files.length > 0 ? ", which had been fitted" : ""
      }`,
    );
  }
  note(
    `${out}: ${plural(parcels?.rows ?? 0, "parcel")}, ${
      plural(sales?.rows ?? 0, "sale")
    }, snapshot ${id.slice(0, 12)}, ${duration(took)}`,
  );
  note(
    quality.sales.validated > 0
      ? `next, for error rates and better values: twoflat fit ${out}`
      : "no sale was validated, so nothing can be valued; the table and notes above say why",
  );
}

/** The census's files as one file that ingest reads, in a directory that lasts as long as the result. */
async function basemapFile(
  paths: readonly string[],
): Promise<AsyncDisposable & { readonly paths: readonly string[] }> {
  if (paths.length === 0) {
    return { paths, [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  // Loaded here: nothing else reads shapefiles.
  const { readTiger } = await import("../../core/ingest/tiger.ts");
  const features = await readTiger(paths);
  const dir = await mkdtemp(join(tmpdir(), "twoflat-"));
  const file = join(dir, "basemap.geojson");
  await writeFile(
    file,
    JSON.stringify({ type: "FeatureCollection", features }),
  );
  note(`streets: ${plural(features.length, "shape")}`);
  return {
    paths: [file],
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true }),
  };
}

/** The snapshot that the new one will replace, when there is one that this release can read. */
async function snapshotBefore(dir: string): Promise<Manifest | undefined> {
  try {
    return (await readManifest(dir)).manifest;
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

/** Brings the download directory up to date and names it as the source. */
async function download(options: PortalOptions): Promise<[string]> {
  await reported((observer) => downloadPortal({ ...options, ...observer }));
  return [options.dir];
}

/** Brings the city's files up to date and names their directory. */
async function downloadChicago(
  options: {
    readonly download: string;
    readonly chicagoUrl: string;
    readonly appToken?: string;
  },
): Promise<[string]> {
  const dir = join(options.download, "chicago");
  const { appToken, chicagoUrl: baseUrl } = options;
  await reported((observer) =>
    downloadCity({ dir, baseUrl, appToken, now: new Date(), ...observer })
  );
  return [dir];
}

/** Brings the census tracts and names their file. */
async function downloadTracts(
  options: { readonly download: string; readonly censusKey?: string },
): Promise<[string]> {
  const { file, tracts } = await withProgress(
    "download",
    (observer) =>
      downloadCensus({
        dir: join(options.download, "census"),
        key: options.censusKey ?? "",
        onRetry: (reason, attempt) => note(`${reason}; retrying (${attempt})`),
        ...observer,
      }),
  );
  note(`census: ${plural(tracts, "tract")}`);
  return [file];
}

/** Runs a download that shows its progress, tells of retries and what it brought, and ends on an interrupt. */
async function reported(
  run: (
    observer: Pick<PortalOptions, "progress" | "onRetry" | "signal">,
  ) => Promise<readonly DownloadReport[]>,
): Promise<void> {
  const reports = await withProgress("download", (observer) =>
    run({
      onRetry: (reason, attempt) =>
        note(`the portal: ${reason}; retrying (${attempt})`),
      ...observer,
    }));
  for (const { name, rows, fetched } of reports) {
    note(`${name}: ${plural(rows, "row")}, ${count(fetched)} fetched`);
  }
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
