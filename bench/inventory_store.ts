/** Synthetic listings over the demo county, scored, in a store or in memory: for the benchmarks of the inventory. */
import { DAY_MS } from "../contracts/day.ts";
import type { StoredListing } from "../core/inventory/lifecycle/stored_listing.ts";
import { listingOf } from "../core/inventory/live/listing_of.ts";
import type { Listing } from "../core/inventory/listing.ts";
import { ListingSet } from "../core/inventory/listing_set.ts";
import {
  type ListingScore,
  scoreBasis,
  scoreListing,
} from "../core/inventory/scoring/listing_score.ts";
import { claimSource, type SourceClaim } from "../core/store/listings/claim.ts";
import { writeRows } from "../core/store/listings/rows.ts";
import { storedScores } from "../core/store/listing_scores.ts";
import { codeAt } from "../core/engine/tables.ts";
import { dayOf } from "../core/engine/snapshot.ts";
import type { Snapshot } from "../core/snapshot/open.ts";
import { Random } from "../fixtures/demo/random.ts";
import { DEMO_DAY } from "../harness/demo.ts";

/** The day of the demo county. */
export const TODAY = dayOf(DEMO_DAY);

/** Source of the synthetic listings. */
export const SOURCE = "bench";

/** Listings that the engine really scores; the others take over their scores. */
const SCORED = 1_000;

/** Returns the n-th synthetic listing as a store keeps it, one apartment more a round over the county. */
export function storedAt(
  { id, tables: { parcels } }: Snapshot,
  n: number,
  random: Random,
): StoredListing {
  const row = (n * 7_919) % parcels.rows;
  const round = Math.floor(n / parcels.rows);
  const listPrice = random.integer(80, 900) * 1_000;
  const onMarket = TODAY - random.integer(0, 120);
  const at = onMarket * DAY_MS;
  return {
    kind: "listing",
    source: SOURCE,
    licensed: true,
    report: {
      key: String(10_000_000 + n),
      status: "active",
      changedAt: at,
      statusChangedAt: at,
      priceChangedAt: null,
      address: parcels.address.at(row),
      unit: round === 0 ? null : String(round),
      city: codeAt(parcels.city, row),
      zip: codeAt(parcels.zip, row),
      parcelNumber: parcels.property_id.at(row),
      lat: parcels.lat[row] + random.between(-1e-4, 1e-4),
      lon: parcels.lon[row] + random.between(-1e-4, 1e-4),
      propType: "sfh",
      listPrice,
      originalPrice: null,
      closePrice: null,
      closedOn: null,
      onMarket,
      daysOnMarket: null,
      bedrooms: random.integer(1, 6),
      bathrooms: random.integer(1, 4),
      livingArea: random.integer(700, 4_000),
      yearBuilt: random.integer(1890, 2020),
      units: null,
      photoCount: 12,
      photos: [`https://photos.example.com/listings/${10_000_000 + n}/1.jpg`],
      mayShow: true,
      mayShowAddress: true,
    },
    firstSeen: at,
    prices: [{ at, price: listPrice }],
    statuses: [{ at, status: "active" }],
    match: {
      pin: parcels.property_id.at(row),
      by: "pin",
      confidence: 1,
      reason: "",
    },
    matchedOn: id,
  };
}

/** Scores of listings, of which the engine made a thousand: the others take theirs over. */
class SharedScores extends Map<string, ListingScore> {
  readonly #real: ListingScore[] = [];

  constructor(
    readonly snapshot: Snapshot,
    readonly find: (id: string) => Listing,
  ) {
    super();
  }

  override has(): boolean {
    return true;
  }

  override get(id: string): ListingScore {
    const listing = this.find(id);
    const n = Number(listing.key) % SCORED;
    this.#real[n] ??= scoreListing(this.snapshot, listing, TODAY);
    return { ...this.#real[n], basis: scoreBasis(listing) };
  }
}

/** An inventory in memory, with its scores. */
export function madeInventory(snapshot: Snapshot, count: number) {
  const random = new Random(17);
  function* listings() {
    for (let n = 0; n < count; n++) {
      yield listingOf(snapshot, storedAt(snapshot, n, random));
    }
  }
  const inventory = ListingSet.of(listings(), 1);
  const scores = new SharedScores(snapshot, (id) => inventory.get(id)!);
  return { inventory, scores };
}

/** Claims the benchmark's source. */
export async function claimBench(kv: Deno.Kv): Promise<SourceClaim> {
  const claim = await claimSource(kv, SOURCE, Date.now());
  if ("heldUntil" in claim) throw new Error("the store is in use");
  return claim;
}

/** Writes rows as a feed does. */
export function writeStored(
  kv: Deno.Kv,
  claim: SourceClaim,
  rows: readonly StoredListing[],
): Promise<void> {
  const writes = rows.map((row) => ({
    key: row.report.key,
    row,
    unmatched: null,
  }));
  return writeRows(kv, claim, writes, undefined, Date.now);
}

/** Fills a store with listings and their scores. */
export async function fillStore(
  kv: Deno.Kv,
  snapshot: Snapshot,
  count: number,
): Promise<void> {
  const random = new Random(17);
  const claim = await claimBench(kv);
  const { inventory, scores } = madeInventory(snapshot, count);
  for (let from = 0; from < count; from += 10_000) {
    await writeStored(
      kv,
      claim,
      Array.from(
        { length: Math.min(10_000, count - from) },
        (_, n) => storedAt(snapshot, from + n, random),
      ),
    );
  }
  await storedScores<ListingScore>(kv).write(
    new Map(inventory.ids().map((id) => [id, scores.get(id)])),
    [],
  );
}
