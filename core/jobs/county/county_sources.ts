import { z } from "zod";
import { Fault } from "../../../contracts/errors.ts";
import { CENSUS_API, TIGER_WEB } from "../../ingest/census.ts";
import { CITY_PORTAL } from "../../ingest/city_portal.ts";
import { COUNTY_PORTAL } from "../../ingest/soda.ts";

const Days = z.number().min(1).max(366);

/** Where an origin may be: the published one unless another is named. */
const Origin = z.string().max(200).optional();

/** The county's sources that a server refreshes by itself, as its operator describes them. */
export const CountySources = z.strictObject({
  /** The county's open-data portal. */
  county: z.strictObject({
    every_days: Days.default(7),
    base_url: Origin,
    /** Two-digit codes; default all. */
    townships: z.array(z.string().regex(/^\d{2}$/)).min(1).optional(),
    /** SoQL condition on the sales. */
    where: z.string().max(1_000).optional(),
  }),
  /** The City of Chicago's portal. */
  chicago: z.strictObject({ every_days: Days.default(7), base_url: Origin })
    .optional(),
  /** Census tracts; needs TWOFLAT_CENSUS_KEY. */
  census: z.strictObject({
    every_days: Days.default(90),
    api_url: Origin,
    tiger_url: Origin,
  }).optional(),
  /** Directories and files that are taken as they are: reference tables. */
  reference: z.array(z.string().min(1)).max(100).default([]),
  /** What the price model is made of: boosted trees, or lines, which take seconds. */
  price_model: z.enum(["trees", "linear"]).default("trees"),
});
/** The county's sources that a server refreshes by itself. */
export type CountySources = z.infer<typeof CountySources>;

/** A source that is downloaded. */
export type SourceName = "county" | "chicago" | "census";

/** Returns the sources that are downloaded, in their order. */
export function downloadedSources(sources: CountySources): SourceName[] {
  const names: readonly SourceName[] = ["county", "chicago", "census"];
  return names.filter((name) => sources[name] !== undefined);
}

/** Returns the origins that the sources are downloaded from. */
export function originsOf(
  { county, chicago, census }: CountySources,
): string[] {
  return [
    county.base_url ?? COUNTY_PORTAL,
    chicago && (chicago.base_url ?? CITY_PORTAL),
    census && (census.api_url ?? CENSUS_API),
    census && (census.tiger_url ?? TIGER_WEB),
  ].filter((origin) => origin !== undefined);
}

/**
 * Reads a file that describes the county's sources.
 *
 * @throws {Fault} `invalid_params` with the place in the file and what is expected there
 */
export async function readCountySources(path: string): Promise<CountySources> {
  let json: unknown;
  try {
    json = JSON.parse(await Deno.readTextFile(path));
  } catch (cause) {
    throw wrong(`${path} cannot be read as JSON`, cause);
  }
  const parsed = CountySources.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw wrong(`${path}: ${issue.path.join(".") || "all"}: ${issue.message}`);
}

function wrong(detail: string, cause?: unknown): Fault {
  return new Fault("invalid_params", detail, {
    field: "TWOFLAT_SOURCES",
    expected: "a JSON file as docs/operating.md describes it",
    cause,
  });
}
