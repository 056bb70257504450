import { setTimeout as delay } from "node:timers/promises";
import type { SnapshotData } from "../../engine/snapshot.ts";
import {
  allRows,
  changedRows,
  listingsVersion,
  readRows,
} from "../../store/listings/rows.ts";
import type { Inventory } from "../inventory.ts";
import type { StoredRow } from "../lifecycle/stored_listing.ts";
import type { Listing } from "../listing.ts";
import { ListingSet } from "../listing_set.ts";
import { SNAPSHOT_SOURCE, snapshotInventory } from "../snapshot_inventory.ts";
import { joinHome } from "./join_home.ts";
import { homeKey, listingId, listingOf, withoutAddress } from "./listing_of.ts";

/** Who reads the listings: everyone, or the operator, who also sees what no licence lets others see. */
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

/**
 * The listings in the store, as an inventory in memory that follows it. While no licensed feed
 * has filled the store, those that were ingested with the snapshot are shown too.
 */
export class LiveInventory {
  readonly #kv: Deno.Kv;
  readonly #snapshot: SnapshotData;
  readonly #audience: Audience;
  /** Listings before they are joined, by identifier. */
  #single = new Map<string, Listing>();
  /** Listings of which the seller lets the address not be shown. */
  #unaddressed = new Set<string>();
  #homeOf = new Map<string, string>();
  #homes = new Map<string, Set<string>>();
  #set: ListingSet;
  /** Listings in the store that everyone may see. */
  #licensed = 0;

  private constructor(
    kv: Deno.Kv,
    snapshot: SnapshotData,
    audience: Audience,
  ) {
    this.#kv = kv;
    this.#snapshot = snapshot;
    this.#audience = audience;
    this.#set = ListingSet.of([], 0);
  }

  /** Reads the listings of a store. */
  static async open(
    kv: Deno.Kv,
    snapshot: SnapshotData,
    audience: Audience,
  ): Promise<LiveInventory> {
    const live = new LiveInventory(kv, snapshot, audience);
    await live.#readAll();
    return live;
  }

  /** The listings as last read. */
  get current(): Inventory {
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
    const bySource = new Map<string, string[]>();
    for (const [source, key] of changes.rows) {
      const keys = bySource.get(source);
      if (keys) keys.push(key);
      else bySource.set(source, [key]);
    }
    const hadLicensed = this.#licensed > 0;
    const homes = new Set<string>();
    for (const [source, keys] of bySource) {
      const rows = await readRows<StoredRow>(this.#kv, source, keys);
      for (const key of keys) {
        const home = this.#put(listingId(source, key), rows.get(key));
        for (const each of home) homes.add(each);
      }
    }
    if (hadLicensed !== this.#licensed > 0) return await this.#readAll();
    const changed: Listing[] = [];
    const removed = changes.rows.map(([source, key]) => listingId(source, key))
      .filter((id) => !this.#single.has(id));
    for (const home of homes) {
      for (const listing of this.#joined(home)) {
        if (!isSame(listing, this.#set.get(listing.id))) changed.push(listing);
      }
    }
    this.#set = this.#set.with(changed, removed, changes.version);
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
    this.#single = new Map();
    this.#unaddressed = new Set();
    this.#homeOf = new Map();
    this.#homes = new Map();
    this.#licensed = 0;
    for await (const row of allRows<StoredRow>(this.#kv)) {
      if (row.kind === "gone") continue;
      this.#put(listingId(row.source, row.report.key), row);
    }
    if (this.#licensed === 0) {
      for (const listing of snapshotInventory(this.#snapshot).all()) {
        this.#add(listing, null);
      }
    }
    const homes = [...this.#homes.keys()];
    this.#set = ListingSet.of(
      homes.flatMap((home) => this.#joined(home)),
      version,
    );
  }

  /** Takes a row in, or out when it is gone or not for this audience. Returns the homes concerned. */
  #put(id: string, row: StoredRow | undefined): string[] {
    const homes: string[] = [];
    const before = this.#homeOf.get(id);
    if (before !== undefined) {
      homes.push(before);
      const others = this.#homes.get(before)!;
      others.delete(id);
      if (others.size === 0) this.#homes.delete(before);
    }
    if (this.#isLicensed(id)) this.#licensed--;
    this.#single.delete(id);
    this.#homeOf.delete(id);
    this.#unaddressed.delete(id);
    if (row?.kind !== "listing") return homes;
    const listing = listingOf(this.#snapshot, row);
    if (this.#audience === "public" && !listing.isPublic) return homes;
    homes.push(this.#add(listing, row.report.unit));
    if (this.#isLicensed(id)) this.#licensed++;
    if (this.#audience === "public" && !row.report.mayShowAddress) {
      this.#unaddressed.add(id);
    }
    return homes;
  }

  /** Adds a listing to those of its home. Returns the home. */
  #add(listing: Listing, unit: string | null): string {
    const { id } = listing;
    const home = homeKey(listing, unit) ?? id;
    this.#single.set(id, listing);
    this.#homeOf.set(id, home);
    const others = this.#homes.get(home);
    if (others) others.add(id);
    else this.#homes.set(home, new Set([id]));
    return home;
  }

  /** Whether the listing is one of the store's that everyone may see. */
  #isLicensed(id: string): boolean {
    const listing = this.#single.get(id);
    return listing !== undefined && listing.isPublic &&
      listing.source !== SNAPSHOT_SOURCE;
  }

  /** The listings of a home, joined, as this audience may see them. */
  #joined(home: string): readonly Listing[] {
    const ids = this.#homes.get(home);
    if (!ids) return [];
    return joinHome([...ids].map((id) => this.#single.get(id)!))
      .map((each) =>
        this.#unaddressed.has(each.id) ? withoutAddress(each) : each
      );
  }
}

/** Whether a listing is the one that was there: the same object, or the same but for its joins, which are equal. */
function isSame(listing: Listing, known: Listing | undefined): boolean {
  if (known === undefined) return false;
  if (listing === known) return true;
  return (Object.keys(listing) as (keyof Listing)[])
    .every((name) => listing[name] === known[name]);
}
