import assert from "node:assert/strict";
import { ListingSort } from "../../../contracts/inventory_filters.ts";
import { LOCAL } from "../../../core/access/principal.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { LiveIndex } from "../../../core/inventory/index/live_index.ts";
import { sortKeys } from "../../../core/inventory/index/inventory_index.ts";
import { scorePool } from "../../../core/inventory/index/score_pool.ts";
import type { Inventory } from "../../../core/inventory/inventory.ts";
import type { Listing } from "../../../core/inventory/listing.ts";
import { ListingSet } from "../../../core/inventory/listing_set.ts";
import {
  type ListingScore,
  scoreBasis,
  scoreListing,
} from "../../../core/inventory/scoring/listing_score.ts";
import { snapshotInventory } from "../../../core/inventory/snapshot_inventory.ts";
import { searchInvestmentInventory } from "../../../core/operations/inventory/search_investment_inventory.ts";
import { serve } from "../../../core/service/serve.ts";
import { buildIndex } from "../../../core/inventory/index/build_index.ts";
import { storedScores } from "../../../core/store/listing_scores.ts";
import { DEMO_DAY, demoSnapshot } from "../../../harness/demo.ts";
import { listingsOf } from "../../../harness/listings.ts";
import fc from "../../fast_check.ts";

const snapshot = await demoSnapshot();
const today = dayOf(DEMO_DAY);
const forSale = listingsOf(snapshotInventory(snapshot))
  .filter(({ status }) => status === "active").slice(0, 80);

function counting(scored: string[]) {
  const pool = scorePool(snapshot, null);
  return {
    ...pool,
    score(listings: readonly Listing[], day: number) {
      scored.push(...listings.map(({ id }) => id));
      return pool.score(listings, day);
    },
  };
}

Deno.test("only what is new or changed is scored; a restart and another server read the scores", async () => {
  const kv = await Deno.openKv(":memory:");
  try {
    const scores = storedScores<ListingScore>(kv);
    let inventory: Inventory = ListingSet.of(forSale.slice(0, 60), 1);
    let day = today;
    const scored: string[] = [];
    const options = {
      snapshot,
      inventory: () => inventory,
      today: () => day,
      pool: counting(scored),
      scores,
    };
    const live = await LiveIndex.open(options);
    assert.equal(scored.length, 60);
    assert.equal(live.current.staleRows, 0);
    // Orders that were asked for are taken over by later versions.
    for (const sort of ListingSort.options) {
      live.current.order(sortKeys(sort, "hold"));
    }
    scored.length = 0;
    const other = await LiveIndex.open(options);
    assert.deepEqual(scored, []);
    assert.equal(other.current.staleRows, 0);

    const [cut, gone] = forSale;
    inventory = (inventory as ListingSet).with(
      [
        { ...cut, listPrice: cut.listPrice - 5_000 },
        ...forSale.slice(60, 65),
      ],
      [gone.id],
      2,
    );
    await live.refresh();
    assert.deepEqual(
      scored.toSorted(),
      [cut.id, ...forSale.slice(60, 65).map(({ id }) => id)].toSorted(),
    );
    assert.equal(live.current.size, 64);
    assert.equal(live.current.rowOf(gone.id), -1);
    assert.equal(live.inventory, inventory);
    const { columns } = live.current;
    const anew = await LiveIndex.open(options);
    for (const sort of ListingSort.options) {
      const keys = sortKeys(sort, "hold");
      assert.deepEqual(live.current.order(keys), anew.current.order(keys));
    }
    const row = live.current.rowOf(cut.id);
    assert.equal(columns.figures.price[row], cut.listPrice - 5_000);
    assert.equal(columns.figures.changed[row], 2);
    assert.equal(columns.figures.changed[live.current.rowOf(forSale[2].id)], 1);

    // A new day makes every score anew; nothing waits for it meanwhile.
    scored.length = 0;
    day++;
    await live.refresh();
    assert.equal(scored.length, 64);
    assert.equal(live.current.staleRows, 0);
  } finally {
    kv.close();
  }
});

Deno.test("opening waits neither for many scores nor for the map's groups; refresh makes both", async () => {
  const kv = await Deno.openKv(":memory:");
  try {
    const made = new Map(
      forSale.map((each) => [
        scoreBasis(each),
        scoreListing(snapshot, each, today),
      ]),
    );
    const many = Array.from({ length: 1_040 }, (_, n) => ({
      ...forSale[n % forSale.length],
      id: `copy-${n}`,
    }));
    const inventory = ListingSet.of(many, 1);
    const pool = {
      ...scorePool(snapshot, null),
      score: (listings: readonly Listing[]) =>
        Promise.resolve(listings.map((each) => made.get(scoreBasis(each))!)),
    };
    const live = await LiveIndex.open({
      snapshot,
      inventory: () => inventory,
      today: () => today,
      pool,
      scores: storedScores(kv),
    });
    assert.equal(live.current.staleRows, 1_040);
    assert.equal(live.current.madeClusters, undefined);
    const grouped = live.current.clusters;
    await live.refresh();
    assert.equal(live.current.staleRows, 0);
    assert.equal(live.current.madeClusters, grouped);

    const again = await LiveIndex.open({ ...live.options });
    assert.equal(again.current.staleRows, 0);
    assert.equal(again.current.madeClusters, undefined);
    await again.refresh();
    assert.deepEqual(again.current.madeClusters, grouped);
  } finally {
    kv.close();
  }
});

Deno.test("a score of an older model is stale, counts, and gives no figure", async () => {
  const [listing] = forSale;
  const inventory = ListingSet.of([listing], 1);
  const score = {
    ...scoreListing(snapshot, listing, today),
    model: "comps-1+old",
  };
  const { index } = await buildIndex({
    snapshot,
    inventory,
    today,
    scores: new Map([[listing.id, score]]),
  });
  assert.equal(index.staleRows, 1);
  assert.deepEqual(index.unscored(), [listing.id]);
  const answer = await serve(searchInvestmentInventory, {
    snapshot,
    inventory,
    index,
    today,
    principal: LOCAL,
  }, { fields: ["state", "arv", "deal_score", "unscored_reasons", "verdict"] });
  const [{ listing_id: _, ...shown }] = answer.listings;
  assert.deepEqual(shown, {
    state: "stale",
    arv: null,
    deal_score: null,
    verdict: "no_read",
    unscored_reasons: [
      "its score comes from an older model and is being recomputed",
    ],
  });
  assert(answer.warnings.some(({ code }) => code === "scores_pending"));
});

Deno.test("a walk shows nothing twice and leaves out nothing that stays as it is, whatever comes and goes", async () => {
  const scores = new Map(
    forSale.map((each) => [each.id, scoreListing(snapshot, each, today)]),
  );
  const first = await buildIndex({
    snapshot,
    inventory: ListingSet.of(forSale.slice(0, 40), 1),
    today,
    scores,
  });
  const sorts = [
    "deal_score",
    "price_low",
    "price_high",
    "newest",
    "discount",
    "cash_flow",
  ] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sorts),
      fc.integer({ min: 3, max: 9 }),
      fc.array(
        fc.tuple(
          fc.constantFrom("insert", "delete", "price"),
          fc.nat(39),
          fc.integer({ min: 50_000, max: 900_000 }),
        ),
        { maxLength: 12 },
      ),
      async (sort, limit, steps) => {
        let inventory = ListingSet.of(forSale.slice(0, 40), 1);
        let index = first.index;
        const touched = new Set<string>();
        const seen: string[] = [];
        let cursor: string | null | undefined;
        const left = [...steps];
        while (cursor !== null) {
          const answer: Awaited<
            ReturnType<
              typeof serve<
                typeof searchInvestmentInventory.contract.input,
                typeof searchInvestmentInventory.contract.output
              >
            >
          > = await serve(
            searchInvestmentInventory,
            {
              snapshot,
              inventory,
              index,
              today,
              principal: LOCAL,
              cursorSecret: "s",
            },
            { sort, limit, fields: ["listing_id"], ...(cursor && { cursor }) },
          );
          seen.push(...answer.listings.map(({ listing_id }) => listing_id));
          cursor = answer.next_cursor;
          for (const [kind, at, price] of left.splice(0, 2)) {
            const listing = forSale[kind === "insert" ? 40 + at : at];
            touched.add(listing.id);
            const next = inventory.version + 1;
            inventory = kind === "delete"
              ? inventory.with([], [listing.id], next)
              : inventory.with(
                [kind === "price" ? { ...listing, listPrice: price } : listing],
                [],
                next,
              );
            const changed = inventory.get(listing.id);
            const scored = new Map(scores);
            if (changed) {
              // What a price change does to the score matters less here than that it is another one.
              scored.set(listing.id, {
                ...scores.get(listing.id)!,
                basis: [
                  changed.pin,
                  changed.listPrice,
                  changed.units,
                  changed.onMarket,
                ].join(" "),
              });
            }
            ({ index } = await buildIndex({
              snapshot,
              inventory,
              today,
              scores: scored,
              earlier: index,
            }));
          }
        }
        assert.equal(new Set(seen).size, seen.length, "shown twice");
        for (const { id } of forSale.slice(0, 40)) {
          if (!touched.has(id)) assert(seen.includes(id), `left out ${id}`);
        }
      },
    ),
    { numRuns: 1_000, seed: 17 },
  );
});
