import type {
  Inventory,
  InventoryChanges,
  InventoryCounts,
} from "./inventory.ts";
import { LayeredMap } from "./layered_map.ts";
import { isForSale, type Listing } from "./listing.ts";
import { packListing, unpackListing } from "./listing_text.ts";

/** A listing as a set keeps it. */
export interface PackedListing {
  /** The listing, by `packListing`. */
  readonly text: string;
  /** What every listing of its parcel, or else of its address, has in common. */
  readonly place: string;
  /** Bits that are counted. */
  readonly bits: number;
  /** `Listing.onMarket`. */
  readonly onMarket: number;
}

const FOR_SALE = 1, UNMATCHED = 2, PUBLIC = 4;

/** What a set is made of. */
export interface SetContent {
  readonly version: number;
  readonly asOf: number | null;
  /** By identifier. */
  readonly rows: ReadonlyMap<string, PackedListing>;
}

/** What a set consists of. */
interface SetParts {
  readonly version: number;
  readonly asOf: number | null;
  readonly counts: InventoryCounts;
  readonly rows: LayeredMap<PackedListing>;
  /** Identifiers by place. */
  readonly places: LayeredMap<readonly string[]>;
  /** Identifiers in their order, where they are known. */
  readonly sorted?: readonly string[];
}

/** An inventory in memory, packed: 200,000 listings take some 100 MB. */
export class ListingSet implements Inventory {
  readonly #parts: SetParts;
  #sorted?: readonly string[];
  #marketDays?: readonly [from: number, to: number] | null;

  private constructor(parts: SetParts) {
    this.#parts = parts;
    this.#sorted = parts.sorted;
  }

  /**
   * Returns the inventory of these listings.
   *
   * @param placeOf what every listing of one place has in common; default: its parcel
   */
  static of(
    listings: Iterable<Listing>,
    version: number,
    placeOf = parcelOf,
  ): ListingSet {
    const rows = new Map<string, PackedListing>();
    let asOf: number | null = null;
    for (const listing of listings) {
      rows.set(listing.id, packed(listing, placeOf(listing)));
      asOf = Math.max(asOf ?? -Infinity, listing.changedAt);
    }
    return ListingSet.from({ version, asOf, rows });
  }

  /** Returns the inventory of packed listings, which must not change from now on. */
  static from({ version, asOf, rows }: SetContent): ListingSet {
    const places = new Map<string, string[]>();
    const counts = { forSale: 0, unmatched: 0, public: 0 };
    for (const [id, { place, bits }] of rows) {
      const known = places.get(place);
      if (known) known.push(id);
      else places.set(place, [id]);
      count(counts, bits, 1);
    }
    return new ListingSet({
      version,
      asOf,
      counts,
      rows: LayeredMap.of(rows),
      places: LayeredMap.of(places),
    });
  }

  /** Returns the inventory after these changes; this one stays as it is. */
  with(
    changed: Iterable<Listing>,
    removed: Iterable<string>,
    version: number,
    placeOf = parcelOf,
  ): ListingSet {
    const rows = new Map<string, PackedListing | undefined>();
    let { asOf } = this;
    for (const listing of changed) {
      rows.set(listing.id, packed(listing, placeOf(listing)));
      asOf = Math.max(asOf ?? -Infinity, listing.changedAt);
    }
    for (const id of removed) {
      if (rows.has(id) || this.rows.get(id)) rows.set(id, undefined);
    }
    const counts = { ...this.counts };
    const places = new Map<string, readonly string[]>();
    const idsAt = (place: string) => places.get(place) ?? this.idsAt(place);
    for (const [id, row] of rows) {
      const before = this.rows.get(id);
      if (before) {
        count(counts, before.bits, -1);
        places.set(
          before.place,
          idsAt(before.place).filter((each) => each !== id),
        );
      }
      if (row) {
        count(counts, row.bits, 1);
        places.set(row.place, [...idsAt(row.place), id]);
      }
    }
    const left = new Map(
      [...places].map(([place, ids]) =>
        [place, ids.length > 0 ? ids : undefined] as const
      ),
    );
    return new ListingSet({
      version,
      asOf,
      counts,
      rows: this.rows.with(rows),
      places: this.#parts.places.with(left),
      sorted: this.#sortedAfter(rows),
    });
  }

  get version(): number {
    return this.#parts.version;
  }

  get asOf(): number | null {
    return this.#parts.asOf;
  }

  get counts(): InventoryCounts {
    return this.#parts.counts;
  }

  get marketDays(): readonly [from: number, to: number] | null {
    return this.#marketDays ??= daysOf(this.rows);
  }

  /** Every listing as it is kept. */
  get rows(): LayeredMap<PackedListing> {
    return this.#parts.rows;
  }

  get size(): number {
    return this.rows.size;
  }

  get(id: string): Listing | undefined {
    const row = this.rows.get(id);
    return row && unpackListing(row.text);
  }

  ids(): readonly string[] {
    return this.#sorted ??= Array.from(this.rows.entries(), ([id]) => id)
      .sort();
  }

  ofParcel(pin: string): readonly Listing[] {
    return this.idsAt(pin).map((id) => this.get(id)!)
      // The seller of a listing may not let its parcel be shown.
      .filter((listing) => listing.pin === pin)
      .sort((a, b) => b.onMarket - a.onMarket || (a.id < b.id ? -1 : 1));
  }

  /** Returns the listings that not everyone may see, as a set of their own. */
  withoutPublic(): ListingSet {
    const rows = Array.from(this.rows.entries())
      .filter(([, { bits }]) => (bits & PUBLIC) === 0);
    return ListingSet.from({
      version: this.version,
      asOf: this.asOf,
      rows: new Map(rows),
    });
  }

  /** Returns the identifiers of the listings of a place. */
  idsAt(place: string): readonly string[] {
    return this.#parts.places.get(place) ?? [];
  }

  changesSince(earlier: ListingSet): InventoryChanges {
    const changed: string[] = [];
    const removed: string[] = [];
    for (const id of this.rows.differing(earlier.rows)) {
      const row = this.rows.get(id);
      if (!row) removed.push(id);
      else if (row.text !== earlier.rows.get(id)?.text) changed.push(id);
    }
    return { changed, removed };
  }

  /** The identifiers after changes, where those before were sorted already. */
  #sortedAfter(
    rows: ReadonlyMap<string, PackedListing | undefined>,
  ): readonly string[] | undefined {
    if (!this.#sorted) return undefined;
    const added: string[] = [];
    const removed = new Set<string>();
    for (const [id, row] of rows) {
      const isKnown = this.rows.get(id) !== undefined;
      if (row && !isKnown) added.push(id);
      if (!row && isKnown) removed.add(id);
    }
    if (added.length + removed.size === 0) return this.#sorted;
    // A sort of two runs in order is one pass.
    return [
      ...this.#sorted.filter((id) => !removed.has(id)),
      ...added.sort(),
    ].sort();
  }
}

/** The parcel, else the listing alone. */
function parcelOf({ pin, id }: Listing): string {
  return pin ?? id;
}

/** Returns a listing as a set keeps it. */
export function packed(listing: Listing, place: string): PackedListing {
  return {
    text: packListing(listing),
    place,
    bits: (isForSale(listing) ? FOR_SALE : 0) |
      (listing.pin === null ? UNMATCHED : 0) | (listing.isPublic ? PUBLIC : 0),
    onMarket: listing.onMarket,
  };
}

/** Returns the first and the last day on the market; null without listings. */
function daysOf(
  rows: LayeredMap<PackedListing>,
): readonly [from: number, to: number] | null {
  let from = Infinity, to = -Infinity;
  for (const [, { onMarket }] of rows.entries()) {
    from = Math.min(from, onMarket);
    to = Math.max(to, onMarket);
  }
  return from <= to ? [from, to] : null;
}

/** Counts a listing in, or out. */
function count(
  counts: { forSale: number; unmatched: number; public: number },
  bits: number,
  by: 1 | -1,
): void {
  if (bits & FOR_SALE) counts.forSale += by;
  if (bits & UNMATCHED) counts.unmatched += by;
  if (bits & PUBLIC) counts.public += by;
}
