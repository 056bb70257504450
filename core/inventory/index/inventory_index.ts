import type { Strategy } from "../../../contracts/envelope.ts";
import type { ListingSort } from "../../../contracts/inventory_filters.ts";
import { type ClusterLevels, clusterLevels } from "./cluster_levels.ts";
import { GroupTree } from "./group_tree.ts";
import { type Columns, type Figure, FRESHNESS } from "./columns.ts";

/** What a list is ordered by: a figure, or a verdict, whose places run from best to worst. */
export type Ordinal = Figure | `verdict:${Strategy}`;

/** A column to order by; the larger first where `down` is set. What is unknown comes last. */
export interface SortKey {
  readonly figure: Ordinal;
  readonly down: boolean;
}

/** Returns the figures a list is ordered by, the first first; listings equal in all of them go by identifier. */
export function sortKeys(
  sort: ListingSort,
  strategy: Strategy,
): readonly SortKey[] {
  const percentile: SortKey = {
    figure: `percentile:${strategy}`,
    down: true,
  };
  const by = (figure: Ordinal, down: boolean): SortKey[] => [
    { figure, down },
    percentile,
  ];
  switch (sort) {
    case "deal_score":
      return by(`deal:${strategy}`, true);
    case "verdict":
      return [
        { figure: `verdict:${strategy}`, down: false },
        { figure: `deal:${strategy}`, down: true },
        ...by("discount", true),
      ];
    case "percentile":
      return [percentile];
    case "price_low":
      return by("price", false);
    case "price_high":
      return by("price", true);
    case "newest":
      return [{ figure: "listed", down: true }, {
        figure: "firstSeen",
        down: true,
      }];
    case "price_per_sqft":
      return by("perSqft", false);
    case "cash_flow":
      return by("cashLow", true);
    case "discount":
      return by("discount", true);
    case "risk_low":
      return by("risk", false);
  }
}

/** Returns the column of a sort key. */
export function ordinals(
  { figures, codes }: Columns,
  name: Ordinal,
): Float64Array | Uint8Array {
  return name.startsWith("verdict:")
    ? codes[name as `verdict:${Strategy}`]
    : figures[name as Figure];
}

/** Rows in the order of some figures. */
interface Order {
  readonly keys: readonly SortKey[];
  readonly rows: Uint32Array;
}

/** Every listing for sale at one version of the inventory, scored, in memory. It never changes: a newer version is another index. */
export class InventoryIndex {
  readonly #orders = new Map<string, Order>();
  readonly #ranks = new Map<Uint32Array, Uint32Array>();
  #clusters?: ClusterLevels;
  #groups?: GroupTree;

  /**
   * @param version of the inventory
   * @param today the day it answers for, days since 1970-01-01 UTC
   * @param columns the rows, in the order of identifiers
   * @param clusters made by `clusterLevels` from rows with a position; default: on first use
   * @param earlier an index that orders are taken over from, and for every row its number there or -1
   */
  constructor(
    readonly version: number,
    readonly today: number,
    readonly columns: Columns,
    clusters?: ClusterLevels,
    earlier?: { readonly index: InventoryIndex; readonly from: Int32Array },
  ) {
    this.#clusters = clusters;
    if (!earlier) return;
    for (const [name, order] of earlier.index.#orders) {
      this.#orders.set(name, this.#orderAfter(order, earlier.from));
    }
  }

  /** Listings for sale. */
  get size(): number {
    return this.columns.rows;
  }

  /** Listings whose score is missing or of an older model. */
  get staleRows(): number {
    const current = FRESHNESS.indexOf("current");
    return this.columns.codes.freshness.reduce(
      (sum, each) => each === current ? sum : sum + 1,
      0,
    );
  }

  /** Identifiers of listings to score: those without a score of this model first, then those of an earlier day. */
  unscored(): readonly string[] {
    const { rows, ids, codes: { freshness }, figures: { day } } = this.columns;
    const current = FRESHNESS.indexOf("current");
    const missing: string[] = [];
    const dated: string[] = [];
    for (let row = 0; row < rows; row++) {
      if (freshness[row] !== current) missing.push(ids[row]);
      else if (day[row] !== this.today) dated.push(ids[row]);
    }
    return [...missing, ...dated];
  }

  /** Returns the row of a listing, or -1. */
  rowOf(id: string): number {
    const { ids, rows } = this.columns;
    let low = 0, high = rows;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ids[middle] < id) low = middle + 1;
      else high = middle;
    }
    return ids[low] === id ? low : -1;
  }

  /** The groups for a map, if they were made already. */
  get madeClusters(): ClusterLevels | undefined {
    return this.#clusters;
  }

  /** The groups for a map. */
  get clusters(): ClusterLevels {
    return this.#clusters ??= clusterLevels(
      positionedRows(this.columns),
      this.columns.figures.lon,
      this.columns.figures.lat,
    );
  }

  /** The same as a tree. */
  get groups(): GroupTree {
    const { lon, lat } = this.columns.figures;
    return this.#groups ??= new GroupTree(this.clusters, lon, lat);
  }

  /** Returns every row in the order of these figures, made once. */
  order(keys: readonly SortKey[]): Uint32Array {
    const name = keys.map(({ figure, down }) => `${figure} ${down}`).join();
    let order = this.#orders.get(name);
    if (!order) {
      const rows = Uint32Array.from({ length: this.size }, (_, row) => row)
        .sort(this.#comparing(keys));
      this.#orders.set(name, order = { keys, rows });
    }
    return order.rows;
  }

  /** The order of an earlier index with the rows of this one: only what is new or changed is sorted. */
  #orderAfter({ keys, rows }: Order, from: Int32Array): Order {
    const numbers = new Int32Array(rows.length).fill(-1);
    const added: number[] = [];
    for (let row = 0; row < from.length; row++) {
      if (from[row] >= 0) numbers[from[row]] = row;
      else added.push(row);
    }
    const compare = this.#comparing(keys);
    added.sort(compare);
    const merged = new Uint32Array(from.length);
    let at = 0, next = 0;
    for (const old of rows) {
      const row = numbers[old];
      if (row < 0) continue;
      while (next < added.length && compare(added[next], row) < 0) {
        merged[at++] = added[next++];
      }
      merged[at++] = row;
    }
    while (next < added.length) merged[at++] = added[next++];
    return { keys, rows: merged };
  }

  #comparing(keys: readonly SortKey[]): (a: number, b: number) => number {
    const columns = keys.map(({ figure, down }) => ({
      values: ordinals(this.columns, figure),
      down,
    }));
    return (a, b) => {
      for (const { values, down } of columns) {
        const difference = compareFigures(values[a], values[b], down);
        if (difference !== 0) return difference;
      }
      return a - b;
    };
  }

  /** Returns the place of every row in the order of these figures, made once. */
  rank(keys: readonly SortKey[]): Uint32Array {
    const order = this.order(keys);
    let rank = this.#ranks.get(order);
    if (!rank) {
      rank = new Uint32Array(order.length);
      for (let at = 0; at < order.length; at++) rank[order[at]] = at;
      this.#ranks.set(order, rank);
    }
    return rank;
  }

  /**
   * Returns the place in an order after a position that a page ended at.
   *
   * @param figures of the position, null where unknown
   * @param id of the listing there, which need not be for sale any more
   */
  placeAfter(
    keys: readonly SortKey[],
    figures: readonly (number | null)[],
    id: string,
  ): number {
    const order = this.order(keys);
    const { ids } = this.columns;
    const columns = keys.map(({ figure }) => ordinals(this.columns, figure));
    const isAfter = (row: number) => {
      for (const [i, { down }] of keys.entries()) {
        const difference = compareFigures(
          columns[i][row],
          figures[i] ?? NaN,
          down,
        );
        if (difference !== 0) return difference > 0;
      }
      return ids[row] > id;
    };
    let low = 0, high = order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter(order[middle])) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Returns the rows that can be put on a map. */
export function positionedRows(
  { rows, figures: { lat, lon } }: Columns,
): Uint32Array {
  const found = new Uint32Array(rows);
  let count = 0;
  for (let row = 0; row < rows; row++) {
    if (!Number.isNaN(lat[row] + lon[row])) found[count++] = row;
  }
  return found.slice(0, count);
}

/** Orders two figures; what is unknown comes last either way. */
function compareFigures(a: number, b: number, down: boolean): number {
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  return down ? b - a : a - b;
}
