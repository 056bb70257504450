import { indexShapes, type Ring } from "../engine/places/shapes.ts";
import { quantileSorted } from "../engine/statistics/quantile.ts";
import { type Table, TABLES } from "../engine/tables.ts";
import { TableBuilder } from "../snapshot/builder.ts";

/** A price paid somewhere in a year. */
export interface PricePoint {
  /** The parcel's tract, `""` when only the position is known. */
  readonly tract: string;
  readonly lat: number;
  readonly lon: number;
  readonly year: number;
  /** US dollars. */
  readonly price: number;
  /** Condominiums are counted, but do not enter the quartiles. */
  readonly condo: boolean;
}

/** A tract's polygons, each a shell and its holes, of `[lon, lat]`. */
interface TractShape {
  readonly id: string;
  readonly polygons: readonly (readonly (readonly (readonly number[])[])[])[];
}

/** Collects prices at points and sums them up by tract and year, whatever the order of files. */
export class AreaPrices {
  readonly #points: PricePoint[] = [];

  /** Adds a price. */
  add(point: PricePoint): void {
    this.#points.push(point);
  }

  /** Quartiles by tract and year, sorted by both; points outside the tracts are left out. */
  table(tracts: readonly TractShape[]): Table<typeof TABLES.area_prices> {
    const index = indexShapes(
      tracts.flatMap(({ id, polygons }) =>
        polygons.map((rings) => ({
          id,
          rings: rings.map((ring): Ring =>
            ring.map(([lon, lat]) => [lon, lat])
          ),
        }))
      ),
    );
    const groups = new Map<string, { prices: number[]; condos: number }>();
    for (const point of this.#points) {
      const { tract: known, lat, lon, year, price, condo } = point;
      const tract = known || index.at(lon, lat);
      if (tract === null) continue;
      const key = `${tract} ${year}`;
      const group = groups.get(key) ?? { prices: [], condos: 0 };
      groups.set(key, group);
      if (condo) group.condos++;
      else group.prices.push(price);
    }
    const builder = new TableBuilder(TABLES.area_prices);
    for (const key of [...groups.keys()].sort()) {
      const [tract, year] = key.split(" ");
      const { prices: paid, condos } = groups.get(key)!;
      const prices = Float64Array.from(paid).sort();
      const at = (q: number) =>
        prices.length > 0 ? quantileSorted(prices, q) : NaN;
      builder.push({
        tract,
        year: Number(year),
        sales: prices.length,
        condos,
        q1: at(0.25),
        median: at(0.5),
        q3: at(0.75),
      });
    }
    return builder.take();
  }
}
