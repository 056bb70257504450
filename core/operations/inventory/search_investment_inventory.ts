import { LIMITS } from "../../../contracts/constants/limits.ts";
import type { Warning } from "../../../contracts/envelope.ts";
import type { ListingItem } from "../../../contracts/listing_item.ts";
import type {
  InventoryInput,
  InventoryOutput,
} from "../../../contracts/inventory.ts";
import { searchInvestmentInventory as contract } from "../../../contracts/operations/search_investment_inventory.ts";
import { isNamed } from "../../engine/places/named.ts";
import { disclosureOfSnapshot } from "../../engine/valuation/decision/disclosure.ts";
import {
  countAreas,
  countTypes,
  countVerdicts,
  passing,
} from "../../inventory/index/filters.ts";
import {
  type InventoryIndex,
  ordinals,
  sortKeys,
} from "../../inventory/index/inventory_index.ts";
import { emptyList } from "../../answers/empty_list.ts";
import { listingItem } from "../../answers/listing_item.ts";
import { listingsText } from "../../answers/listings_text.ts";
import { listEnvelope, topTracts } from "../../answers/list_envelope.ts";
import { readCursor, writeCursor } from "../../service/cursor.ts";
import { indexOf } from "../../service/index_of.ts";
import { inventoryQuery } from "../../service/inventory_query.ts";
import type { Operation, OperationContext } from "../../service/operation.ts";

/** Areas whose listings are counted. */
const COUNTED_AREAS = 12;

/** Bytes reserved for the rest of the answer; listings may use the remainder of `LIMITS.result_bytes`. */
const ENVELOPE_BYTES = 9_000;

/** Searches the listings for sale; pages by keyset, so that nothing is shown twice or left out. */
export const searchInvestmentInventory: Operation<
  typeof InventoryInput,
  typeof InventoryOutput
> = {
  contract,
  async run(context, input) {
    const { snapshot } = context;
    const { strategy, sort, cursor, limit: _, fields, ...filters } = input;
    const index = await indexOf(context);
    const { area, filters: tests } = inventoryQuery(context, index, input);
    const rows = passing(index.size, tests);
    const query = [snapshot.id, strategy, sort, filters];
    const secret = context.cursorSecret ?? snapshot.id;
    const keys = sortKeys(sort, strategy);
    const after = cursor === undefined
      ? null
      : positionOf(readCursor(secret, cursor, query));
    const page = takePage(context, index, input, rows, after);
    const { figures, ids } = index.columns;
    const walk = after?.version ?? index.version;
    const next = (row: number) => [
      walk,
      ...keys.map(({ figure }) => {
        const value = ordinals(index.columns, figure)[row];
        return Number.isNaN(value) ? null : value;
      }),
      ids[row],
    ];
    const deals = figures[`deal:${strategy}`];
    const isRanked = rows.length === 0 ||
      rows.some((row) => !Number.isNaN(deals[row]));
    const warnings: Warning[] = [];
    if (page.cut) warnings.push(CUT);
    if (area && !isNamed(area, input.area!)) {
      warnings.push(standsIn(input.area!, area.name));
    }
    if (page.changed > 0) warnings.push(changedMeanwhile(page.changed));
    const ranked_by = sort !== "deal_score"
      ? "sort" as const
      : isRanked
      ? "deal_score" as const
      : "tract_percentile" as const;
    if (ranked_by === "tract_percentile") warnings.push(RANKED_BY_TRACT);
    const envelope = listEnvelope(
      context,
      index,
      page.items.flatMap(({ confidence }) => confidence ?? []),
      strategy,
    );
    return {
      ...envelope,
      disclosure: disclosureOfSnapshot(snapshot),
      warnings: [...envelope.warnings, ...warnings],
      strategy,
      area: area && { kind: area.kind, id: area.id, name: area.name },
      listings: page.items.map((item) => select(item, fields)),
      next_cursor: page.next === null
        ? null
        : writeCursor(secret, next(page.next), query),
      ranked_by,
      total: rows.length,
      counts: {
        by_type: countTypes(index.columns, rows),
        by_verdict: countVerdicts(
          index.columns,
          passing(
            index.size,
            tests.filter(({ field }) => field !== "verdicts"),
          ),
          strategy,
        ),
        by_area: countAreas(index.columns, rows, COUNTED_AREAS),
      },
      inventory_size: index.size,
      empty: page.items.length > 0
        ? null
        : await emptyList(context, index, tests, after !== null),
      top_tracts: after ? [] : topTracts(context, strategy),
    };
  },
  summary: listingsText,
};

const CUT: Warning = {
  code: "result_cut",
  message:
    `The page was cut at ${LIMITS.result_bytes} bytes; continue with next_cursor, or ask for fewer fields.`,
  field: "limit",
};

const RANKED_BY_TRACT: Warning = {
  code: "ranked_by_tract",
  message:
    "No value here is exact enough for a deal score, so the percentile of the tract decides the order.",
};

function standsIn(asked: string, name: string): Warning {
  return {
    code: "area_stands_in",
    message:
      `The loaded data have no city named ${asked}; ${name} is searched instead.`,
    field: "area",
  };
}

function changedMeanwhile(count: number): Warning {
  return {
    code: "changed_meanwhile",
    message:
      `${count} matching listings are new or changed since the first page and are left out; search again to see them.`,
    field: "cursor",
  };
}

/** Where a page ended, and which inventory the first page showed. */
interface Position {
  readonly version: number;
  readonly figures: readonly (number | null)[];
  readonly id: string;
}

function positionOf(parts: readonly (string | number | null)[]): Position {
  return {
    version: Number(parts[0]),
    figures: parts.slice(1, -1).map((part) => part as number | null),
    id: String(parts[parts.length - 1]),
  };
}

interface Page {
  readonly items: readonly ListingItem[];
  /** Row that the next page starts after; null at the end. */
  readonly next: number | null;
  /** Ended by its size before `limit`. */
  readonly cut: boolean;
  /** Rows after the position that changed since the first page: shown before, or new. */
  readonly changed: number;
}

function takePage(
  context: OperationContext,
  index: InventoryIndex,
  { strategy, sort, limit, fields }: InventoryInput,
  rows: Uint32Array,
  after: Position | null,
): Page {
  const keys = sortKeys(sort, strategy);
  const order = index.order(keys);
  const { changed: changedIn } = index.columns.figures;
  const passes = new Uint8Array(index.size);
  for (const row of rows) passes[row] = 1;
  const walk = after?.version ?? index.version;
  const items: ListingItem[] = [];
  let bytes = ENVELOPE_BYTES;
  let last: number | null = null;
  let changed = 0;
  const from = after ? index.placeAfter(keys, after.figures, after.id) : 0;
  for (let at = from; at < order.length; at++) {
    const row = order[at];
    if (passes[row] === 0) continue;
    // What changed since the first page may have been shown at another place.
    if (after && changedIn[row] > walk) {
      changed++;
      continue;
    }
    const isFull = items.length === limit;
    const item = isFull ? null : listingItem(context, index, row, strategy);
    bytes += item ? JSON.stringify(select(item, fields)).length + 1 : 0;
    if (!item || bytes > LIMITS.result_bytes) {
      return { items, next: last, cut: !isFull, changed };
    }
    items.push(item);
    last = row;
  }
  return { items, next: null, cut: false, changed };
}

/** The item with the fields asked for. */
function select(
  item: ListingItem,
  fields: InventoryInput["fields"],
): InventoryOutput["listings"][number] {
  if (!fields) {
    const { strategy_scores: _, ...rest } = item;
    return rest;
  }
  const kept = new Set<string>(["listing_id", ...fields]);
  return {
    ...Object.fromEntries(
      Object.entries(item).filter(([name]) => kept.has(name)),
    ),
    listing_id: item.listing_id,
  };
}
