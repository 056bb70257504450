import { parse } from "csv-parse/sync";
import { join } from "node:path";
import { invalidParams } from "../../contracts/errors.ts";
import { readCsv } from "./csv.ts";
import { bindFields, type Fields, locateFields, required } from "./fields.ts";
import { PORTAL_DATASETS } from "./portal.ts";
import { SodaClient, type SodaOptions } from "./soda.ts";
import {
  allOf,
  downloadDataset,
  type DownloadOptions,
  type DownloadReport,
} from "./soda_download.ts";
import { Tally } from "./tally.ts";

/** What to download of the county's portal. */
export interface PortalOptions extends SodaOptions, DownloadOptions {
  /** Directory the files go to; a second run brings them up to date. */
  readonly dir: string;
  /** Two-digit township codes; default all. */
  readonly townships?: readonly string[];
  /** SoQL condition on the sales. */
  readonly where?: string;
}

/** A dataset of the portal, and how far back it is of use. */
interface PortalDataset {
  readonly name: string;
  readonly id: string;
  /** The dataset of `ingestDirectory` that reads it. */
  readonly readAs: string;
  /** Tax or sale years that are fetched, the newest included. */
  readonly years: number;
}

/** The universe comes first: the others follow its newest year. */
const UNIVERSE: PortalDataset = {
  name: "parcel_universe",
  id: "nj4t-kc8j",
  readAs: "parcel universe",
  years: 1,
};

/** Sales and the facts at the time of sale go back six years: three of comps, three to learn from. */
const OTHERS: readonly PortalDataset[] = [
  { name: "parcel_sales", id: "wvhk-k5uv", readAs: "parcel sales", years: 6 },
  {
    name: "characteristics",
    id: "x54s-btds",
    readAs: "characteristics",
    years: 6,
  },
  // A reassessment cycle, so that the last change shows.
  {
    name: "assessed_values",
    id: "uzyt-m557",
    readAs: "assessed values",
    years: 3,
  },
  { name: "addresses", id: "3723-97qp", readAs: "addresses", years: 1 },
];

/**
 * Downloads what Twoflat needs of the county's open-data portal into a directory that
 * `ingestDirectory` reads: parcel universe, sales, characteristics, assessed values and
 * addresses. Only the columns that are used are fetched, so names of owners, buyers and sellers
 * never reach the disk.
 *
 * @throws {Fault} `invalid_params` for bad options and for a dataset that lacks a column (with the
 *   accepted spellings), `upstream_unavailable` when the portal keeps failing
 */
export async function downloadPortal(
  options: PortalOptions,
): Promise<DownloadReport[]> {
  const { dir, townships = [] } = options;
  if (!townships.every((code) => /^\d{2}$/.test(code))) {
    throw invalidParams(
      "townships",
      "two-digit township codes separated by commas, for example 70,71",
    );
  }
  const client = new SodaClient(options);
  await Deno.mkdir(dir, { recursive: true });
  const universe = await columnsOf(client, UNIVERSE);
  const newest = Number(
    await client.aggregate(UNIVERSE.id, `max(${universe.get("tax_year")})`),
  );
  if (!Number.isInteger(newest)) {
    throw invalidParams("base_url", "a portal whose parcel universe has rows");
  }

  const reports = [await download(client, UNIVERSE, universe, newest, options)];
  if (reports[0].rows === 0) {
    throw invalidParams(
      "townships",
      "codes of townships in the county, for example 70 or 71",
      `there are no parcels in ${townships.join(", ")}`,
    );
  }
  const areas = townships.length > 0 ? await surveyAreas(dir) : [];
  for (const dataset of OTHERS) {
    const columns = await columnsOf(client, dataset);
    reports.push(
      await download(client, dataset, columns, newest, options, areas),
    );
  }
  return reports;
}

function download(
  client: SodaClient,
  { name, id, years }: PortalDataset,
  columns: ReadonlyMap<string, string>,
  newest: number,
  { dir, townships = [], where, ...rest }: PortalOptions,
  areas: readonly string[] = [],
): Promise<DownloadReport> {
  const year = columns.get("tax_year") ?? "year";
  const township = columns.get("township");
  return downloadDataset(client, dir, {
    name,
    id,
    columns: [...new Set(columns.values())],
    where: allOf(
      // Quoted, a year compares with a column of either type.
      `${year} >= '${newest - years + 1}'`,
      townships.length === 0
        ? undefined
        : township !== undefined
        ? `${township} in (${townships.map((code) => `'${code}'`).join(", ")})`
        : areas.map((area) => `starts_with(pin, '${area}')`).join(" or "),
      name === "parcel_sales" ? where : undefined,
    ),
  }, rest);
}

/** The dataset's column for each field that `ingestDirectory` reads. */
async function columnsOf(
  client: SodaClient,
  { id, readAs }: PortalDataset,
): Promise<Map<string, string>> {
  const [header] = parse(await client.csv(id, { select: "*", limit: 1 }), {
    bom: true,
    to: 1,
  });
  const found = locateFields(fieldsOf(readAs), header, {
    dataset: readAs,
    file: `dataset ${id} of ${client.baseUrl}`,
  });
  return new Map([...found].map(([field, at]) => [field, header[at]]));
}

function fieldsOf(readAs: string): Fields {
  const fields = PORTAL_DATASETS.find(({ name }) => name === readAs)?.fields;
  if (fields === undefined) throw new Error(`no dataset is called ${readAs}`);
  return fields;
}

/** The first two digits of the PINs that were downloaded: addresses carry no township. */
async function surveyAreas(dir: string): Promise<string[]> {
  const areas = new Set<string>();
  const file = `${UNIVERSE.name}.csv`;
  await readCsv(join(dir, file), new Tally(UNIVERSE.readAs, file), (header) => {
    const cellsOf = bindFields({ pin: required("pin") }, header, {
      dataset: UNIVERSE.readAs,
      file,
    });
    return (row) => areas.add(cellsOf(row).pin.slice(0, 2));
  });
  return [...areas].sort();
}
