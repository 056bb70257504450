import { join } from "node:path";
import {
  ingestDirectory,
  type IngestOptions,
} from "../../core/ingest/directory.ts";
import { openSnapshot, type Snapshot } from "../../core/snapshot/open.ts";

/** Files by name; text is written as UTF-8. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Runs with a directory that is removed afterwards. */
export async function inTemp(
  run: (dir: string) => Promise<void>,
): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await run(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/** Writes files into a new directory under `dir`. */
export async function writeFiles(
  dir: string,
  name: string,
  files: Files,
): Promise<string> {
  const at = join(dir, name);
  await Deno.mkdir(at, { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    const bytes = typeof content === "string"
      ? new TextEncoder().encode(content)
      : content;
    await Deno.writeFile(join(at, file), bytes);
  }
  return at;
}

/** Ingests files and hands the opened snapshot to `check`. */
export function ingested(
  files: Files,
  check: (snapshot: Snapshot) => void | Promise<void>,
  options: Partial<IngestOptions> = {},
): Promise<void> {
  return inTemp(async (dir) => {
    const from = [await writeFiles(dir, "in", files)];
    const out = join(dir, "out");
    await ingestDirectory({
      now: new Date("2026-06-01"),
      ...options,
      from,
      out,
    });
    await check(await openSnapshot(out));
  });
}

/** A CSV text of rows given as objects; the header is the first row's keys. */
export function csv(
  rows: readonly Readonly<Record<string, string | number>>[],
): string {
  const header = Object.keys(rows[0]);
  const cell = (value: string | number) =>
    /[",\n]/.test(`${value}`) ? `"${`${value}`.replaceAll('"', '""')}"` : value;
  return [header, ...rows.map((row) => header.map((name) => cell(row[name])))]
    .map((cells) => `${cells.join(",")}\n`).join("");
}

/** Packs text as gzip. */
export async function gzip(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream()
    .pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A row of parcel sales, as the portal spells it in 2024. */
export const SALE = {
  pin: "01011000010000",
  year: 2022,
  township_code: 10,
  neighborhood_code: 10010,
  class: 203,
  sale_date: "2022-06-01",
  is_mydec_date: "True",
  sale_price: 300000,
  sale_document_num: "2200000001",
  sale_deed_type: "Warranty Deed",
  is_multisale: "False",
  num_parcels_sale: 1,
  sale_filter_same_sale_within_365: "False",
};

/** A row of characteristics, as the portal spells it in 2024. */
export const CARD = {
  pin: "01011000010000",
  tax_year: 2022,
  card_num: "1.0",
  class: 203,
  township_code: 10,
  pin_is_multicard: "False",
  pin_num_cards: "1.0",
  year_built: "1955.0",
  building_sqft: "1200.0",
  land_sqft: "6000.0",
  num_bedrooms: "3.0",
  num_rooms: "6.0",
  num_full_baths: "1.0",
  num_half_baths: "1.0",
  num_fireplaces: "0.0",
  type_of_residence: "1.5 Story",
  construction_quality: "Average",
  num_apartments: "",
  attic_finish: "Living Area",
  garage_attached: "No",
  garage_area_included: "No",
  garage_size: "2.5 cars",
  attic_type: "Full",
  basement_type: "Full",
  ext_wall_material: "Masonry",
  central_heating: "Warm Air Furnace",
  repair_condition: "Above Average",
  basement_finish: "Formal Rec Room",
  roof_material: "Shingle + Asphalt",
  site_desirability: "Not Relevant To Value",
  num_commercial_units: "0.0",
  porch: "",
  central_air: "Central A/C",
};

/** A row of the parcel universe, as the portal spells it in 2024. */
export const PARCEL = {
  pin: "01011000010000",
  tax_year: 2023,
  class: 203,
  triad_name: "North",
  township_name: "Barrington",
  township_code: 10,
  neighborhood_code: 10010,
  tax_district_code: 10001,
  zip_code: "60010.0",
  longitude: -88.1,
  latitude: 42.1,
  census_tract_geoid: "17031824004.0",
  chicago_community_area_name: "",
  flood_fema_sfha: "False",
  flood_fs_factor: "1.0",
};
