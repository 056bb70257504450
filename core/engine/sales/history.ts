import type { SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";
import { isoOf } from "../snapshot.ts";
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
  { tables: { sales } }: SnapshotData,
  parcel: number,
): RecordedSale[] {
  const found: RecordedSale[] = [];
  for (let row = sales.rows - 1; row >= 0; row--) {
    if (sales.parcel[row] !== parcel) continue;
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
