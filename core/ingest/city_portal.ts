import { SodaClient, type SodaOptions } from "./soda.ts";
import {
  allOf,
  downloadDataset,
  type DownloadOptions,
  type DownloadReport,
} from "./soda_download.ts";

/** Where the City of Chicago publishes its open data. */
export const CITY_PORTAL = "https://data.cityofchicago.org";

/** Years of records that are of use: two are counted, one to spare. */
const YEARS = 3;

/** What to download of the city's portal. */
export interface CityOptions extends SodaOptions, DownloadOptions {
  /** Directory the files go to; a second run brings them up to date. */
  readonly dir: string;
  /** The present, whose year is the last. */
  readonly now: Date;
}

interface CityDataset {
  readonly name: string;
  readonly id: string;
  readonly date: string;
  readonly columns: readonly string[];
  readonly where?: string;
}

const DATASETS: readonly CityDataset[] = [
  {
    name: "chicago_permits",
    id: "ydr8-5enu",
    date: "issue_date",
    columns: ["permit_type"],
  },
  {
    // One of some forty kinds of request is about a neglected building.
    name: "chicago_311",
    id: "v6vf-nfxy",
    date: "created_date",
    columns: ["sr_type", "duplicate"],
    where: "sr_type = 'Vacant/Abandoned Building Complaint'",
  },
  {
    name: "chicago_violations",
    id: "22u3-xenr",
    date: "violation_date",
    columns: ["violation_status"],
  },
];

/**
 * Downloads the City of Chicago's building permits, vacant-building requests and building
 * violations of the last three years into a directory that `ingestDirectory` reads. Names and
 * addresses are not asked for.
 *
 * @throws {Fault} as `downloadDataset` does
 */
export async function downloadCity(
  { dir, now, ...options }: CityOptions,
): Promise<DownloadReport[]> {
  const client = new SodaClient({ baseUrl: CITY_PORTAL, ...options });
  await Deno.mkdir(dir, { recursive: true });
  const from = `${now.getUTCFullYear() - YEARS}-01-01T00:00:00`;
  const reports: DownloadReport[] = [];
  for (const { name, id, date, columns, where } of DATASETS) {
    reports.push(
      await downloadDataset(client, dir, {
        name,
        id,
        columns: [date, ...columns, "latitude", "longitude"],
        where: allOf(`${date} >= '${from}'`, "latitude is not null", where),
      }, options),
    );
  }
  return reports;
}
