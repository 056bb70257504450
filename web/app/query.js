import { polygonText } from "./address_bar.js";
import { rounded } from "./bounds.js";

/** @import { State } from "./first_state.js" */

const FIELDS =
  "property_id,address,city,area,lat,lon,prop_type,list_price,price_cut,units,bedrooms,bathrooms,sqft,days_on_market,percentile,deal_score,unscored_reasons,state,arv,confidence,verdict,year_built,discount,cash_flow,risk_score";
const PAGE = 30;

/**
 * Parameters that choose homes, of search and pins alike.
 *
 * @param {Pick<State, "strategy" | "filters" | "polygon" | "bounds">} state
 */
export function chosen({ strategy, filters, polygon, bounds }) {
  const box = polygon
    ? { polygon: polygonText(polygon) }
    : bounds
    ? rounded(bounds)
    : {};
  return { strategy, ...filters, ...box };
}

/**
 * Parameters of a page of the list.
 *
 * @param {Parameters<typeof chosen>[0] & Pick<State, "sort">} state
 */
export const listQuery = (state) => ({
  ...chosen(state),
  sort: state.sort,
  limit: PAGE,
  fields: FIELDS,
});
