import { isoDay } from "../../contracts/day.ts";
import {
  Command,
  type CommandUnknownOpts,
  Option,
} from "@commander-js/extra-typings";
import { invalidParams } from "../../contracts/errors.ts";
import { dashed } from "../../core/engine/subject/property_id.ts";
import { resolveSubject } from "../../core/engine/subject/resolve.ts";
import type { Inventory } from "../../core/inventory/inventory.ts";
import type { Listing } from "../../core/inventory/listing.ts";
import { SourceWriter } from "../../core/inventory/lifecycle/source_writer.ts";
import {
  type ListingEvent,
  listingEvents,
} from "../../core/inventory/live/listing_events.ts";
import { listingId } from "../../core/inventory/listing_id.ts";
import { type Feed, readFeeds } from "../../core/inventory/reso/feed.ts";
import { syncFeed, writerOf } from "../../core/inventory/reso/sync_feed.ts";
import { openStore } from "../../core/store/open.ts";
import { unmatchedRows } from "../../core/store/listings/rows.ts";
import { isoOf, type SnapshotData } from "../../core/engine/snapshot.ts";
import { inventoryOf } from "../../core/service/inventory_of.ts";
import { openContext, settings } from "../context.ts";
import { interruptible } from "../signals.ts";
import { count, money } from "../format.ts";
import { numberOr } from "../number.ts";
import { jsonOption, snapshotOption } from "../options.ts";
import { note, print, printJson, style, table } from "../output.ts";
import { countsText, printRejections } from "../render/listing_changes.ts";
import { assignCommand } from "./listings_assign.ts";
import { importCommand } from "./listings_import.ts";
import { example, withStore } from "./listings_store.ts";

/** `twoflat listings`: homes for sale in the local store, from files and feeds. */
export function listingsCommand(): CommandUnknownOpts {
  return new Command("listings")
    .summary("import and follow homes for sale, and see their history")
    .description(
      "Works on the store of this machine (TWOFLAT_DATA_DIR or KV_URL). Imported files stay private: this command line shows them, the public inventory does not.",
    )
    .addHelpText(
      "after",
      `
Examples:
  # a CSV file with RESO names, or a file in the RESO Common Format
  $ twoflat listings import listings.csv
  # the download of a consumer portal
  $ twoflat listings import redfin.csv --mapping docs/mappings/portal-listings.json
  $ twoflat listings sync --feeds feeds.json
  $ twoflat listings unmatched
  $ twoflat listings assign portal:12345678 14-31-209-005-0000
  $ twoflat listings history 14-31-209-005-0000`,
    )
    .addCommand(importCommand())
    .addCommand(syncCommand())
    .addCommand(unmatchedCommand())
    .addCommand(assignCommand())
    .addCommand(historyCommand());
}

function syncCommand(): CommandUnknownOpts {
  return new Command("sync")
    .description("update the listings of the feeds once")
    .addOption(
      new Option("--feeds <file>", "file that describes the feeds").env(
        "TWOFLAT_FEEDS",
      ),
    )
    .option("--feed <name>", "only this feed")
    .option("--full", "read everything again, and find deleted listings")
    .addOption(snapshotOption())
    .addOption(jsonOption())
    .addHelpText("after", example("sync --feeds feeds.json --feed mred"))
    .action(async ({ feeds: at, feed: name, full, json, ...flags }) => {
      if (at === undefined) {
        throw invalidParams(
          "feeds",
          "a file that describes the feeds, or TWOFLAT_FEEDS",
          "no feeds are configured",
        );
      }
      const feeds = (await readFeeds(at))
        .filter((feed) => name === undefined || feed.name === name);
      if (feeds.length === 0) {
        throw invalidParams("feed", `the name of a feed in ${at}`);
      }
      const results = await withStore(flags, async (kv, snapshot) => {
        const done = [];
        for (const feed of feeds) {
          done.push({
            feed: feed.name,
            ...await interruptible((signal) =>
              syncOnce(kv, snapshot, feed, full ?? false, signal)
            ),
          });
        }
        return done;
      });
      if (json) return printJson(results);
      for (const result of results) {
        print(countsText(result.feed, result.counts));
        printRejections(result.rejections);
      }
    });
}

async function syncOnce(
  kv: Deno.Kv,
  snapshot: SnapshotData,
  feed: Feed,
  full: boolean,
  signal: AbortSignal,
) {
  await using writer = await SourceWriter.open(kv, snapshot, {
    ...writerOf(feed),
    signal,
  });
  return await syncFeed(feed, writer, {
    full,
    signal,
    env: (name) => Deno.env.get(name),
    onRetry: (reason) => note(`${feed.name}: ${reason}; retrying`),
  });
}

function unmatchedCommand(): CommandUnknownOpts {
  return new Command("unmatched")
    .description("listings whose parcel was not found, and why")
    .option("--limit <number>", "listings to show; default 100", numberOr, 100)
    .addOption(snapshotOption())
    .addOption(jsonOption())
    .addHelpText("after", example("unmatched --limit 20"))
    .action(async ({ limit, json, ...flags }) => {
      if (typeof limit !== "number" || !(limit >= 1)) {
        throw invalidParams("limit", "a whole number from 1");
      }
      const { inventory } = await openContext(flags);
      using kv = await openStore(settings());
      const found = [];
      let total = 0;
      for await (const { source, key, reason } of unmatchedRows(kv)) {
        if (++total > limit) continue;
        const listing = inventory?.get(listingId(source, key));
        found.push({
          listing_id: listingId(source, key),
          address: listing?.address ?? null,
          city: listing?.city ?? null,
          zip: listing?.zip ?? null,
          reason,
        });
      }
      if (json) return printJson({ total, listings: found });
      if (total === 0) return print("Every listing is matched to a parcel.");
      print(table(
        [
          { head: "Listing" },
          { head: "Address" },
          { head: "Why it is unmatched", wraps: true },
        ],
        found.map((each) => [
          each.listing_id,
          [each.address, each.city, each.zip].filter(Boolean).join(", "),
          each.reason,
        ]),
      ));
      note(`${count(total)} in all; name a parcel: twoflat listings assign`);
    });
}

function historyCommand(): CommandUnknownOpts {
  return new Command("history")
    .description("prices and statuses of a property's listings")
    .argument("<property>", "PIN, address, or the identifier of a listing")
    .addOption(snapshotOption())
    .addOption(jsonOption())
    .addHelpText("after", example("history 14-31-209-005-0000"))
    .action(async (text, { json, ...flags }) => {
      const context = await openContext(flags);
      const { snapshot } = context;
      const listings = namedListings(inventoryOf(context), snapshot, text);
      if (json) {
        return printJson({
          listings: listings.map(listingFields),
          events: listingEvents(listings).map(eventFields),
        });
      }
      if (listings.length === 0) return print("No listing of it is known.");
      const [{ address, city, zip, pin }] = listings;
      print(
        style("title", [address, city, zip].filter(Boolean).join(", ")) +
          (pin === null ? "" : `  ${dashed(pin)}`),
      );
      print(table(
        [
          { head: "Day" },
          { head: "What" },
          { head: "Price", align: "right" },
          { head: "Listing", wraps: true },
        ],
        listingEvents(listings).map((event) => [
          isoDay(event.at),
          wordsOf(event),
          event.price === null ? "" : money(event.price),
          event.listing.id,
        ]),
      ));
    });
}

function namedListings(
  inventory: Inventory,
  snapshot: SnapshotData,
  text: string,
): readonly Listing[] {
  const listing = inventory.get(text);
  if (listing) {
    return listing.pin === null ? [listing] : inventory.ofParcel(listing.pin);
  }
  const isPin = /^[\d-]{10,20}$/.test(text.trim());
  const { parcel } = resolveSubject(
    snapshot,
    isPin
      ? { by: "property_id", property_id: text.trim() }
      : { by: "address", address: text },
  );
  return inventory.ofParcel(snapshot.tables.parcels.property_id.at(parcel));
}

function listingFields(listing: Listing) {
  return {
    listing_id: listing.id,
    status: listing.status,
    address: listing.address,
    city: listing.city,
    zip: listing.zip,
    property_id: listing.pin,
    matched_by: listing.matchedBy,
    match_confidence: listing.matchConfidence,
    list_price: listing.listPrice,
    on_market: isoOf(listing.onMarket),
    on_market_basis: listing.onMarketBasis,
    listed_since: isoOf(listing.listedSince),
    first_seen: new Date(listing.firstSeen).toISOString(),
    relisting_of: listing.relistingOf,
    duplicate_of: listing.duplicateOf,
    is_public: listing.isPublic,
  };
}

function eventFields({ at, listing, kind, price, status }: ListingEvent) {
  return {
    at: new Date(at).toISOString(),
    listing_id: listing.id,
    kind,
    price,
    status,
  };
}

function wordsOf({ kind, status }: ListingEvent): string {
  switch (kind) {
    case "listed":
      return "listed";
    case "price":
      return "new price";
    case "status":
      return status!.replaceAll("_", " ");
  }
}
