import type { TableName } from "../engine/tables.ts";
import { CENSUS_API, TIGER_WEB } from "./census.ts";
import { CITY_PORTAL } from "./city_portal.ts";
import { COUNTY_PORTAL } from "./soda.ts";

/** A published source of data and what Twoflat makes of it. */
export interface SourceEntry {
  /** Its identifier where it is published, else a short name of ours. */
  readonly id: string;
  readonly title: string;
  /** What `ingest` calls its files; a snapshot's quality report names the vintage under it. */
  readonly dataset: string;
  /** Tables it feeds. */
  readonly feeds: readonly TableName[];
  /** Where it is published. */
  readonly address: string;
  readonly license: string;
}

const COUNTY = COUNTY_PORTAL;
const COUNTY_LICENSE = "public record, Cook County open data terms";
const NO_ADDRESS = "no fixed address: any file with the columns";
const CITY_LICENSE = "public record, City of Chicago open data terms";
const FEDERAL = "public domain, US federal government";

const county = (
  id: string,
  title: string,
  dataset: string,
  feeds: readonly TableName[],
): SourceEntry => ({
  id,
  title,
  dataset,
  feeds,
  address: `${COUNTY}/d/${id}`,
  license: COUNTY_LICENSE,
});

const city = (id: string, title: string, dataset: string): SourceEntry => ({
  id,
  title,
  dataset,
  feeds: ["city_records"],
  address: `${CITY_PORTAL}/d/${id}`,
  license: CITY_LICENSE,
});

/** Every source that can be ingested. */
export const SOURCES: readonly SourceEntry[] = [
  county("wvhk-k5uv", "Assessor: parcel sales", "parcel sales", ["sales"]),
  county(
    "x54s-btds",
    "Assessor: improvement characteristics",
    "characteristics",
    ["parcels", "sales"],
  ),
  county("nj4t-kc8j", "Assessor: parcel universe", "parcel universe", [
    "parcels",
    "townships",
  ]),
  county("3723-97qp", "Assessor: parcel addresses", "addresses", ["parcels"]),
  county("uzyt-m557", "Assessor: assessed values", "assessed values", [
    "assessments",
  ]),
  {
    id: "training-data",
    title: "Assessor: training data of the residential model",
    dataset: "model training data",
    feeds: ["parcels", "sales"],
    address: "https://github.com/ccao-data/model-res-avm",
    license: COUNTY_LICENSE,
  },
  {
    id: "reso",
    title: "Listings, RESO names",
    dataset: "listings",
    feeds: ["listings"],
    address: "your feed's provider",
    license: "your feed's",
  },
  {
    id: "acs5",
    title: "Census tracts with ACS 5-year figures",
    dataset: "census tracts",
    feeds: ["tracts", "boundaries"],
    address: `${CENSUS_API} and ${TIGER_WEB}`,
    license: FEDERAL,
  },
  {
    id: "tiger",
    title: "Census: roads, rail, water and landmarks (TIGER/Line)",
    dataset: "basemap",
    feeds: ["basemap"],
    address: "https://www2.census.gov/geo/tiger",
    license: FEDERAL,
  },
  {
    id: "safmr",
    title: "HUD small area fair market rents",
    dataset: "small area fair market rents",
    feeds: ["safmr"],
    address: "https://www.huduser.gov/portal/datasets/fmr/smallarea",
    license: FEDERAL,
  },
  {
    id: "rents",
    title: "Leases and asking rents of your own",
    dataset: "rents",
    feeds: ["rents"],
    address: "`twoflat rents import` of any file with the columns",
    license: "yours",
  },
  {
    id: "townships",
    title: "Assessor: townships and triads",
    dataset: "townships",
    feeds: ["townships"],
    address: "https://www.cookcountyassessoril.gov",
    license: COUNTY_LICENSE,
  },
  {
    id: "township-shapes",
    title: "Cook County: township boundaries",
    dataset: "township boundaries",
    feeds: ["boundaries"],
    address: COUNTY,
    license: COUNTY_LICENSE,
  },
  {
    id: "community-areas",
    title: "City of Chicago: community areas",
    dataset: "community areas",
    feeds: ["boundaries"],
    address: CITY_PORTAL,
    license: CITY_LICENSE,
  },
  city("ydr8-5enu", "City of Chicago: building permits", "Chicago permits"),
  city(
    "v6vf-nfxy",
    "City of Chicago: 311 requests about vacant buildings",
    "Chicago 311 requests",
  ),
  city(
    "22u3-xenr",
    "City of Chicago: building violations",
    "Chicago building violations",
  ),
  {
    id: "sale-prices",
    title: "Sale prices by position, not validated",
    dataset: "sale prices by position",
    feeds: ["area_prices", "year_only_sales"],
    address: NO_ADDRESS,
    license: "its publisher's",
  },
  {
    id: "effective-rates",
    title: "Cook County: effective tax rates",
    dataset: "effective tax rates",
    feeds: ["tax_rates"],
    address: NO_ADDRESS,
    license: "its publisher's",
  },
  {
    id: "composite-rates",
    title: "Cook County Clerk: composite tax rates",
    dataset: "composite tax rates",
    feeds: ["tax_rates"],
    address: "https://www.cookcountyclerkil.gov",
    license: "public record, license not stated",
  },
  {
    id: "lake-rates",
    title: "Lake County Clerk: tax rates",
    dataset: "Lake County tax rates",
    feeds: ["tax_rates"],
    address: "https://www.lakecountyil.gov",
    license: "public record, license not stated",
  },
  {
    id: "rail",
    title: "CTA and Metra rail stations",
    dataset: "rail stations",
    feeds: ["stations"],
    address: "https://data.cityofchicago.org and https://metra.com",
    license: "public record, terms of CTA and Metra",
  },
];
