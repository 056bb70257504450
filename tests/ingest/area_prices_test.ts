import assert from "node:assert/strict";
import { AreaPrices } from "../../core/ingest/area_prices.ts";
import { codeAt } from "../../core/engine/tables.ts";

const TRACT = {
  id: "17031000100",
  polygons: [[[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]],
};

Deno.test("AreaPrices.table() sums prices up by tract and year, in any order", () => {
  const points = [100, 400, 300, 200].map((price) => ({
    tract: "",
    lat: 0.5,
    lon: 0.5,
    year: 2019,
    price,
    condo: false,
  }));
  points.push({ ...points[0], year: 2018, price: 50 });
  points.push({ ...points[0], lat: 5, lon: 5, price: 9 });
  const tableOf = (order: typeof points) => {
    const prices = new AreaPrices();
    for (const point of order) prices.add(point);
    const table = prices.table([TRACT]);
    return Array.from({ length: table.rows }, (_, row) => [
      codeAt(table.tract, row),
      table.year[row],
      table.sales[row],
      table.q1[row],
      table.median[row],
      table.q3[row],
    ]);
  };
  assert.deepEqual(tableOf(points), [
    ["17031000100", 2018, 1, 50, 50, 50],
    ["17031000100", 2019, 4, 175, 250, 325],
  ]);
  assert.deepEqual(tableOf(points.toReversed()), tableOf(points));
});

Deno.test("AreaPrices.table() believes the parcel's tract before the position", () => {
  const prices = new AreaPrices();
  const price = {
    lat: NaN,
    lon: NaN,
    year: 2019,
    price: 100,
    condo: false,
  };
  prices.add({ ...price, tract: "17031000200" });
  prices.add({ ...price, tract: "" });
  const table = prices.table([TRACT]);
  assert.deepEqual(table.tract.dictionary, ["", "17031000200"]);
  assert.equal(table.rows, 1);
});

Deno.test("AreaPrices.table() counts condominiums beside the sales", () => {
  const prices = new AreaPrices();
  const condo = {
    tract: "17031000100",
    lat: NaN,
    lon: NaN,
    year: 2019,
    price: 100,
    condo: true,
  };
  for (let n = 0; n < 3; n++) prices.add(condo);
  const table = prices.table([]);
  assert.deepEqual(
    [table.rows, table.sales[0], table.condos[0], table.median[0]],
    [1, 0, 3, NaN],
  );
});
