import assert from "node:assert/strict";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import {
  SourceWriter,
  type WriteCounts,
} from "../../../core/inventory/lifecycle/source_writer.ts";
import type { StoredRow } from "../../../core/inventory/lifecycle/stored_listing.ts";
import { Feed } from "../../../core/inventory/reso/feed.ts";
import { readProperty } from "../../../core/inventory/reso/property_record.ts";
import {
  syncFeed,
  type SyncOptions,
  writerOf,
} from "../../../core/inventory/reso/sync_feed.ts";
import { memorySnapshot } from "../../../core/snapshot/memory.ts";
import { allRows } from "../../../core/store/listings/rows.ts";
import { ResoDatabase } from "../../../fixtures/reso/database.ts";

/** When the feed's clock starts. */
const START = Date.parse("2026-11-01T00:00:00Z");

const parcel = (n: number) => ({
  property_id: String(n).padStart(14, "0"),
  address: `${100 + n} W OAK ST`,
  city: "CHICAGO",
  zip: "60610",
  county: "cook",
  prop_type: "sfh",
  lat: 41.9 + n * 1e-5,
  lon: -87.64,
});

/** Parcels that the listings of the feed lie on. */
export const SNAPSHOT = memorySnapshot({
  parcels: Array.from({ length: 2_000 }, (_, n) => parcel(n)),
});

/** Fields of a synthetic listing. */
export function propertyFields(n: number): Record<string, unknown> {
  return {
    StandardStatus: n % 9 === 0 ? "Pending" : "Active",
    PropertyType: "Residential",
    PropertySubType: "Single Family Residence",
    ListPrice: 200_000 + n * 100,
    OnMarketDate: "2026-10-20",
    UnparsedAddress: `${100 + n} W Oak St, Chicago, IL 60610`,
    City: "Chicago",
    PostalCode: "60610",
    ParcelNumber: n % 3 === 0 ? String(n).padStart(14, "0") : null,
    BedroomsTotal: n % 5,
    BathroomsTotalInteger: 2,
  };
}

/** Returns a feed with so many listings, one of ten with photos. */
export function listedFeed(count: number): ResoDatabase {
  const database = new ResoDatabase(START);
  for (let n = 0; n < count; n++) {
    database.put(`K${n}`, propertyFields(n));
    if (n % 10 === 0) {
      database.putMedia(`M${n}`, `K${n}`, {
        MediaURL: `https://photos.example/${n}.jpg`,
        Order: 1,
      });
    }
  }
  return database;
}

/** Changes of every kind, as many as asked for: prices, statuses, new ones, deletions, photos. */
export function changeFeed(
  database: ResoDatabase,
  count: number,
  seed: number,
  deletes: "events" | "records" = "events",
): void {
  const random = xoroshiro128plus(seed);
  for (let n = 0; n < count; n++) {
    const keys = database.rows("Property")!.map(({ ListingKey }) =>
      String(ListingKey)
    );
    const key = keys[uniformInt(random, 0, keys.length - 1)];
    switch (n % 6) {
      case 0:
        database.put(key, {
          ListPrice: 1_000 * uniformInt(random, 100, 900),
          PriceChangeTimestamp: database.now,
        });
        break;
      case 1:
        database.put(key, { StandardStatus: "ActiveUnderContract" });
        break;
      case 2:
        database.put(key, {
          StandardStatus: "Closed",
          ClosePrice: 250_000,
          CloseDate: "2026-11-02",
        });
        break;
      case 3:
        database.put(`N${seed}-${n}`, propertyFields(1_000 + n));
        break;
      case 4:
        if (deletes === "events") database.remove(key);
        else database.put(key, { MlgCanView: false });
        break;
      case 5:
        database.putMedia(`M-${key}`, key, {
          MediaURL: `https://photos.example/new-${n}.jpg`,
          Order: n,
        });
        if (deletes === "records") database.put(key, {});
    }
  }
}

/** Returns a description of the feed at an address. */
export function feedAt(
  url: string,
  more: Partial<Feed> | Record<string, unknown> = {},
): Feed {
  return Feed.parse({ name: "test", url, license: "made up", ...more });
}

/** Runs a sync of the feed into the store as one process would. */
export async function sync(
  kv: Deno.Kv,
  feed: Feed,
  options: Partial<SyncOptions> = {},
): Promise<WriteCounts> {
  await using writer = await SourceWriter.open(kv, SNAPSHOT, writerOf(feed));
  const { counts } = await syncFeed(feed, writer, {
    env: () => "secret",
    firstWait: 1,
    ...options,
  });
  return counts;
}

/** Asserts that the store holds what the feed does, each listing once, with no price or status twice in a row. */
export async function assertMirrors(
  kv: Deno.Kv,
  database: ResoDatabase,
): Promise<void> {
  const expected = new Map(
    database.rows("Property")!.flatMap((row) => {
      const read = readProperty({
        ...row,
        Media: database.mediaOf(row.ListingKey),
      });
      return read.kind === "listing" ? [[read.report.key, read.report]] : [];
    }),
  );
  const stored = new Map<string, unknown>();
  for await (const row of allRows<StoredRow>(kv)) {
    if (row.kind === "gone") {
      assert(!expected.has(row.key), `${row.key} is gone and listed`);
      continue;
    }
    assert(!stored.has(row.report.key));
    stored.set(row.report.key, row.report);
    const { prices, statuses, report } = row;
    assert.equal(prices.at(-1)!.price, report.listPrice);
    assert.equal(statuses.at(-1)!.status, report.status);
    for (let n = 1; n < prices.length; n++) {
      assert.notEqual(prices[n].price, prices[n - 1].price);
      assert(prices[n].at >= prices[n - 1].at);
    }
    for (let n = 1; n < statuses.length; n++) {
      assert.notEqual(statuses[n].status, statuses[n - 1].status);
    }
  }
  assert.deepEqual(
    [...stored].sort(byKey),
    [...expected].sort(byKey),
  );
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) =>
  a < b ? -1 : 1;
