import assert from "node:assert/strict";
import { codeAt } from "../../core/engine/tables.ts";
import { CARD, csv, type Files, ingested, PARCEL, SALE } from "./files.ts";

const pinOf = (n: number) => `0101100001${`${n}`.padStart(4, "0")}`;

const priced = (pin: string, sale_year: number, sale_price: number) => ({
  pin,
  sale_year,
  sale_price,
  is_condo_pin: "False",
  lat: "",
  lon: "",
});

/** Two houses, the first sold in June 2022 and enlarged since, and prices by year. */
function county(prices: readonly ReturnType<typeof priced>[]): Files {
  const pins = [pinOf(0), pinOf(1)];
  return {
    "parcel_universe.csv": csv(pins.map((pin) => ({ ...PARCEL, pin }))),
    "parcel_sales.csv": csv([SALE]),
    "characteristics.csv": csv([
      { ...CARD, tax_year: 2022 },
      { ...CARD, tax_year: 2024, building_sqft: "2000.0" },
      { ...CARD, pin: pinOf(1), tax_year: 2024, building_sqft: "1500.0" },
    ]),
    "cook_sales_2015_2022.csv": csv(prices),
  };
}

Deno.test("a price of a year before the first dated sale is a valid sale, of a house as it was first sold, else as it is", () =>
  ingested(
    county([
      priced(pinOf(1), 2016, 210_000),
      priced(pinOf(0), 2019, 250_000),
      priced(pinOf(0), 2016, 200_000),
    ]),
    ({ tables: { year_only_sales: sales }, manifest }) => {
      const rows = Array.from({ length: sales.rows }, (_, row) => [
        sales.sale_year[row],
        sales.parcel[row],
        sales.sale_price[row],
        sales.bldg_sqft[row],
        sales.facts_year[row],
        codeAt(sales.prop_type, row),
      ]);
      assert.deepEqual(rows, [
        [2016, 0, 200_000, 1200, 2022, "sfh"],
        [2016, 1, 210_000, 1500, 2024, "sfh"],
        [2019, 0, 250_000, 1200, 2022, "sfh"],
      ]);
      const [remark] = Object.entries(manifest.quality.remarks)
        .filter(([text]) => text.startsWith("year-only sales"));
      assert.equal(remark[1], 3);
    },
  ));

Deno.test("prices of dated years, of unknown parcels, of the lot a house was built on and repeated ones are not valid", () =>
  ingested(
    county([
      priced(pinOf(1), 1954, 90_000),
      priced(pinOf(1), 2022, 310_000),
      priced("99999999999999", 2017, 250_000),
      priced(pinOf(1), 2017, 240_000),
      priced(pinOf(1), 2018, 240_000),
    ]),
    ({ tables: { year_only_sales: sales } }) => {
      assert.deepEqual([...sales.sale_year], [2017]);
    },
  ));
