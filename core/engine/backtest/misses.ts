import { percent } from "../words.ts";
import { COMPS } from "../../../contracts/constants/valuation.ts";
import { dollars, whole } from "../figures.ts";
import { REJECTIONS } from "../sales/validate.ts";
import { salesOfParcel } from "../sales/history.ts";
import { dayOf, isoOf, type SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";
import type { Comp } from "../valuation/comps/comp.ts";
import type { Valuation } from "../valuation/valuation.ts";
import {
  errorOf,
  type TestSale,
  valued,
  type ValuedSale,
} from "./backtest_sale.ts";

/** A sale whose price the engine missed, and what the records say about why. */
export interface Miss {
  readonly sale: ValuedSale;
  /** Value over price, less 1. */
  readonly error: number;
  readonly address: string;
  /** Living area, square feet. */
  readonly area: number;
  readonly yearBuilt: number;
  readonly deedType: string;
  /** What comps and price model said by themselves, dollars; null where silent. */
  readonly byComps: number | null;
  readonly byPriceModel: number | null;
  /** The most similar comps. */
  readonly comps: readonly (
    & Pick<Comp, "distance" | "similarity" | "adjustedPrice">
    & {
      readonly address: string;
      readonly price: number;
      readonly sold: string;
    }
  )[];
  /** What stands out, in words. */
  readonly remarks: readonly string[];
}

/** How far a value is off, the same for half and double the price. */
function distance({ value, price }: ValuedSale): number {
  return Math.abs(Math.log(value.base / price));
}

/** The sales that were missed by most, worst first. */
export function worstSales(
  sales: readonly TestSale[],
  count: number,
): ValuedSale[] {
  return valued(sales)
    .sort((a, b) => distance(b) - distance(a) || a.sale - b.sale)
    .slice(0, count);
}

const SHOWN_COMPS = 3;

/** Puts together what is known about a miss. */
export function missOf(
  snapshot: SnapshotData,
  sale: ValuedSale,
  valuation: Valuation,
): Miss {
  const { sales, parcels } = snapshot.tables;
  const parcel = sales.parcel[sale.sale];
  const { comps, priceModel } = valuation.rawEstimate;
  return {
    sale,
    error: errorOf(sale),
    address: parcels.address.at(parcel),
    area: sales.bldg_sqft[sale.sale],
    yearBuilt: sales.year_built[sale.sale],
    deedType: codeAt(sales.deed_type, sale.sale),
    byComps: comps && Math.round(comps.base),
    byPriceModel: priceModel && Math.round(priceModel.base),
    comps: valuation.comps.slice(0, SHOWN_COMPS).map((comp) => ({
      distance: comp.distance,
      similarity: comp.similarity,
      adjustedPrice: comp.adjustedPrice,
      address: parcels.address.at(sales.parcel[comp.sale]),
      price: sales.sale_price[comp.sale],
      sold: isoOf(sales.sale_date[comp.sale]),
    })),
    remarks: remarksOn(snapshot, sale, valuation),
  };
}

/** Years around a sale in which other sales of the parcel are told. */
const YEARS_AROUND = 3;

/** What the records, also later ones, say about a missed sale. The engine saw none of the later ones. */
function remarksOn(
  snapshot: SnapshotData,
  { sale, price, day, value }: ValuedSale,
  { comps, dispersion, rawEstimate, search }: Valuation,
): string[] {
  const { sales } = snapshot.tables;
  const remarks: string[] = [];
  const code = codeAt(sales.rejected, sale);
  if (code !== "") {
    remarks.push(
      `validation would not use it: ${
        REJECTIONS[code as keyof typeof REJECTIONS] ?? code
      }`,
    );
  }
  for (const other of salesOfParcel(snapshot, sales.parcel[sale])) {
    const apart = dayOf(other.sale_date) - day;
    const same = apart === 0 && other.sale_price === price;
    if (same || Math.abs(apart) > YEARS_AROUND * 365.25) continue;
    remarks.push(
      `sold ${apart < 0 ? "before" : "again"} on ${other.sale_date} for ${
        dollars(other.sale_price)
      } (${percent(other.sale_price / price)} of this price${
        other.rejected ? `; ${other.rejected.code}` : ""
      })`,
    );
  }
  const adjusted = comps.map(({ adjustedPrice }) => adjustedPrice);
  const { min_comps } = COMPS;
  if (search.accepted < min_comps) {
    remarks.push(
      search.accepted === 0
        ? "no nearby sale is similar"
        : `only ${search.accepted} of the nearby sales ${
          search.accepted === 1 ? "is" : "are"
        } similar`,
    );
  } else if (dispersion) {
    const low = Math.min(...adjusted), high = Math.max(...adjusted);
    if (price < low || price > high) {
      remarks.push(
        `the price is ${
          price < low ? "below" : "above"
        } the adjusted price of each of the ${adjusted.length} most similar comps (${
          dollars(low)
        } to ${
          dollars(high)
        }); the middle half of ${search.accepted} lies within ${
          percent(dispersion.iqrShare)
        }`,
      );
    }
  }
  if (sales.year_built[sale] >= yearOf(day) - 1) {
    remarks.push(
      "built in the year of the sale or the year before: the price may be the land's, or a builder's own",
    );
  }
  const rows = comps.map((comp) => comp.sale);
  remarks.push(
    ...unlike(sales.bldg_sqft, sale, rows, 1, "living area"),
    ...unlike(sales.land_sqft, sale, rows, 1.5, "lot"),
  );
  const { priceModel } = rawEstimate;
  if (priceModel && Math.abs(Math.log(priceModel.base / value.base)) > 0.2) {
    remarks.push(
      `the price model alone gives ${
        dollars(priceModel.base)
      }: comps and attributes disagree`,
    );
  }
  if (remarks.length === 0) {
    remarks.push("nothing on record sets it apart from its comps");
  }
  return remarks;
}

/** Says where an area lies outside those of the comps by more than a factor. */
function unlike(
  column: Float32Array,
  sale: number,
  comps: readonly number[],
  factor: number,
  what: string,
): string[] {
  const areas = comps.map((row) => column[row]).filter((each) => each > 0);
  const own = column[sale];
  if (areas.length === 0 || !(own > 0)) return [];
  const least = Math.min(...areas), most = Math.max(...areas);
  const beyond = own > factor * most
    ? "larger"
    : own < least / factor
    ? "smaller"
    : null;
  const range = least === most
    ? whole(least)
    : `${whole(least)} to ${whole(most)}`;
  return beyond
    ? [
      `its ${what} of ${
        whole(own)
      } sqft is ${beyond} than its comps' (${range})`,
    ]
    : [];
}

function yearOf(day: number): number {
  return Number(isoOf(day).slice(0, 4));
}
