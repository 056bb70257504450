import assert from "node:assert/strict";
import type { Listing } from "../../../core/inventory/listing.ts";
import { joinHome } from "../../../core/inventory/live/join_home.ts";
import { listing } from "../listing.ts";

const DAY = 86_400_000;

function joined(...listings: readonly Listing[]) {
  return Object.fromEntries(joinHome(listings).map((each) => [each.id, each]));
}

Deno.test("joinHome() continues an unsold listing that is relisted within 90 days, through several", () => {
  const ended = (id: string, onMarket: number, until: number) =>
    listing({ id, onMarket, status: "expired", statusChangedAt: until * DAY });
  const { a, b, c, d } = joined(
    ended("a", 100, 150),
    ended("b", 200, 250),
    listing({ id: "c", onMarket: 300 }),
    listing({
      id: "d",
      onMarket: 20,
      status: "closed",
      statusChangedAt: 60 * DAY,
    }),
  );
  assert.deepEqual([a.relistingOf, a.listedSince], [null, 100]);
  assert.deepEqual([b.relistingOf, b.listedSince], ["a", 100]);
  assert.deepEqual([c.relistingOf, c.listedSince], ["b", 100]);
  assert.equal(d.relistingOf, null);
  const { late } = joined(
    ended("old", 100, 150),
    listing({ id: "late", onMarket: 241 }),
  );
  assert.equal(late.relistingOf, null);
});

Deno.test("joinHome() lets one offer of several sources stand for the others, the same in every order", () => {
  const listings = [
    listing({ id: "copy", source: "b", isPublic: false, changedAt: 9 }),
    listing({ id: "public", source: "a", changedAt: 1 }),
    listing({ id: "pending", source: "c", status: "pending", changedAt: 8 }),
    listing({ id: "sold", source: "c", status: "closed" }),
  ];
  for (const order of [listings, listings.toReversed()]) {
    const found = joined(...order);
    assert.equal(found.public.duplicateOf, null);
    assert.equal(found.copy.duplicateOf, "public");
    assert.equal(found.pending.duplicateOf, "public");
    assert.equal(found.sold.duplicateOf, null);
  }
  // Two listings of one source are two offers.
  const { one, two } = joined(listing({ id: "one" }), listing({ id: "two" }));
  assert.deepEqual([one.duplicateOf, two.duplicateOf], [null, null]);
});
