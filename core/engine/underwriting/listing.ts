import type { SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";

/** A parcel's active listing. */
export interface ActiveListing {
  /** Dollars. */
  readonly price: number;
  /** Day it came on the market. */
  readonly listed: number;
  /** Apartments as listed, NaN when it does not say. */
  readonly units: number;
}

const rowsOf = new WeakMap<SnapshotData, Map<number, number[]>>();

/** The active listing of a parcel on a day: the newest, of two on one day the cheaper. */
export function activeListing(
  snapshot: SnapshotData,
  parcel: number,
  today: number,
): ActiveListing | null {
  const { listings } = snapshot.tables;
  let rows = rowsOf.get(snapshot);
  if (!rows) {
    rows = new Map();
    for (let row = 0; row < listings.rows; row++) {
      if (
        codeAt(listings.status, row) !== "Active" ||
        !(listings.list_price[row] > 0)
      ) continue;
      const parcel = listings.parcel[row];
      rows.set(parcel, [...rows.get(parcel) ?? [], row]);
    }
    rowsOf.set(snapshot, rows);
  }
  const best = (parcel < 0 ? [] : rows.get(parcel) ?? [])
    .filter((row) => listings.listed[row] <= today)
    .sort((a, b) =>
      listings.listed[b] - listings.listed[a] ||
      listings.list_price[a] - listings.list_price[b]
    )[0];
  return best === undefined ? null : {
    price: listings.list_price[best],
    listed: listings.listed[best],
    units: listings.units[best],
  };
}
