import { metersBetween, projectionOf } from "../geo/projection.ts";
import type { Tables } from "../tables.ts";
import type { RecordedSales } from "./validate.ts";

/**
 * How near two parcels lie that one price paid on one day makes a package, meters. In Milwaukee
 * (25,509 sales with a day) 40 such pairs lie this near where chance gives 5.
 */
const NEAR_METERS = 250;

/**
 * Returns 1 for each sale that looks like part of a package: another parcel nearby sold on the same
 * day at the same price. Further apart such pairs are chance: Milwaukee has 1,614, chance gives
 * 1,444. Sales with a document number, or of which only the month is known, are left alone.
 *
 * @param exactDay 1 where the day of a sale is known, by sale
 */
export function packageSales(
  sales: Pick<
    RecordedSales,
    "rows" | "parcel" | "sale_date" | "sale_price" | "document"
  >,
  exactDay: Uint8Array,
  parcels: Tables["parcels"],
): Uint8Array {
  const packaged = new Uint8Array(sales.rows);
  const { x, y } = projectionOf(parcels);
  const near = (a: number, b: number) => {
    const [one, other] = [sales.parcel[a], sales.parcel[b]];
    return metersBetween(
      x(parcels.lon[one]),
      y(parcels.lat[one]),
      x(parcels.lon[other]),
      y(parcels.lat[other]),
    ) <= NEAR_METERS;
  };
  for (let start = 0, end = 0; start < sales.rows; start = end) {
    const samePrice = new Map<number, number[]>();
    for (
      ;
      end < sales.rows && sales.sale_date[end] === sales.sale_date[start];
      end++
    ) {
      if (!exactDay[end] || sales.document.at(end) !== "") continue;
      const price = sales.sale_price[end];
      const others = samePrice.get(price) ?? [];
      for (const other of others) {
        if (sales.parcel[other] === sales.parcel[end]) continue;
        if (!near(other, end)) continue;
        packaged[other] = packaged[end] = 1;
      }
      samePrice.set(price, [...others, end]);
    }
  }
  return packaged;
}
