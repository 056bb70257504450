import KDBush from "kdbush";
import type { Inventory, InventoryChanges, ListingBox } from "./inventory.ts";
import type { Listing } from "./listing.ts";

/** Changes kept for readers of earlier versions: beyond these one reads all again. */
const KEPT_CHANGES = 50_000;

/** The listings that came with one version. */
interface VersionChanges {
  readonly version: number;
  readonly ids: readonly string[];
}

/** An inventory in memory. */
export class ListingSet implements Inventory {
  readonly #byId: ReadonlyMap<string, Listing>;
  /** Newest last. */
  readonly #log: readonly VersionChanges[];
  readonly #oldest: number;
  #sorted?: readonly Listing[];
  #byParcel?: ReadonlyMap<string, readonly Listing[]>;
  #places?: { readonly tree: KDBush; readonly listings: readonly Listing[] };
  #asOf?: number | null;

  private constructor(
    byId: ReadonlyMap<string, Listing>,
    readonly version: number,
    log: readonly VersionChanges[],
    oldest: number,
  ) {
    this.#byId = byId;
    this.#log = log;
    this.#oldest = oldest;
  }

  /** Returns the inventory of these listings. */
  static of(listings: Iterable<Listing>, version: number): ListingSet {
    const byId = new Map<string, Listing>();
    for (const listing of listings) byId.set(listing.id, listing);
    return new ListingSet(byId, version, [], version);
  }

  /** Returns the inventory after these changes; this one stays as it is. */
  with(
    changed: Iterable<Listing>,
    removed: Iterable<string>,
    version: number,
  ): ListingSet {
    const byId = new Map(this.#byId);
    const ids: string[] = [];
    for (const listing of changed) {
      byId.set(listing.id, listing);
      ids.push(listing.id);
    }
    for (const id of removed) {
      if (byId.delete(id)) ids.push(id);
    }
    const log = [...this.#log, { version, ids }];
    let kept = log.reduce((sum, each) => sum + each.ids.length, 0);
    let oldest = this.#oldest;
    while (kept > KEPT_CHANGES) {
      const dropped = log.shift()!;
      kept -= dropped.ids.length;
      oldest = dropped.version;
    }
    return new ListingSet(byId, version, log, oldest);
  }

  get size(): number {
    return this.#byId.size;
  }

  get asOf(): number | null {
    if (this.#asOf === undefined) {
      let newest = -Infinity;
      for (const { changedAt } of this.#byId.values()) {
        if (changedAt > newest) newest = changedAt;
      }
      this.#asOf = newest === -Infinity ? null : newest;
    }
    return this.#asOf;
  }

  get(id: string): Listing | undefined {
    return this.#byId.get(id);
  }

  all(): readonly Listing[] {
    return this.#sorted ??= [...this.#byId.values()]
      .sort((a, b) => a.id < b.id ? -1 : 1);
  }

  ofParcel(pin: string): readonly Listing[] {
    if (!this.#byParcel) {
      const byParcel = new Map<string, Listing[]>();
      for (const listing of this.all()) {
        if (listing.pin === null) continue;
        const known = byParcel.get(listing.pin);
        if (known) known.push(listing);
        else byParcel.set(listing.pin, [listing]);
      }
      for (const each of byParcel.values()) {
        each.sort((a, b) => b.onMarket - a.onMarket);
      }
      this.#byParcel = byParcel;
    }
    return this.#byParcel.get(pin) ?? [];
  }

  within({ west, south, east, north }: ListingBox): readonly Listing[] {
    const { tree, listings } = this.#places ??= layOut(this.all());
    return tree.range(west, south, east, north).map((at) => listings[at]);
  }

  changesSince(version: number): InventoryChanges | null {
    if (version < this.#oldest || version > this.version) return null;
    const ids = new Set<string>();
    for (const each of this.#log) {
      if (each.version > version) { for (const id of each.ids) ids.add(id); }
    }
    const changed: string[] = [];
    const removed: string[] = [];
    for (const id of ids) (this.#byId.has(id) ? changed : removed).push(id);
    return { changed, removed };
  }
}

function layOut(all: readonly Listing[]) {
  const listings = all.filter(({ lat, lon }) => lat !== null && lon !== null);
  const tree = new KDBush(listings.length);
  for (const { lat, lon } of listings) tree.add(lon!, lat!);
  tree.finish();
  return { tree, listings };
}
