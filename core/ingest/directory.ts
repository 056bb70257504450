import { DAY_MS } from "../../contracts/day.ts";
import { basename } from "node:path";
import { Fault } from "../../contracts/errors.ts";
import type { Manifest } from "../snapshot/manifest.ts";
import { checkReplaceable } from "../snapshot/replace.ts";
import { writeSnapshot } from "../snapshot/write.ts";
import { CountyBuilder } from "./county.ts";
import type { Collected, Dataset } from "./dataset.ts";
import { CITY_DATASETS } from "./city_datasets.ts";
import { joinCounty } from "./join.ts";
import { joinListings, LISTINGS } from "./listings.ts";
import { saysMadeUp } from "./synthetic.ts";
import { mappedSales } from "./mapped.ts";
import type { Mapping } from "./mapping.ts";
import { PORTAL_DATASETS } from "./portal.ts";
import { ReferenceRows } from "./reference.ts";
import { REFERENCE_DATASETS } from "./reference_datasets.ts";
import { claim, dataFiles, type Sources } from "./sources.ts";
import { Tally } from "./tally.ts";
import { TRAINING_DATA } from "./training_data.ts";
import type { Progress } from "../engine/progress.ts";

/** What to ingest, and where to. */
export interface IngestOptions {
  /** Directories and files with the county's data. */
  readonly from: readonly string[];
  /** Directories and files with reference tables; they may also lie in `from`. */
  readonly reference?: readonly string[];
  /** How the files of `from` are read when they are sales of another county; `reference` is read as always. */
  readonly mapping?: Mapping;
  /** Directory of the snapshot. */
  readonly out: string;
  /** Marks the data as synthetic. Default: what a `source.json` in `from` says. */
  readonly synthetic?: boolean;
  /** Receives bytes read, all bytes and the current file. */
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
  /** The present; rows dated later are left out. Default the clock. */
  readonly now?: Date;
}

/** Datasets of a county portal and its model, listings and reference tables, in the order they are read. */
export const DATASETS: readonly Dataset[] = [
  ...PORTAL_DATASETS,
  TRAINING_DATA,
  LISTINGS,
  ...REFERENCE_DATASETS,
  ...CITY_DATASETS,
];

/**
 * Reads a county's files into a snapshot at `out`: finds them by name, streams them row by row,
 * joins, validates the sales and writes the tables with a data-quality report. Whatever stops
 * it, an older snapshot at `out` stays as it was.
 * @throws {Fault} `invalid_params` that names the file and what is wrong with it; a bad row is
 *   counted instead
 */
export async function ingestDirectory(
  options: IngestOptions,
): Promise<Manifest> {
  await checkReplaceable(options.out);
  const synthetic = options.synthetic ?? await saysMadeUp(options.from);
  return ingestSources(await findSources(options), { ...options, synthetic });
}

/** Finds what to read, in the order it is read. */
async function findSources(
  { from, reference = [], mapping }: IngestOptions,
): Promise<Sources> {
  const own = await dataFiles(from, "from");
  const others = await dataFiles(reference, "reference");
  if (!mapping) {
    const sources = claim([...own, ...others], DATASETS);
    requireCounty(sources);
    return sources;
  }
  const sales = claim(own, [mappedSales(mapping)]);
  if (sales.files.length === 0) {
    throw new Fault("invalid_params", `no CSV file in ${from.join(", ")}`, {
      field: "from",
      expected: "a CSV file or a directory with one",
    });
  }
  const tables = claim(others, [
    LISTINGS,
    ...REFERENCE_DATASETS,
    ...CITY_DATASETS,
  ]);
  return {
    files: [...sales.files, ...tables.files],
    ignored: [...sales.ignored, ...tables.ignored],
  };
}

/** Reads sources in their order, joins and writes the snapshot. */
async function ingestSources(
  { files: sources, ignored }: Sources,
  options: IngestOptions,
): Promise<Manifest> {
  const { signal, progress, now = new Date() } = options;
  const into: Collected = {
    county: new CountyBuilder(),
    reference: new ReferenceRows(),
    listings: [],
    today: Math.floor(now.getTime() / DAY_MS),
  };
  const total = sources.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const tallies: Tally[] = [];
  for (const { path, dataset } of sources) {
    signal?.throwIfAborted();
    const tally = new Tally(dataset.name, basename(path));
    tallies.push(tally);
    await dataset.read(path, into, tally, {
      signal,
      onBytes: (bytes) => progress?.(done += bytes, total, basename(path)),
    });
  }
  signal?.throwIfAborted();
  progress?.(total, total, "joining and validating");
  const { rankOf, quality, ...county } = joinCounty(into.county);
  const rowOf = (id: string) => {
    const row = into.county.find(id);
    return row === undefined ? undefined : rankOf[row];
  };
  progress?.(total, total, "writing");
  return writeSnapshot(options.out, {
    tables: {
      ...county,
      ...into.reference.tables(),
      listings: joinListings(into.listings, county.parcels, rowOf),
    },
    synthetic: options.synthetic ?? false,
    created: now.toISOString(),
    quality: {
      ...quality,
      sources: tallies.map((tally) => tally.report()),
      ignored: [...ignored],
    },
  }, signal);
}

/** A snapshot needs parcels with facts: the universe, or sales with characteristics. */
function requireCounty({ files, ignored }: Sources): void {
  const names = new Set(files.map(({ dataset }) => dataset.name));
  const enough = names.has("parcel universe") ||
    names.has(TRAINING_DATA.name) ||
    (names.has("parcel sales") && names.has("characteristics"));
  if (enough) return;
  const found = names.size > 0 ? [...names].join(", ") : "nothing";
  const others = ignored.length > 0
    ? `; not recognized by name: ${ignored.join(", ")}`
    : "";
  throw new Fault(
    "invalid_params",
    `not enough to ingest: found ${found}${others}`,
    {
      field: "from",
      expected:
        "files named *parcel_sales* and *characteristics*, or *parcel_universe*, .csv or .csv.gz; or training_data.parquet; for another county its file of sales with --mapping, which says what its columns are",
    },
  );
}
