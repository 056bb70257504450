import { SCORING } from "../../../contracts/constants/scoring.ts";
import type { SnapshotData } from "../snapshot.ts";
import { codeAt, MODELLED_TYPES } from "../tables.ts";

/** A validated sale of a house or two- to four-flat, and its tract. */
export interface TractSale {
  /** Row of `sales`. */
  readonly row: number;
  /** 11-digit GEOID. */
  readonly tract: string;
}

/** Rows of `sales` that are validated, of a modelled type and in a tract, in date order. */
export function tractSales({ tables }: SnapshotData): TractSale[] {
  const { sales, parcels } = tables;
  const modelled = new Set<string>(MODELLED_TYPES);
  const found: TractSale[] = [];
  for (let row = 0; row < sales.rows; row++) {
    if (codeAt(sales.rejected, row) !== "") continue;
    if (!modelled.has(codeAt(sales.prop_type, row))) continue;
    const tract = codeAt(parcels.tract, sales.parcel[row]);
    if (tract !== "") found.push({ row, tract });
  }
  return found;
}

/** Those of them in the last 24 months up to the newest: what price levels and ratios rest on. */
export function recentTractSales(snapshot: SnapshotData): TractSale[] {
  const { sale_date } = snapshot.tables.sales;
  const all = tractSales(snapshot);
  const newest = all.length > 0 ? sale_date[all[all.length - 1].row] : 0;
  const { price_months } = SCORING;
  const from = newest - Math.round(price_months * 365.25 / 12);
  return all.filter(({ row }) => sale_date[row] >= from);
}
