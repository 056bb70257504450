import assert from "node:assert/strict";
import { packageSales } from "../../../core/engine/sales/package_sales.ts";
import type { Tables } from "../../../core/engine/tables.ts";

interface Sale {
  readonly parcel: number;
  readonly price: number;
  readonly day?: number;
  readonly document?: string;
  readonly monthOnly?: boolean;
}

/** Parcels every 100 m along a line of latitude. */
const PARCELS = {
  lat: new Float64Array(200).fill(43),
  lon: Float64Array.from({ length: 200 }, (_, i) => -88 + i * 0.00123),
} as Tables["parcels"];

function packaged(sales: readonly Sale[]): number[] {
  return [
    ...packageSales(
      {
        rows: sales.length,
        parcel: Int32Array.from(sales, ({ parcel }) => parcel),
        sale_date: Int32Array.from(sales, ({ day = 19_000 }) => day),
        sale_price: Float64Array.from(sales, ({ price }) => price),
        document: {
          length: sales.length,
          at: (row) => sales[row].document ?? "",
        },
      },
      Uint8Array.from(sales, ({ monthOnly }) => monthOnly ? 0 : 1),
      PARCELS,
    ),
  ];
}

Deno.test("packageSales() finds neighbors sold on one day at one price", () => {
  const [here, next, far] = [
    { parcel: 0, price: 90_000 },
    { parcel: 2, price: 90_000 },
    { parcel: 150, price: 90_000 },
  ];
  assert.deepEqual(packaged([here, next]), [1, 1]);
  assert.deepEqual(packaged([here, far]), [0, 0]);
  assert.deepEqual(packaged([here, far, next]), [1, 0, 1]);
  assert.deepEqual(packaged([here, { ...next, price: 91_000 }]), [0, 0]);
  assert.deepEqual(packaged([here, { ...next, day: 19_001 }]), [0, 0]);
  assert.deepEqual(packaged([here, here]), [0, 0]);
});

Deno.test("packageSales() leaves documents and month-only dates alone", () => {
  const sale = { parcel: 0, price: 90_000 };
  const next = { parcel: 1, price: 90_000 };
  assert.deepEqual(packaged([sale, { ...next, document: "7" }]), [0, 0]);
  assert.deepEqual(packaged([sale, { ...next, monthOnly: true }]), [0, 0]);
});
