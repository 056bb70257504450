import assert from "node:assert/strict";
import { activeListing } from "../../core/inventory/active_listing.ts";
import { isForSale, type Listing } from "../../core/inventory/listing.ts";
import { ListingSet } from "../../core/inventory/listing_set.ts";
import { listing } from "./listing.ts";
import { listingsOf } from "../../harness/listings.ts";
import fc from "../fast_check.ts";

const ids = (listings: readonly Listing[]) => listings.map(({ id }) => id);

Deno.test("activeListing() takes the newest offer, of one day the cheaper, and no other status", () => {
  const pin = "17000000000000";
  const set = ListingSet.of([
    listing({ id: "old", pin, onMarket: 100 }),
    listing({ id: "higher", pin, onMarket: 200, listPrice: 250_000 }),
    listing({ id: "best", pin, onMarket: 200, listPrice: 240_000 }),
    listing({ id: "copy", pin, onMarket: 201, duplicateOf: "best" }),
    listing({ id: "pending", pin, onMarket: 210, status: "pending" }),
    listing({ id: "closed", pin, onMarket: 211, status: "closed" }),
    listing({ id: "later", pin, onMarket: 301 }),
    listing({ id: "other", pin: "17000000000001", onMarket: 250 }),
  ], 1);
  assert.equal(activeListing(set.ofParcel(pin), 300)?.id, "best");
  assert.equal(activeListing(set.ofParcel(pin), 301)?.id, "later");
  assert.equal(activeListing(set.ofParcel(pin), 99), null);
});

Deno.test("a listing set after changes equals one made again, tells them, and leaves the older one alone", () => {
  const place = fc.record({
    id: fc.constantFrom("a", "b", "c", "d", "e"),
    lat: fc.option(fc.double({ min: 41, max: 42, noNaN: true })),
    lon: fc.option(fc.double({ min: -88, max: -87, noNaN: true })),
    pin: fc.option(fc.constantFrom("1", "2")),
    listPrice: fc.integer({ min: 1, max: 9 }),
    status: fc.constantFrom("active" as const, "pending" as const),
    onMarket: fc.integer({ min: 100, max: 110 }),
    isPublic: fc.boolean(),
    // Quotes, line breaks and other scripts come back as they were.
    address: fc.option(fc.string({ unit: "binary" })),
  }).map(listing);
  const step = fc.record({
    changed: fc.uniqueArray(place, { selector: ({ id }) => id }),
    removed: fc.uniqueArray(fc.constantFrom("a", "b", "c", "x")),
  });
  fc.assert(fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
    const model = new Map<string, Listing>();
    const versions = [ListingSet.of([], 10)];
    const states = [new Map(model)];
    for (const { changed, removed } of steps) {
      for (const each of changed) model.set(each.id, each);
      for (const id of removed) model.delete(id);
      const last = versions.at(-1)!;
      versions.push(last.with(changed, removed, last.version + 1));
      states.push(new Map(model));
    }
    const newest = versions.at(-1)!;
    for (const [n, set] of versions.entries()) {
      const all = [...states[n].values()].sort((a, b) => a.id < b.id ? -1 : 1);
      assert.deepEqual(listingsOf(set), all);
      assert.equal(set.size, all.length);
      assert.deepEqual(set.ids(), ids(all));
      assert.deepEqual(set.counts, {
        forSale: all.filter(isForSale).length,
        unmatched: all.filter(({ pin }) => pin === null).length,
        public: all.filter(({ isPublic }) => isPublic).length,
      });
      const days = all.map(({ onMarket }) => onMarket);
      assert.deepEqual(
        set.marketDays,
        all.length === 0 ? null : [Math.min(...days), Math.max(...days)],
      );
      assert.deepEqual(
        listingsOf(set.withoutPublic()),
        all.filter(({ isPublic }) => !isPublic),
      );
      assert.deepEqual(
        ids(set.ofParcel("1")).sort(),
        ids(all.filter(({ pin }) => pin === "1")),
      );
      // The changes since a version bring a reader of it up to date.
      const changes = newest.changesSince(set);
      const replayed = new Map(states[n]);
      for (const id of changes.removed) replayed.delete(id);
      for (const id of changes.changed) replayed.set(id, newest.get(id)!);
      assert.deepEqual(
        [...replayed.keys()].sort(),
        [...model.keys()].sort(),
      );
      for (const [id, each] of replayed) {
        assert.deepEqual(each, model.get(id));
      }
    }
    // Listings that are equal have not changed, whatever set they came from.
    const fresh = ListingSet.of(model.values(), newest.version);
    assert.deepEqual(fresh.changesSince(newest), { changed: [], removed: [] });
  }));
});
