import assert from "node:assert/strict";
import { join } from "node:path";
import { readFile } from "node:fs/promises";
import { ingestDirectory } from "../../core/ingest/directory.ts";
import { parseMapping } from "../../core/ingest/mapping.ts";
import { codeAt, TABLES } from "../../core/engine/tables.ts";
import { salesOfParcel } from "../../core/engine/sales/history.ts";
import { findParcel } from "../../core/engine/subject/property_id.ts";
import { openSnapshot } from "../../core/snapshot/open.ts";
import { verifySnapshot } from "../../core/snapshot/verify.ts";
import { inTemp } from "./files.ts";
import { sharedData } from "../../harness/shared_data.ts";

const cook = sharedData("cook_southwest");
const king = sharedData("king_county");
const milwaukee = sharedData("milwaukee");
const reference = sharedData("reference");

Deno.test({
  name: "three Cook townships ingest with their reference tables",
  ignore: !cook || !reference,
  fn: () =>
    inTemp(async (temp) => {
      const out = join(temp, "cook");
      await ingestDirectory({ from: [cook!], reference: [reference!], out });
      assert.deepEqual((await verifySnapshot(out)).problems, []);
      const snapshot = await openSnapshot(out);
      const { tables, manifest } = snapshot;
      const { parcels, sales } = tables;
      const rows = Object.fromEntries(
        Object.keys(TABLES).map((name) => [
          name,
          tables[name as keyof typeof TABLES].rows,
        ]),
      );
      assert.deepEqual(rows, {
        area_prices: 3625,
        city_records: 0,
        parcels: 42_390,
        rents: 0,
        sales: 2_840,
        year_only_sales: 7_834,
        assessments: 41_319,
        tracts: 1_472,
        basemap: 0,
        boundaries: 111_714,
        townships: 38,
        safmr: 2_506,
        tax_rates: 6_658,
        stations: 385,
        listings: 0,
      });
      assert.deepEqual(manifest.quality.sales.rejected, {
        deed_type: 32,
        missing_facts: 2,
        multi_card: 1,
        outlier_price: 6,
        outlier_price_per_sqft: 3,
        same_sale: 2,
      });
      assert.equal(manifest.newest_sale, "2022-12-30");

      const row = findParcel(snapshot, "22-13-303-009-0000");
      assert.equal(codeAt(parcels.tract, row), "17031824004");
      assert.equal(codeAt(parcels.zip, row), "60439");
      assert.equal(codeAt(parcels.tax_code, row), "19002");
      assert.equal(parcels.bldg_sqft[row], 950);
      const withFacts = sales.bldg_sqft.filter((sqft) => sqft > 0).length;
      assert.ok(withFacts / sales.rows > 0.999);

      const rejected = sales.rejected.values.findIndex((code) =>
        sales.rejected.dictionary[code] === "same_sale"
      );
      const history = salesOfParcel(snapshot, sales.parcel[rejected]);
      const verdicts = history.map((sale) => sale.rejected?.code ?? "");
      assert.deepEqual(verdicts, ["same_sale", ""]);
      assert.equal(history[0].sale_price, history[1].sale_price);
    }),
});

Deno.test({
  name: "Milwaukee ingests through its mapping, month-only dates included",
  ignore: !milwaukee,
  fn: () =>
    inTemp(async (temp) => {
      const path = new URL(
        "../../docs/mappings/milwaukee.json",
        import.meta.url,
      );
      const mapping = parseMapping(await readFile(path, "utf8"), "milwaukee");
      const out = join(temp, "milwaukee");
      await ingestDirectory({ from: [milwaukee!], mapping, out });
      const { tables: { sales }, manifest } = await openSnapshot(out);
      assert.equal(sales.rows, 46_791);
      const { validated, rejected } = manifest.quality.sales;
      assert.ok(validated > 46_500);
      assert.ok(rejected.multi_parcel > 40 && rejected.multi_parcel < 120);
      const count = (type: string) =>
        sales.prop_type.values.filter((code) =>
          sales.prop_type.dictionary[code] === type
        ).length;
      assert.deepEqual(
        ["sfh", "mf2_4", "other"].map(count),
        [35_961, 9_929, 901],
      );
      const words = new Set(sales.exterior.dictionary);
      assert.ok(words.has("aluminum or vinyl"));
      assert.ok(![...words].some((word) => /Vinyl|Vynyl/.test(word)));
    }),
});

Deno.test({
  name: "King County ingests through its mapping",
  ignore: !king,
  fn: () =>
    inTemp(async (temp) => {
      const path = new URL(
        "../../docs/mappings/king-county.json",
        import.meta.url,
      );
      const mapping = parseMapping(await readFile(path, "utf8"), "king");
      const out = join(temp, "king");
      await ingestDirectory({ from: [king!], mapping, out });
      assert.deepEqual((await verifySnapshot(out)).problems, []);
      const { tables: { parcels, sales }, manifest } = await openSnapshot(out);
      assert.deepEqual([sales.rows, parcels.rows], [18_736, 18_617]);
      assert.deepEqual(manifest.counties, ["king"]);
      const { validated } = manifest.quality.sales;
      assert.ok(validated > 18_690);
      assert.equal(sales.bldg_sqft[0], 1560);
      assert.equal(sales.basement_sqft[0], 1170);
      assert.equal(sales.full_baths[0], 3.25);
      assert.ok(Number.isNaN(sales.year_renovated[0]));
      const parcel = sales.parcel[0];
      assert.equal(parcels.property_id.at(parcel), "0123059127");
      assert.equal(codeAt(parcels.township, parcel), "king");
      assert.equal(codeAt(parcels.neighborhood, parcel), "98059");
    }),
});
