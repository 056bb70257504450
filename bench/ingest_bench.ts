/**
 * How many of 50,000 sales a second are ingested, alone and with the facts and places that describe
 * them (goal: over 100,000 rows/s of the sales file); with `--full` of 500,000.
 *
 * Usage: `deno bench -P=bench bench/ingest_bench.ts -- --full`
 */
import { join } from "node:path";
import { CountyBuilder } from "../core/ingest/county.ts";
import { ingestDirectory } from "../core/ingest/directory.ts";
import { PORTAL_DATASETS } from "../core/ingest/portal.ts";
import { ReferenceRows } from "../core/ingest/reference.ts";
import { Tally } from "../core/ingest/tally.ts";

const SALES = Deno.args.includes("--full") ? 500_000 : 50_000;
const size = `${SALES.toLocaleString("en")} sales`;

const temp = await Deno.makeTempDir();
const from = join(temp, "county");
addEventListener("unload", () => Deno.removeSync(temp, { recursive: true }));

await Deno.mkdir(from);
const pin = (row: number) => `${10_000_000_000_000 + row}`;
const day = (row: number) =>
  new Date(Date.UTC(2019, 0, 1 + row % 2000)).toISOString().slice(0, 10);
await write(
  "parcel_sales.csv",
  "pin,year,township_code,neighborhood_code,class,sale_date,is_mydec_date,sale_price,sale_document_num,sale_deed_type,is_multisale,num_parcels_sale,sale_filter_same_sale_within_365",
  (row) =>
    `${pin(row)},2022,${10 + row % 30},10010,203,${day(row)},True,${
      200_000 + row % 90_000
    },${2_000_000_000 + row},Warranty Deed,False,1,False`,
);
await write(
  "characteristics.csv",
  "pin,tax_year,card_num,class,township_code,pin_num_cards,year_built,building_sqft,land_sqft,num_bedrooms,num_rooms,num_full_baths,num_half_baths,num_fireplaces,type_of_residence,construction_quality,garage_size,basement_type,ext_wall_material,repair_condition,basement_finish,roof_material,central_air",
  (row) =>
    `${pin(row)},2022,1.0,203,10,1.0,${1900 + row % 120},${
      800 + row % 2000
    },5000,3.0,6.0,2.0,1.0,0.0,1 Story,Average,2 cars,Full,Masonry,Average,Unfinished,Shingle + Asphalt,Central A/C`,
);
await write(
  "parcel_universe.csv",
  "pin,tax_year,class,township_code,township_name,triad_name,neighborhood_code,tax_code,zip_code,longitude,latitude,census_tract_geoid",
  (row) =>
    `${pin(row)},2023,203,${10 + row % 30},Barrington,North,10010,10001,60010,${
      -88 + row / 1e6
    },${42 + row / 1e6},17031824004`,
);

Deno.bench(`parcel sales file, ${size}`, { n: 5, warmup: 1 }, async () => {
  const county = new CountyBuilder();
  const [sales] = PORTAL_DATASETS;
  const tally = new Tally(sales.name, "parcel_sales.csv");
  const today = Math.floor(Date.now() / 86_400_000);
  const reference = new ReferenceRows();
  await sales.read(
    join(from, "parcel_sales.csv"),
    { county, reference, listings: [], today },
    tally,
    {},
  );
  if (tally.report().kept !== SALES) throw new Error("rows were lost");
});

Deno.bench(`ingestDirectory(), ${size}, facts and parcels`, {
  n: 2,
  warmup: 0,
}, async () => {
  const { tables } = await ingestDirectory({
    from: [from],
    out: join(temp, "snapshot"),
  });
  if (tables.sales.rows !== SALES) throw new Error("rows were lost");
});

async function write(
  file: string,
  header: string,
  line: (row: number) => string,
): Promise<void> {
  const lines = Array.from({ length: SALES }, (_, row) => line(row));
  await Deno.writeTextFile(join(from, file), [header, ...lines, ""].join("\n"));
}
