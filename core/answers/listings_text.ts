import type { InventoryOutput } from "../../contracts/inventory.ts";
import { dollars, percent, whole } from "../engine/figures.ts";
import { count, typeNoun } from "../engine/words.ts";
import { subjectName } from "./subject_name.ts";

/** Listings that are told with their figures; the others with their price and verdict. */
const TOLD = 10;

/** Returns a page of listings in words: what a person would ask for, and how to go on. */
export function listingsText(answer: InventoryOutput): string {
  const { listings, empty, strategy, total, inventory_size, next_cursor } =
    answer;
  if (empty) {
    const run = empty.last_run === null
      ? "no daily run has finished yet"
      : `the last daily run finished ${empty.last_run}`;
    return `No listings: ${empty.reason}. What would change it: ${empty.fix}. (${run})`;
  }
  return [
    `${listings.length} of ${total} matching listings (${inventory_size} for sale), ${
      ORDERS[answer.ranked_by]
    } for ${strategy}. Cash flow is of the first year as a rental bought at the asking price.`,
    ...listings.slice(0, TOLD).map(listingText),
    ...(listings.length > TOLD ? ["More of this page, in short:"] : []),
    ...listings.slice(TOLD).map(briefText),
    ...(next_cursor === null
      ? []
      : [`More: the same again with cursor ${next_cursor}`]),
  ].join("\n");
}

const ORDERS: Readonly<Record<InventoryOutput["ranked_by"], string>> = {
  deal_score: "best deal score first",
  tract_percentile:
    "best tract first, because no value here is exact enough for a deal score,",
  sort: "sorted as requested,",
};

type Listed = InventoryOutput["listings"][number];

function nameText(
  { address, listing_id, property_id, prop_type, list_price }: Listed,
) {
  return [
    subjectName({ address: address ?? null, property_id: listing_id }),
    property_id && `PIN ${property_id}`,
    prop_type && typeNoun(prop_type),
    list_price !== undefined && `asked ${dollars(list_price)}`,
  ];
}

/** What is for sale and since when, of the fields that were asked for. */
function homeText(each: Listed) {
  return [
    each.price_cut != null && `cut by ${percent(each.price_cut, 1)}`,
    each.days_on_market !== undefined &&
    `${count(each.days_on_market, "day")} on the market`,
    each.units != null && each.units > 1 && `${each.units} units`,
    each.bedrooms != null && `${each.bedrooms} bed`,
    each.sqft != null && `${whole(each.sqft)} sqft`,
    each.year_built != null && `built ${each.year_built}`,
  ];
}

function briefText(each: Listed): string {
  return [...nameText(each), each.verdict].filter(Boolean).join(", ");
}

function listingText(each: Listed): string {
  const { arv, cash_flow } = each;
  return [
    ...nameText(each),
    ...homeText(each),
    each.deal_score != null && `deal score ${each.deal_score}`,
    each.percentile != null && `tract percentile ${each.percentile}`,
    arv &&
    `value ${dollars(arv.conservative)} to ${dollars(arv.aggressive)}`,
    arv && each.confidence != null &&
    `confidence ${Math.round(each.confidence)}`,
    each.fallback &&
    `no value, a range of ${dollars(each.fallback.low)} to ${
      dollars(each.fallback.high)
    } in its place`,
    each.state != null && each.state,
    each.rent != null && `rent ${dollars(each.rent)} a month`,
    cash_flow &&
    (cash_flow.low === cash_flow.high
      ? `cash flow ${dollars(cash_flow.low)} a year`
      : `cash flow ${dollars(cash_flow.low)} to ${
        dollars(cash_flow.high)
      } a year`),
    each.risk_score != null && `risk ${each.risk_score}`,
    each.verdict,
  ].filter(Boolean).join(", ");
}
