import { CONSTANTS } from "../../../contracts/constants.ts";
import type { Warning } from "../../../contracts/envelope.ts";
import type {
  InventoryInput,
  InventoryItem,
  InventoryOutput,
} from "../../../contracts/inventory.ts";
import { searchInvestmentInventory as contract } from "../../../contracts/operations/search_investment_inventory.ts";
import {
  comesAfter,
  type RankedListing,
  rankListings,
  type RankPosition,
} from "../../inventory/ranking.ts";
import { inventoryOf } from "../../service/inventory_of.ts";
import { findArea, type NamedArea } from "../../engine/places/named.ts";
import { roundTo } from "../../engine/rounding.ts";
import { countyScores } from "../../engine/scoring/county_scores.ts";
import { codeAt } from "../../engine/tables.ts";
import { disclosureOfSnapshot } from "../../engine/valuation/decision/disclosure.ts";
import { dollars } from "../../engine/figures.ts";
import { boxOf, inBox } from "../../service/box.ts";
import { readCursor, writeCursor } from "../../service/cursor.ts";
import { inventoryItem } from "../../answers/inventory_item.ts";
import type { Listing } from "../../inventory/listing.ts";
import type { Operation, OperationContext } from "../../service/operation.ts";
import { placeEnvelope } from "../../answers/place_fields.ts";
import { cooperativeYield } from "../../service/cooperative_yield.ts";

/** Best tracts told with the first page. */
const TOP_TRACTS = 5;

/** What the answer needs beside its listings, bytes: the rest of `CONSTANTS.limits.result_bytes` is theirs. */
const ENVELOPE_BYTES = 6_000;

/** Ranks the listings of the loaded feed; pages by keyset, so that nothing is shown twice or left out. */
export const searchInvestmentInventory: Operation<
  typeof InventoryInput,
  typeof InventoryOutput
> = {
  contract,
  async run(context, input) {
    const { snapshot, today } = context;
    const { strategy, cursor, limit: _, fields, ...filters } = input;
    const area = input.area === undefined
      ? null
      : findArea(snapshot, input.area);
    const query = [snapshot.id, strategy, filters];
    const secret = context.cursorSecret ?? snapshot.id;
    const after = cursor === undefined
      ? null
      : positionOf(readCursor(secret, cursor, query));
    const matches = matcher(context, input, area);
    const inventory = inventoryOf(context);
    const ranked = rankListings(inventory, snapshot, strategy, today);
    const page = await takePage(context, input, ranked, after, matches);
    const last = page.items.at(-1)?.ranked;
    const confidences = page.items.flatMap(({ item }) => item.confidence ?? []);
    const envelope = placeEnvelope(
      context,
      confidences.length > 0
        ? roundTo(confidences.reduce((a, b) => a + b) / confidences.length, 0)
        : null,
      {
        strategy,
        verdict: "no_read",
        reasons: ["a search has no overall verdict; see each listing's"],
      },
    );
    return {
      ...envelope,
      disclosure: disclosureOfSnapshot(snapshot),
      warnings: page.cut ? [...envelope.warnings, CUT] : envelope.warnings,
      strategy,
      area: area && { kind: area.kind, id: area.id, name: area.name },
      listings: page.items.map(({ item }) => select(item, fields)),
      next_cursor: page.more && last
        ? writeCursor(secret, [last.percentile, last.listing.id], query)
        : null,
      inventory_size: ranked.length,
      empty: page.items.length > 0 ? null : emptyReason(
        ranked.length,
        after !== null,
      ),
      top_tracts: after ? [] : topTracts(context, strategy),
    };
  },
  summary: ({ listings, empty, strategy, inventory_size, next_cursor }) =>
    empty ? `No listings: ${empty.reason}. ${empty.fix}.` : [
      `${listings.length} of ${inventory_size} listings, best for ${strategy} first${
        next_cursor ? "; more with next_cursor" : ""
      }.`,
      ...listings.slice(0, 5).map((each) =>
        [
          each.address ?? each.listing_id,
          each.property_id && `PIN ${each.property_id}`,
          each.list_price !== undefined && `asked ${dollars(each.list_price)}`,
          each.percentile != null && `tract percentile ${each.percentile}`,
          each.arv &&
          `ARV ${dollars(each.arv.conservative)} to ${
            dollars(each.arv.aggressive)
          }, confidence ${each.confidence}`,
          each.verdict,
        ].filter(Boolean).join(", ")
      ),
    ].join("\n"),
};

const CUT: Warning = {
  code: "result_cut",
  message:
    `The page was cut at ${CONSTANTS.limits.result_bytes} bytes; go on with next_cursor, or ask for fewer fields.`,
  field: "limit",
};

function positionOf(
  [percentile, listingId]: readonly (string | number | null)[],
): RankPosition {
  return {
    percentile: percentile as number | null,
    listingId: String(listingId),
  };
}

interface Page {
  readonly items: readonly { ranked: RankedListing; item: InventoryItem }[];
  readonly more: boolean;
  /** Ended by its size before `limit`. */
  readonly cut: boolean;
}

async function takePage(
  context: OperationContext,
  { strategy, limit, min_confidence, fields }: InventoryInput,
  ranked: readonly RankedListing[],
  after: RankPosition | null,
  matches: (ranked: RankedListing) => boolean,
): Promise<Page> {
  const { snapshot, today } = context;
  const items: { ranked: RankedListing; item: InventoryItem }[] = [];
  let bytes = ENVELOPE_BYTES;
  const step = cooperativeYield(context, ranked.length, "valuing listings");
  for (const [done, each] of ranked.entries()) {
    if (after && !comesAfter(after, each)) continue;
    if (!matches(each)) continue;
    await step(done);
    const item = inventoryItem(snapshot, each, strategy, today);
    if (
      min_confidence !== undefined && (item.confidence ?? -1) < min_confidence
    ) continue;
    if (items.length === limit) return { items, more: true, cut: false };
    bytes += JSON.stringify(select(item, fields)).length + 1;
    if (bytes > CONSTANTS.limits.result_bytes) {
      return { items, more: true, cut: true };
    }
    items.push({ ranked: each, item });
  }
  return { items, more: false, cut: false };
}

/** The filters that need no valuation. */
function matcher(
  { snapshot, today }: OperationContext,
  input: InventoryInput,
  area: NamedArea | null,
): (ranked: RankedListing) => boolean {
  const inPlace = placeFilter(snapshot, input, area);
  const { max_price, prop_types, min_percentile, since_hours } = input;
  const since = since_hours === undefined
    ? -Infinity
    : today - Math.ceil(since_hours / 24);
  return ({ listing, parcel, percentile }) =>
    listing.listPrice <= (max_price ?? Infinity) &&
    listing.onMarket >= since && listing.onMarket <= today &&
    (!prop_types || prop_types.some((each) => each === listing.propType)) &&
    (percentile ?? -1) >= (min_percentile ?? -1) &&
    inPlace(listing, parcel);
}

function placeFilter(
  { tables: { parcels } }: OperationContext["snapshot"],
  input: InventoryInput,
  area: NamedArea | null,
): (listing: Listing, parcel: number) => boolean {
  const box = boxOf(input);
  if (area) {
    const column = parcels[area.kind];
    return (_, parcel) => parcel >= 0 && codeAt(column, parcel) === area.id;
  }
  if (!box) return () => true;
  return ({ lat, lon }) => inBox(box, lat ?? NaN, lon ?? NaN);
}

/** The item with the fields asked for. */
function select(
  item: InventoryItem,
  fields: InventoryInput["fields"],
): InventoryOutput["listings"][number] {
  if (!fields) return item;
  const kept = new Set<string>(["listing_id", ...fields]);
  return {
    ...Object.fromEntries(
      Object.entries(item).filter(([name]) => kept.has(name)),
    ),
    listing_id: item.listing_id,
  };
}

function emptyReason(
  size: number,
  isLater: boolean,
): InventoryOutput["empty"] {
  if (size === 0) {
    return {
      code: "no_inventory",
      reason:
        "the loaded data hold no listings: no licensed feed has been ingested",
      fix: "ingest a listings file, or ask for tracts with viewport_context",
    };
  }
  return isLater
    ? {
      code: "end_of_list",
      reason: "there is nothing after the page before",
      fix: "start again without cursor",
    }
    : {
      code: "filters_too_tight",
      reason: `none of ${size} listings passes the filters`,
      fix: "lower min_percentile or min_confidence, or widen the area",
    };
}

function topTracts(
  { snapshot, today }: OperationContext,
  strategy: InventoryInput["strategy"],
): InventoryOutput["top_tracts"] {
  return countyScores(snapshot, today)
    .flatMap(({ geoid, strategies }) => {
      const { percentile, confidence } = strategies[strategy];
      return percentile === null ? [] : [{
        geoid,
        percentile: roundTo(percentile, 1),
        confidence: roundTo(confidence, 0),
      }];
    })
    .sort((a, b) => b.percentile - a.percentile || (a.geoid < b.geoid ? -1 : 1))
    .slice(0, TOP_TRACTS);
}
