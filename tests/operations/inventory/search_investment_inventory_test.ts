import assert from "node:assert/strict";
import type { ListingItem } from "../../../contracts/listing_item.ts";
import { InventoryOutput } from "../../../contracts/inventory.ts";
import { Fault } from "../../../contracts/errors.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { readCursor, writeCursor } from "../../../core/service/cursor.ts";
import { deepUnderwriteAsset } from "../../../core/operations/property/deep_underwrite_asset.ts";
import { LOCAL } from "../../../core/access/principal.ts";
import { searchInvestmentInventory } from "../../../core/operations/inventory/search_investment_inventory.ts";
import { serve } from "../../../core/service/serve.ts";
import { memorySnapshot } from "../../../core/snapshot/memory.ts";
import { ListingSet } from "../../../core/inventory/listing_set.ts";
import { DEMO_DAY, demoSnapshot } from "../../../harness/demo.ts";
import { listing } from "../../inventory/listing.ts";
import fc from "../../fast_check.ts";

const today = dayOf(DEMO_DAY);
const snapshot = await demoSnapshot();

function search(input: Record<string, unknown>, legacy = false) {
  const [alias] = searchInvestmentInventory.contract.aliases;
  return serve(
    searchInvestmentInventory,
    { snapshot, today, principal: LOCAL, cursorSecret: "s" },
    input,
    legacy ? alias : undefined,
  );
}

/** Every page of a search. */
async function pages(input: Record<string, unknown>) {
  const found: Partial<ListingItem>[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const answer = await search({ ...input, ...(cursor && { cursor }) });
    found.push(...answer.listings);
    cursor = answer.next_cursor;
  }
  return found;
}

Deno.test("pages show every listing once, best deal score first, then best percentile", async () => {
  const all = await pages({
    limit: 37,
    fields: ["percentile", "deal_score"],
  });
  const { inventory_size, total, ranked_by } = await search({ limit: 1 });
  assert(inventory_size > 50);
  assert.equal(total, inventory_size);
  assert.equal(ranked_by, "deal_score");
  assert.equal(all.length, inventory_size);
  assert.equal(new Set(all.map((each) => each.listing_id)).size, all.length);
  const keys = all.map(({ deal_score, percentile }) => [
    deal_score ?? -1,
    percentile ?? -1,
  ]);
  assert.deepEqual(keys, keys.toSorted((a, b) => b[0] - a[0] || b[1] - a[1]));
});

Deno.test("sorted by verdict, what to pursue comes before what to skip, page by page; every verdict is counted whatever the filter on it", async () => {
  const all = await pages({
    sort: "verdict",
    limit: 37,
    fields: ["verdict", "deal_score"],
  });
  const place = ["pursue", "screen", "skip", "no_read"];
  const keys = all.map(({ verdict, deal_score }) => [
    place.indexOf(verdict!),
    deal_score ?? -1,
  ]);
  assert.deepEqual(keys, keys.toSorted((a, b) => a[0] - b[0] || b[1] - a[1]));
  const { counts, total } = await search({ limit: 1 });
  assert.equal(all.length, total);
  for (const name of place) {
    const verdicts = all.filter(({ verdict }) => verdict === name).length;
    assert.equal(counts.by_verdict[name as "skip"], verdicts, name);
  }
  const some = await search({ verdicts: ["screen"], limit: 1 });
  assert.deepEqual(some.counts.by_verdict, counts.by_verdict);
  assert.equal(some.total, counts.by_verdict.screen);
});

Deno.test("a list with values is said to be no appraisal, with error rates", async () => {
  const { disclosure, listings } = await search({ limit: 20 });
  assert(listings.some(({ arv }) => arv !== null));
  assert.match(disclosure, /not an appraisal\. On [\d,]+ later sales its/);
});

Deno.test("every listing keeps its filters, and an unscored one says why", async () => {
  const all = await pages({
    strategy: "hold",
    max_price: 350_000,
    min_percentile: 50,
    min_confidence: 40,
    prop_types: ["sfh", "mf2_4"],
  });
  assert(all.length > 0);
  for (const each of all) {
    assert(each.list_price! <= 350_000);
    assert(each.percentile! >= 50);
    assert(each.confidence! >= 40);
    assert(["sfh", "mf2_4"].includes(each.prop_type!));
    assert.equal(
      each.deal_score === null,
      each.unscored_reasons!.length > 0,
    );
    if (each.state !== "point-actionable") assert.equal(each.deal_score, null);
  }
  const condos = await pages({ prop_types: ["condo", "townhome"] });
  for (const { state, deal_score } of condos) {
    assert.deepEqual([state, deal_score], ["unscored", null]);
  }
});

Deno.test("a listing has the value and verdict that underwriting its property has", async () => {
  const { listings } = await search({ strategy: "brrrr", limit: 10 });
  for (const { property_id, list_price, arv, state, verdict } of listings) {
    if (!property_id) continue;
    const answer = await serve(
      deepUnderwriteAsset,
      { snapshot, today, principal: LOCAL },
      {
        property_id,
        strategy: "brrrr",
        custom_assumptions: { purchase_price: list_price },
      },
    );
    assert.deepEqual(
      [answer.arv, answer.state, answer.read.verdict],
      [arv, state, verdict],
    );
  }
});

Deno.test("an answer stays within 60 kB whatever the page", async () => {
  const answer = await search({ limit: 200 });
  assert(JSON.stringify(answer).length < 60_000);
  assert(answer.next_cursor !== null);
  assert(answer.warnings.some(({ code }) => code === "result_cut"));
  InventoryOutput.parse(answer);
});

Deno.test("search_deals keeps its parameters and defaults", async () => {
  const old = await search({}, true);
  const now = await search({
    strategy: "brrrr",
    min_percentile: 70,
    limit: 10,
  });
  assert.deepEqual(old.listings, now.listings);
  assert.equal(old.warnings.at(0)?.code, "synthetic_data");
  assert(old.warnings.some(({ code }) => code === "deprecated_name"));
  await assert.rejects(search({ strategy: "hold" }, true), {
    field: "strategy",
  });
  await assert.rejects(search({ metro: "detroit" }, true), { field: "metro" });
});

Deno.test("an area, a box and a day narrow the list; bad ones are refused", async () => {
  const [any] = await pages({ limit: 200, fields: ["zip", "lat", "lon"] });
  const inZip = await pages({ area: any.zip, fields: ["zip"] });
  assert(inZip.length > 0);
  for (const { zip } of inZip) assert.equal(zip, any.zip);
  const { lat, lon } = any;
  const box = {
    west: lon! - 0.01,
    east: lon! + 0.01,
    south: lat! - 0.01,
    north: lat! + 0.01,
  };
  for (const each of await pages({ ...box, fields: ["lat", "lon"] })) {
    assert(Math.abs(each.lat! - lat!) <= 0.01 + 1e-6);
    assert(Math.abs(each.lon! - lon!) <= 0.01 + 1e-6);
  }
  for (
    const { days_on_market } of await pages({
      since_hours: 24 * 10,
      fields: ["days_on_market"],
    })
  ) assert(days_on_market! <= 10);
  await assert.rejects(search({ west: -87 }), { field: "south" });
  await assert.rejects(search({ ...box, south: box.north, north: box.south }), {
    field: "south",
  });
  await assert.rejects(search({ ...box, area: "60608" }), { field: "west" });
});

Deno.test("an empty list says why", async () => {
  const { empty } = await search({ max_price: 20_000 });
  assert.equal(empty?.code, "filters_too_tight");
  assert.match(empty.fix, /^raise max_price to \$[\d,]+: \d+ listings?$/);
  const { value } = empty.nearest!;
  const found = await search({ max_price: value });
  assert.equal(found.total, empty.nearest!.listings);
  const type = await search({ prop_types: ["coop"], limit: 1 });
  assert.equal(type.empty?.filter, "prop_types");
  assert.match(type.empty.fix, /^leave out prop_types: \d+ listings$/);
  const bare = await serve(
    searchInvestmentInventory,
    {
      snapshot: memorySnapshot({}),
      today,
      principal: LOCAL,
      lastRun: () => Promise.resolve("2026-11-01T06:00:00Z"),
    },
    {},
  );
  assert.equal(bare.empty?.code, "no_inventory");
  assert.equal(bare.empty.last_run, "2026-11-01T06:00:00Z");
  assert.deepEqual(bare.listings, []);
});

Deno.test("since_hours counts hours, not days, and what is under contract is not for sale", async () => {
  const now = Date.parse(`${DEMO_DAY}T12:00:00Z`);
  const at = { onMarket: today, isPublic: true };
  const inventory = ListingSet.of([
    listing({ id: "new", firstSeen: now - 2.5 * 3_600_000, ...at }),
    listing({ id: "old", firstSeen: now - 5 * 3_600_000, ...at }),
    listing({ id: "sold", firstSeen: now, status: "pending", ...at }),
  ], 1);
  const seenWithin = async (since_hours: number) => {
    const { listings, total, empty } = await serve(
      searchInvestmentInventory,
      { snapshot, inventory, today, now, principal: LOCAL },
      { since_hours },
    );
    assert.equal(listings.length, total);
    return [listings.map(({ listing_id }) => listing_id), empty?.fix];
  };
  assert.deepEqual(await seenWithin(6), [["new", "old"], undefined]);
  assert.deepEqual(await seenWithin(3), [["new"], undefined]);
  assert.deepEqual(await seenWithin(1), [
    [],
    "raise since_hours to 3: 1 listing",
  ]);
});

Deno.test("a cursor is of its own query only, and no other text is one", async () => {
  const { next_cursor } = await search({ limit: 5 });
  await assert.rejects(
    search({ limit: 5, max_price: 9e5, cursor: next_cursor }),
    {
      field: "cursor",
    },
  );
  // The page size and the fields may change on the way.
  await search({ limit: 7, fields: ["zip"], cursor: next_cursor });
  fc.assert(fc.property(fc.string(), fc.string(), (text, secret) => {
    const cursor = writeCursor(secret, [text, null, 1.5], { q: 1 });
    assert.deepEqual(readCursor(secret, cursor, { q: 1 }), [text, null, 1.5]);
    const isRefused = (forged: string, query: unknown = { q: 1 }) =>
      assert.throws(() => readCursor(secret, forged, query), Fault);
    isRefused(cursor, { q: 2 });
    isRefused(cursor + "A");
    isRefused(cursor.slice(1));
    isRefused(text);
  }));
});
