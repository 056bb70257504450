import { MODEL_CONFIG } from "../../../../core/engine/model_config.ts";
import assert from "node:assert/strict";
import {
  featureAt,
  featureReader,
  FEATURES,
} from "../../../../core/engine/valuation/training/features.ts";
import { trainingSales } from "../../../../core/engine/valuation/training/sales.ts";
import { codeAt } from "../../../../core/engine/tables.ts";
import { treeTask } from "../../../../core/engine/valuation/model/trees.ts";
import { build, type CountyRows, village } from "../county.ts";

Deno.test("words that a scale has are numbers, those of another county a category", () => {
  const words = ["Brick", "Masonry", "", "Vinyl", "Frame + Masonry"];
  const { parcels, sales } = village(words.length);
  const snapshot = build({
    parcels: parcels.map((parcel, i) => ({ ...parcel, exterior: words[i] })),
    sales,
  });
  const { parcels: table } = snapshot.tables;
  const reader = featureReader(snapshot);
  const row = new Float64Array(FEATURES.length);
  const read = words.map((_, i) => {
    const at = parcels.findIndex(({ property_id }) =>
      property_id === table.property_id.at(i)
    );
    reader.fill(table, i, i, row, 0);
    return [
      words[at],
      row[featureAt("exterior")],
      row[featureAt("exterior_words")],
    ];
  });
  assert.deepEqual(
    Object.fromEntries(read.map(([word, ...places]) => [word, places])),
    {
      "Brick": [NaN, 0],
      "Masonry": [3, NaN],
      "": [NaN, NaN],
      "Vinyl": [NaN, 1],
      "Frame + Masonry": [2, NaN],
    },
  );
});

Deno.test("treeTask() has the features of a county's own words where it has such words", () => {
  const lastFeature = (county: CountyRows) => {
    const { features, logPrice } = trainingSales(build(county));
    const rows = new Int32Array(logPrice.length).map((_, i) => i);
    const { dataset } = treeTask(
      features,
      rows,
      String,
      logPrice,
      MODEL_CONFIG.trees,
    );
    assert.equal(dataset.columns.length, dataset.features.length);
    return dataset.features.at(-1)!.name;
  };
  const { parcels, sales } = village(20);
  assert.equal(lastFeature({ parcels, sales }), "neighborhood");
  const brick = sales.map((sale) => ({ ...sale, exterior: "Brick" }));
  assert.equal(lastFeature({ parcels, sales: brick }), "exterior_words");
});

Deno.test("areas, and nothing else, are held to be worth no less when there is more", () => {
  const { parcels, sales } = village(20);
  const { features, logPrice } = trainingSales(build({ parcels, sales }));
  const rows = new Int32Array(logPrice.length).map((_, i) => i);
  const { dataset } = treeTask(
    features,
    rows,
    String,
    logPrice,
    MODEL_CONFIG.trees,
  );
  assert.deepEqual(
    dataset.features.filter(({ monotone }) => monotone).map(({ name }) => name),
    ["log_bldg_sqft", "log_land_sqft", "basement_sqft"],
  );
});

Deno.test("the order of area codes stands in for a position where the county has none", () => {
  const { parcels, sales } = village(40);
  const county = build({
    parcels: parcels.map((parcel, i) =>
      i < 20 ? parcel : { ...parcel, lat: NaN, lon: NaN }
    ),
    sales,
  });
  const { features, parcel } = trainingSales(county);
  const { lat, neighborhood } = county.tables.parcels;
  const codes = neighborhood.dictionary.filter((code) => code !== "").sort();
  const order = featureAt("neighborhood_order");
  parcel.forEach((row, sale) =>
    assert.equal(
      features[sale * FEATURES.length + order],
      Number.isNaN(lat[row]) ? codes.indexOf(codeAt(neighborhood, row)) : NaN,
    )
  );
});
