import { isoOf, perSnapshot, type SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";
import { type Rejection, REJECTIONS } from "./validate.ts";

/** A recorded sale and whether it is valid. */
export interface RecordedSale {
  /** ISO date of the deed. */
  readonly sale_date: string;
  /** US dollars. */
  readonly sale_price: number;
  /** Recorder's document number, `""` when unknown. */
  readonly document: string;
  /** As the county publishes it, `""` when unknown. */
  readonly deed_type: string;
  readonly validated: boolean;
  /** Code and meaning of the reason when it is not validated. */
  readonly rejected:
    | { readonly code: Rejection; readonly reason: string }
    | null;
}

/** Every recorded sale of a parcel, newest first. `parcel` is a row of the parcels table. */
export function salesOfParcel(
  snapshot: SnapshotData,
  parcel: number,
): RecordedSale[] {
  const { sales } = snapshot.tables;
  const { lastOf, before } = salesChain(snapshot);
  const found: RecordedSale[] = [];
  for (let row = lastOf[parcel]; row >= 0; row = before[row]) {
    const code = codeAt(sales.rejected, row) as Rejection | "";
    found.push({
      sale_date: isoOf(sales.sale_date[row]),
      sale_price: sales.sale_price[row],
      document: sales.document.at(row),
      deed_type: codeAt(sales.deed_type, row),
      validated: code === "",
      rejected: code === "" ? null : { code, reason: REJECTIONS[code] },
    });
  }
  return found;
}

/** By row of the parcels table its last sale, and by sale the one before it of the same parcel; -1 where there is none. */
const salesChain = perSnapshot(({ tables: { sales, parcels } }) => {
  const lastOf = new Int32Array(parcels.rows).fill(-1);
  const before = new Int32Array(sales.rows);
  for (let row = 0; row < sales.rows; row++) {
    const parcel = sales.parcel[row];
    if (parcel < 0) continue;
    before[row] = lastOf[parcel];
    lastOf[parcel] = row;
  }
  return { lastOf, before };
});
