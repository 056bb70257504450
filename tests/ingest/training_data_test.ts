import assert from "node:assert/strict";
import { parquetWriteBuffer } from "hyparquet-writer";
import { codeAt } from "../../core/engine/tables.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { Fault } from "../../contracts/errors.ts";
import { ingested } from "./files.ts";

type Cell = string | number | boolean | Date | null;
type Sale = Readonly<Record<string, Cell>>;

/** A row of the published file; codes as its data dictionary has them. */
const SALE: Sale = {
  meta_pin: "17321000150000",
  meta_year: "2022",
  meta_class: "211",
  char_class: "211",
  meta_card_num: 1,
  ind_pin_is_multicard: false,
  meta_township_code: "76",
  meta_nbhd_code: "76120",
  meta_sale_date: new Date("2022-06-15"),
  meta_sale_price: 425_000,
  meta_sale_document_num: "2216622001",
  meta_sale_deed_type: "01",
  sv_is_outlier: false,
  loc_longitude: -87.6513,
  loc_latitude: 41.8381,
  loc_census_tract_geoid: "17031600700",
  loc_property_address: "3120 S SANGAMON ST",
  loc_property_city: "CHICAGO",
  loc_property_zip: "60608",
  char_apts: "TWO",
  char_bldg_sf: 2_200,
  char_land_sf: 3_125,
  char_yrblt: 1_908,
  char_beds: 5,
  char_rooms: 10,
  char_fbath: 2,
  char_hbath: 0,
  char_air: "2",
  char_bsmt: "1",
  char_bsmt_fin: "2",
  char_ext_wall: "2",
  char_gar1_size: "3",
  char_gar1_att: "2",
  char_heat: "2",
  char_roof_cnst: "2",
  char_type_resd: "2",
  char_repair_cnd: "2",
  acs5_median_income_household_past_year: 61_000,
};

/** A Parquet file of rows, `rowGroupSize` rows a group. */
function parquet(rows: readonly Sale[], rowGroupSize = 1_000): Uint8Array {
  const columnData = Object.keys(rows[0]).map((name) => ({
    name,
    data: rows.map((row) => row[name] ?? null),
    nullable: true,
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize }));
}

const sale = (change: Sale): Sale => ({ ...SALE, ...change });

Deno.test("the assessor's training data is a county of sales with the facts of their time", () =>
  ingested(
    { "training_data.parquet": parquet([SALE]) },
    ({ tables: { parcels, sales } }) => {
      assert.equal(sales.rows, 1);
      assert.equal(sales.sale_date[0], dayOf("2022-06-15"));
      assert.equal(sales.sale_price[0], 425_000);
      assert.equal(codeAt(sales.rejected, 0), "");
      const words = ["prop_type", "exterior", "heating", "basement", "garage"]
        .map((name) => codeAt(sales[name as "prop_type"], 0));
      assert.deepEqual(words, [
        "mf2_4",
        "Masonry",
        "Hot Water Steam",
        "Full",
        "detached",
      ]);
      assert.deepEqual(
        [
          sales.units[0],
          sales.garage_cars[0],
          sales.air[0],
          sales.condition[0],
        ],
        [2, 2, 0, 2],
      );
      assert.equal(parcels.property_id.at(0), "17321000150000");
      assert.equal(codeAt(parcels.township, 0), "76");
      assert.equal(codeAt(parcels.zip, 0), "60608");
      assert.equal(parcels.lat[0], 41.8381);
    },
  ));

Deno.test("unit codes are never read as counts, and unknown ones are no two- to four-flat", () =>
  ingested(
    {
      "training_data.parquet": parquet(
        ["TWO", "2", "UNKNOWN", "FIVE", "6"].map((char_apts, i) =>
          sale({
            char_apts,
            meta_pin: `1732100015000${i}`,
            meta_sale_document_num: `${i}`,
          })
        ),
      ),
    },
    ({ tables: { sales } }) => {
      assert.deepEqual([...sales.units], [2, 3, NaN, 5, NaN]);
      assert.deepEqual(
        [0, 1, 2, 3, 4].map((row) => codeAt(sales.prop_type, row)),
        ["mf2_4", "mf2_4", "apartment", "apartment", "apartment"],
      );
    },
  ));

Deno.test("training data: outliers, several cards and rows over many groups", () =>
  ingested(
    {
      "training_data.parquet": parquet(
        Array.from({ length: 500 }, (_, i) =>
          sale({
            meta_pin: `17321${String(i).padStart(5, "0")}0000`,
            meta_sale_document_num: `${i}`,
            meta_sale_price: 300_000 + i,
            sv_is_outlier: i % 10 === 0,
            ind_pin_is_multicard: i % 10 === 1,
            meta_card_num: 1,
          })),
        64,
      ),
    },
    ({ tables: { sales }, manifest }) => {
      assert.equal(sales.rows, 450);
      const { rejected, read } = manifest.quality.sources[0];
      assert.equal(read, 500);
      assert.deepEqual(rejected, {
        "the county's sales validation flags it as no market sale": 50,
      });
      assert.equal(manifest.quality.sales.rejected.multi_card, 50);
    },
  ));

Deno.test("training data that is no Parquet, or lacks a column, says so", async () => {
  const { meta_sale_price: _price, ...rest } = SALE;
  for (
    const [file, expected] of [
      [new TextEncoder().encode("pin,price"), /training_data\.parquet: /],
      [parquet([SALE]).subarray(0, 900), /training_data\.parquet: /],
      [parquet([rest]), /no column for sale_price .*meta_sale_price/],
    ] as const
  ) {
    await assert.rejects(
      ingested({ "training_data.parquet": file }, () => {}),
      (error) =>
        error instanceof Fault && error.code === "invalid_params" &&
        expected.test(error.message),
    );
  }
});
