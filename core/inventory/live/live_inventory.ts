import { setTimeout as delay } from "node:timers/promises";
import type { SnapshotData } from "../../engine/snapshot.ts";
import {
  allRows,
  changedRows,
  listingsVersion,
  readRows,
} from "../../store/listings/rows.ts";
import type { StoredRow } from "../lifecycle/stored_listing.ts";
import type { Listing } from "../listing.ts";
import { listingId } from "../listing_id.ts";
import { ListingSet, packed, type PackedListing } from "../listing_set.ts";
import { packListing } from "../listing_text.ts";
import { placeKey } from "../place_key.ts";
import { SNAPSHOT_SOURCE, snapshotInventory } from "../snapshot_inventory.ts";
import { joinHome } from "./join_home.ts";
import { homeKey, listingOf, withoutAddress } from "./listing_of.ts";

/** Who reads the listings: everyone, or the operator, who also sees what no license lets others see. */
export type Audience = "public" | "operator";

/** How a live inventory follows its store. */
export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Milliseconds between two looks, about. Default 1,000. */
  readonly interval?: number;
  /** Told when the store could not be read; the next look tries again. */
  readonly onError?: (error: unknown) => void;
}

/** Changes beyond which reading every row is less work. */
const MOST_CHANGES = 20_000;

/** A listing of the store, not yet joined with others of its home. */
interface SingleListing {
  readonly listing: Listing;
  /** What its home's listings have in common. */
  readonly home: string;
  /** The same without the apartment: what it is found by. */
  readonly place: string;
  /** Whether the seller lets its address not be shown to this audience. */
  readonly isHidden: boolean;
}

/**
 * The listings in the store, as an inventory in memory that follows it. While no licensed feed
 * has filled the store, those that were ingested with the snapshot are shown too.
 */
export class LiveInventory {
  readonly #kv: Deno.Kv;
  readonly #snapshot: SnapshotData;
  readonly #audience: Audience;
  #set: ListingSet;

  private constructor(
    kv: Deno.Kv,
    snapshot: SnapshotData,
    audience: Audience,
    set: ListingSet,
  ) {
    this.#kv = kv;
    this.#snapshot = snapshot;
    this.#audience = audience;
    this.#set = set;
  }

  /**
   * Reads the listings of a store.
   *
   * @param known the listings at an earlier version of this store, as this audience saw them on this snapshot
   */
  static async open(
    kv: Deno.Kv,
    snapshot: SnapshotData,
    audience: Audience,
    known?: ListingSet,
  ): Promise<LiveInventory> {
    const live = new LiveInventory(
      kv,
      snapshot,
      audience,
      known ?? ListingSet.of([], 0),
    );
    await (known ? live.refresh() : live.#readAll());
    return live;
  }

  /** The listings as last read. */
  get current(): ListingSet {
    return this.#set;
  }

  /** Reads what changed in the store since the last time. */
  async refresh(): Promise<void> {
    const version = await listingsVersion(this.#kv);
    if (version === this.#set.version) return;
    const changes = version < this.#set.version ||
        version - this.#set.version > MOST_CHANGES
      ? null
      : await changedRows(this.#kv, this.#set.version);
    if (changes === null || changes.rows.length > MOST_CHANGES) {
      return await this.#readAll();
    }
    const rows = await this.#readKeys(changes.rows);
    const places = new Set<string>();
    for (const [id, single] of rows) {
      const before = this.#set.rows.get(id);
      if (before) places.add(before.place);
      if (single) places.add(single.place);
    }
    const next = await this.#joined(this.#set, rows, places, changes.version);
    if (this.#isOwnDue(next, rows.values())) return await this.#readAll();
    this.#set = next;
  }

  /** Returns the listings of a listing's home, itself among them. */
  async ofHome(id: string): Promise<Listing[]> {
    const row = this.#set.rows.get(id);
    if (!row) return [];
    const ids = this.#set.idsAt(row.place);
    const singles = await this.#readIds(this.#set, ids);
    const home = singles.get(id)?.home;
    return ids.filter((each) => singles.get(each)?.home === home)
      .map((each) => this.#set.get(each)!);
  }

  /** Follows the store until the signal ends it. */
  async follow(
    { signal, interval = 1_000, onError }: FollowOptions,
  ): Promise<void> {
    while (!signal.aborted) {
      const wait = interval * (0.75 + Math.random() / 2);
      await delay(wait, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      await this.refresh().catch((error) => onError?.(error));
    }
  }

  async #readAll(): Promise<void> {
    // Read first: what changes meanwhile is read again with the next look.
    const version = await listingsVersion(this.#kv);
    const rows = new Map<string, PackedListing>();
    let asOf: number | null = null;
    let isLicensed = false;
    const add = (single: SingleListing) => {
      const { listing, place } = single;
      rows.set(listing.id, packed(shown(single), place));
      asOf = Math.max(asOf ?? -Infinity, listing.changedAt);
    };
    for await (const row of allRows<StoredRow>(this.#kv)) {
      const single = this.#single(row);
      if (single === null) continue;
      add(single);
      isLicensed ||= single.listing.isPublic;
    }
    if (!isLicensed) {
      const own = this.#own;
      for (const id of own.ids()) rows.set(id, own.rows.get(id)!);
      if (own.asOf !== null) asOf = Math.max(asOf ?? -Infinity, own.asOf);
    }
    const set = ListingSet.from({ version, asOf, rows });
    const shared = new Set<string>();
    for (const { place } of rows.values()) {
      if (set.idsAt(place).length > 1) shared.add(place);
    }
    this.#set = await this.#joined(set, new Map(), shared, version);
  }

  /** The listings that were ingested with the snapshot. */
  get #own(): ListingSet {
    return snapshotInventory(this.#snapshot);
  }

  /** Whether listings of the snapshot are shown, or no more, after these changes. */
  #isOwnDue(
    next: ListingSet,
    changed: Iterable<SingleListing | null>,
  ): boolean {
    const [first] = this.#own.ids();
    if (first === undefined) return false;
    return this.#set.rows.get(first) !== undefined
      ? [...changed].some((single) => single?.listing.isPublic)
      : next.counts.public === 0;
  }

  /** A set after rows of the store changed, with the homes of these places joined again. */
  async #joined(
    set: ListingSet,
    changed: ReadonlyMap<string, SingleListing | null>,
    places: ReadonlySet<string>,
    version: number,
  ): Promise<ListingSet> {
    const others = [...places].flatMap((place) => set.idsAt(place))
      .filter((id) => !changed.has(id));
    const singles = new Map([...changed, ...await this.#readIds(set, others)]);
    const homes = new Map<string, SingleListing[]>();
    for (const single of singles.values()) {
      if (single === null) continue;
      const home = homes.get(single.home);
      if (home) home.push(single);
      else homes.set(single.home, [single]);
    }
    const listings = [...homes.values()]
      .flatMap((home) => joinHome(home.map(({ listing }) => listing)))
      .map((listing) => shown({ ...singles.get(listing.id)!, listing }));
    const placeOf = ({ id }: Listing) => singles.get(id)!.place;
    return set.with(
      listings.filter((listing) => {
        const known = set.rows.get(listing.id);
        return known?.place !== placeOf(listing) ||
          known.text !== packListing(listing);
      }),
      [...singles].filter(([, single]) => single === null).map(([id]) => id),
      version,
      placeOf,
    );
  }

  /** The listings of a set as they were before they were joined. */
  async #readIds(
    set: ListingSet,
    ids: readonly string[],
  ): Promise<Map<string, SingleListing | null>> {
    const own: [string, SingleListing][] = [];
    const keys: [string, string][] = [];
    for (const id of ids) {
      const { source, key } = set.get(id)!;
      if (source === SNAPSHOT_SOURCE) own.push([id, this.#ownSingle(id)]);
      else keys.push([source, key]);
    }
    return new Map([...own, ...await this.#readKeys(keys)]);
  }

  /** Rows of the store by identifier; null where one is gone, or not for this audience. */
  async #readKeys(
    keys: readonly (readonly [source: string, key: string])[],
  ): Promise<Map<string, SingleListing | null>> {
    const bySource = new Map<string, string[]>();
    for (const [source, key] of keys) {
      const known = bySource.get(source);
      if (known) known.push(key);
      else bySource.set(source, [key]);
    }
    const found = new Map<string, SingleListing | null>();
    for (const [source, some] of bySource) {
      const rows = await readRows<StoredRow>(this.#kv, source, some);
      for (const key of some) {
        found.set(listingId(source, key), this.#single(rows.get(key)));
      }
    }
    return found;
  }

  /** A row of the store as a listing; null when it is gone, or not for this audience. */
  #single(row: StoredRow | undefined): SingleListing | null {
    if (row?.kind !== "listing") return null;
    const listing = listingOf(this.#snapshot, row);
    const isPublic = this.#audience === "public";
    if (isPublic && !listing.isPublic) return null;
    const place = placeKey(listing);
    return {
      listing,
      place,
      home: homeKey(place, row.report.unit),
      isHidden: isPublic && !row.report.mayShowAddress,
    };
  }

  #ownSingle(id: string): SingleListing {
    const listing = this.#own.get(id)!;
    const place = placeKey(listing);
    return { listing, place, home: homeKey(place, null), isHidden: false };
  }
}

/** The listing as its audience may see it. */
function shown({ listing, isHidden }: SingleListing): Listing {
  return isHidden ? withoutAddress(listing) : listing;
}
