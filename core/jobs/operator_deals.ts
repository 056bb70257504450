import type { Strategy } from "../../contracts/envelope.ts";
import type { Deals } from "../../contracts/operator.ts";
import { listingItem } from "../answers/listing_item.ts";
import { roundTo } from "../engine/rounding.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import { parcelSubject } from "../engine/subject/resolve.ts";
import { valueSubject } from "../engine/valuation/value.ts";
import {
  type InventoryIndex,
  sortKeys,
} from "../inventory/index/inventory_index.ts";
import { listingAt } from "../inventory/index/columns.ts";
import { LiveInventory } from "../inventory/live/live_inventory.ts";
import type { ListingSet } from "../inventory/listing_set.ts";
import { indexOf } from "../service/index_of.ts";
import { stampOf } from "../service/stamp.ts";
import type { DailySource } from "./daily_steps.ts";

type Deal = Deals["deals"][number];

/** Ranks deals for the operator. */
export type RankDeals = (strategy: Strategy, limit: number) => Promise<Deals>;

/**
 * Returns what ranks the best listings, those without a license to be shown among them, with what
 * the public answer withholds of each. Nothing that fair housing keeps out of public answers is in
 * it: an item has the same fields as there.
 */
export function operatorDeals(
  source: Pick<
    DailySource,
    "kv" | "snapshot" | "inventory" | "index" | "today"
  >,
): RankDeals {
  const unlicensed = unlicensedListings(source.kv);
  return async (strategy, limit) => {
    const snapshot = source.snapshot();
    const today = source.today();
    const inventory = source.inventory();
    const indexes = [
      await indexOf({ snapshot, inventory, index: source.index?.(), today }),
      await indexOf({ snapshot, inventory: await unlicensed(snapshot), today }),
    ];
    const deals = indexes.flatMap((index) =>
      [...index.order(sortKeys("deal_score", strategy)).subarray(0, limit)]
        .map((row) => dealAt(snapshot, today, index, row, strategy))
    ).sort((a, b) =>
      (b.deal_score ?? -1) - (a.deal_score ?? -1) ||
      (b.percentile ?? -1) - (a.percentile ?? -1)
    ).slice(0, limit);
    return { strategy, deals, ...stampOf(snapshot) };
  };
}

/** Returns what reads the listings of feeds that may not be shown to others. */
function unlicensedListings(
  kv: Deno.Kv,
): (snapshot: SnapshotData) => Promise<ListingSet> {
  let last: { snapshot: SnapshotData; live: LiveInventory } | undefined;
  return async (snapshot) => {
    if (last?.snapshot === snapshot) await last.live.refresh();
    else {
      const live = await LiveInventory.open(kv, snapshot, "operator");
      last = { snapshot, live };
    }
    return last.live.current.withoutPublic();
  };
}

function dealAt(
  snapshot: SnapshotData,
  today: number,
  index: InventoryIndex,
  row: number,
  strategy: Strategy,
): Deal {
  const item = listingItem({ snapshot, today }, index, row, strategy);
  const { isPublic } = listingAt(index.columns, row);
  const parcel = index.columns.parcel[row];
  const estimate = parcel < 0 ? undefined : valueSubject(
    snapshot,
    parcelSubject(snapshot, parcel, "property_id", null),
    { today, strategy },
  ).rawEstimate;
  const raw = estimate?.comps?.base ?? estimate?.priceModel?.base;
  return {
    ...item,
    is_public: isPublic,
    raw_estimate: raw === undefined ? null : roundTo(raw, 0),
    withheld: [
      ...(isPublic ? [] : ["the listing: its feed has no license to show it"]),
      ...(raw === undefined || item.state === "point-actionable"
        ? []
        : [`the estimate: the state is ${item.state}`]),
      ...item.unscored_reasons,
    ],
  };
}
