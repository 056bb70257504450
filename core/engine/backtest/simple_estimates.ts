import { median } from "../statistics/quantile.ts";
import type { SnapshotData } from "../snapshot.ts";
import { parcelSubject } from "../subject/resolve.ts";
import { MODELLED_TYPES } from "../tables.ts";
import { areaContext } from "../valuation/decision/area_context.ts";
import { levelOfSale, type Market } from "../valuation/model/market.ts";

/** Half a mile, one and two miles: the next where the one before holds too few sales. */
const RADII_M = [805, 1609, 3219];
const FEWEST_COMPS = 3;
/** How far a comp's living area may be from the subject's, as a share. */
const AREA_SHARE = 0.25;
const DAYS = 365;

/**
 * Returns what rule comps say of a sold property: the median price per square foot of sales of its
 * type within half a mile (one, then two miles where fewer than three are there), a year and 25%
 * of its living area, brought to the day by the index; NaN where there are too few.
 *
 * @param market what was known before the sale's day
 * @param sale row of `sales`
 * @param type place in `MODELLED_TYPES`
 */
export function ruleCompsEstimate(
  { tables: { sales, parcels } }: SnapshotData,
  market: Market,
  sale: number,
  type: number,
): number {
  const { count, asOf, training } = market;
  const near = training.near[type];
  const parcel = sales.parcel[sale];
  const sqft = sales.bldg_sqft[sale];
  for (const radius of RADII_M) {
    const { places, count: found } = near.within(
      training.projection.x(parcels.lon[parcel]),
      training.projection.y(parcels.lat[parcel]),
      radius,
      asOf - DAYS,
      asOf,
    );
    const perSqft: number[] = [];
    for (let i = 0; i < found; i++) {
      const comp = near.points[places[i]];
      const area = sales.bldg_sqft[training.row[comp]];
      if (
        comp >= count || training.parcel[comp] === parcel ||
        Math.abs(area / sqft - 1) > AREA_SHARE
      ) continue;
      const log = training.logPrice[comp] -
        levelOfSale(market, comp);
      perSqft.push(Math.exp(log) / area);
    }
    if (perSqft.length >= FEWEST_COMPS) return median(perSqft) * sqft;
  }
  return NaN;
}

/**
 * Returns the median price per square foot of the tract, else of the neighborhood, times the living
 * area; NaN where the area has too few sales. Parameters as for `ruleCompsEstimate`.
 */
export function areaEstimate(
  snapshot: SnapshotData,
  market: Market,
  sale: number,
  type: number,
): number {
  const { sales } = snapshot.tables;
  const sqft = sales.bldg_sqft[sale];
  const subject = {
    ...parcelSubject(snapshot, sales.parcel[sale], "property_id", null),
    propType: MODELLED_TYPES[type],
  };
  const area = areaContext(snapshot, market, subject, type, sqft);
  return area ? area.medianPricePerSqft * sqft : NaN;
}
