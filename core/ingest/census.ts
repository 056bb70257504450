import { join } from "node:path";
import { z } from "zod";
import { RENT } from "../../contracts/constants/rent.ts";
import { Fault, invalidParams } from "../../contracts/errors.ts";
import { getJson, type JsonOptions } from "./http_json.ts";
import type { Progress } from "../engine/progress.ts";

/** Where the Census Bureau answers for survey figures. A key is free and needed. */
export const CENSUS_API = "https://api.census.gov";
/** Where the Census Bureau answers for shapes. */
export const TIGER_WEB = "https://tigerweb.geo.census.gov";

/** Illinois, and Cook and Lake County in it. */
const STATE = "17";
const COUNTIES = ["031", "097"] as const;
/** Shapes a request asks for: full outlines are large. */
const PAGE = 200;

/** What to ask the census for, and where to keep it. */
export interface CensusOptions extends JsonOptions {
  readonly dir: string;
  /** Key of the Census Data API. */
  readonly key: string;
  readonly apiUrl?: string;
  readonly tigerUrl?: string;
  /** Told how many tracts of about how many have come. */
  readonly progress?: Progress;
}

/**
 * Variables of the ACS 5-year tables that are asked for: rent (B25064), home value (B25077),
 * occupancy (B25002), means of transport to work (B08301) and travel time (B08303). Nothing about
 * who lives there is.
 */
const VARIABLES = [
  "B25064_001E",
  "B25077_001E",
  "B25002_001E",
  "B25002_003E",
  "B08301_001E",
  "B08301_003E",
  "B08301_010E",
  "B08301_019E",
  "B08303_001E",
  "B08303_012E",
  "B08303_013E",
] as const;
type Variable = (typeof VARIABLES)[number];

const Rows = z.array(z.array(z.string().nullable())).min(1);
const Layers = z.object({
  layers: z.array(z.object({ id: z.int(), name: z.string() })),
});
const Page = z.object({
  type: z.literal("FeatureCollection"),
  features: z.array(z.object({
    properties: z.object({ GEOID: z.string() }),
    geometry: z.json(),
  })),
});

/** A tract's survey figures under the names that ingest reads. */
type Figures = Readonly<Record<string, string | number | null>>;

/**
 * Downloads the tracts of Cook and Lake County, shapes from TIGERweb joined with figures of the
 * ACS 5-year survey, into a GeoJSON file that `ingestDirectory` reads.
 *
 * @returns the file's path and its number of tracts
 * @throws {Fault} `invalid_params` without a key that the API takes, `upstream_unavailable` when a
 *   source keeps failing or answers something else
 */
export async function downloadCensus(
  options: CensusOptions,
): Promise<{ file: string; tracts: number }> {
  const { dir, key, progress, signal } = options;
  const year = RENT.census_year;
  if (!/^\w+$/.test(key)) throw keyRefused();
  const figures = new Map<string, Figures>();
  for (const county of COUNTIES) {
    for (const [geoid, each] of await surveyOf(county, year, options)) {
      figures.set(geoid, each);
    }
  }
  const features: unknown[] = [];
  const layer = await tractLayer(year, options);
  for (const county of COUNTIES) {
    for (let offset = 0;;) {
      signal?.throwIfAborted();
      const shapes = await shapesOf(layer, county, offset, options);
      if (shapes.length === 0) break;
      offset += shapes.length;
      for (const { properties, geometry } of shapes) {
        const { GEOID } = properties;
        features.push({
          type: "Feature",
          properties: { GEOID, ...figures.get(GEOID) },
          geometry,
        });
      }
      progress?.(features.length, figures.size, "census tracts");
    }
  }
  await Deno.mkdir(dir, { recursive: true });
  const file = join(dir, `census_tracts_cook_lake_acs${year}.geojson`);
  const collection = { type: "FeatureCollection", features };
  await Deno.writeTextFile(`${file}.part`, JSON.stringify(collection));
  await Deno.rename(`${file}.part`, file);
  return { file, tracts: features.length };
}

async function surveyOf(
  county: string,
  year: number,
  { key, apiUrl = CENSUS_API, ...options }: CensusOptions,
): Promise<Map<string, Figures>> {
  const url = new URL(`/data/${year}/acs/acs5`, apiUrl);
  url.searchParams.set("get", ["NAME", ...VARIABLES].join(","));
  url.searchParams.set("for", "tract:*");
  url.searchParams.set("in", `state:${STATE} county:${county}`);
  url.searchParams.set("key", key);
  const what = "the Census Data API";
  const [header, ...rows] = answerOf(
    Rows,
    await getJson(url, what, {
      ...options,
      refused: (status) =>
        [302, 401, 403].includes(status) ? keyRefused() : undefined,
    }),
    what,
  );
  const at = (name: string) => {
    const place = header.indexOf(name);
    if (place < 0) throw unexpected(what);
    return place;
  };
  const places = Object.fromEntries(
    VARIABLES.map((name) => [name, at(name)]),
  ) as Record<Variable, number>;
  const id = ["state", "county", "tract"].map(at);
  const name = at("NAME");
  return new Map(rows.map((row) => {
    const value = (variable: Variable) => {
      const text = row[places[variable]];
      const number = text === null ? NaN : Number(text);
      // Below zero are the survey's codes for "not published".
      return number >= 0 ? number : NaN;
    };
    const share = (of: Variable, ...parts: Variable[]) => {
      const part = parts.reduce((sum, each) => sum + value(each), 0);
      return known(100 * part / value(of));
    };
    return [id.map((place) => row[place]).join(""), {
      NAME: row[name],
      median_rent: known(value("B25064_001E")),
      median_house_value: known(value("B25077_001E")),
      vacancy_rate: share("B25002_001E", "B25002_003E"),
      drive_alone_pct: share("B08301_001E", "B08301_003E"),
      public_transit_pct: share("B08301_001E", "B08301_010E"),
      walked_pct: share("B08301_001E", "B08301_019E"),
      // An hour and more.
      long_commute_pct: share("B08303_001E", "B08303_012E", "B08303_013E"),
    }];
  }));
}

/** The API sends callers without a good key to a page about keys. */
function keyRefused(): Fault {
  return invalidParams(
    "census_key",
    "a key of the Census Data API; one is free at api.census.gov",
    "the Census Data API does not take this key",
  );
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** The number of the layer of tracts, which differs from service to service. */
async function tractLayer(
  year: number,
  { tigerUrl = TIGER_WEB, ...options }: CensusOptions,
): Promise<string> {
  const service =
    `/arcgis/rest/services/TIGERweb/tigerWMS_ACS${year}/MapServer`;
  const url = new URL(service, tigerUrl);
  url.searchParams.set("f", "json");
  const { layers } = answerOf(
    Layers,
    await getJson(url, TIGER, options),
    TIGER,
  );
  const tracts = layers.find(({ name }) => name === "Census Tracts");
  if (!tracts) throw unexpected(TIGER);
  return `${service}/${tracts.id}/query`;
}

const TIGER = "TIGERweb";

async function shapesOf(
  layer: string,
  county: string,
  offset: number,
  { tigerUrl = TIGER_WEB, ...options }: CensusOptions,
): Promise<z.infer<typeof Page>["features"]> {
  const url = new URL(layer, tigerUrl);
  const query = {
    where: `STATE='${STATE}' AND COUNTY='${county}'`,
    outFields: "GEOID",
    orderByFields: "GEOID",
    outSR: "4326",
    resultOffset: `${offset}`,
    resultRecordCount: `${PAGE}`,
    f: "geojson",
  };
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, value);
  }
  const page = await getJson(url, TIGER, options);
  return answerOf(Page, page, TIGER).features;
}

function answerOf<T>(schema: z.ZodType<T>, answer: unknown, what: string): T {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw unexpected(what, parsed.error);
  return parsed.data;
}

function unexpected(what: string, cause?: unknown): Fault {
  return new Fault(
    "upstream_unavailable",
    `${what} answered in a form that is not its published one`,
    { cause },
  );
}
