import assert from "node:assert/strict";
import { MapPinsOutput, MOST_PINS } from "../../../contracts/map_pins.ts";
import { LOCAL } from "../../../core/access/principal.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { mapPins } from "../../../core/operations/inventory/map_pins.ts";
import { searchInvestmentInventory } from "../../../core/operations/inventory/search_investment_inventory.ts";
import { serve } from "../../../core/service/serve.ts";
import { DEMO_DAY, demoSnapshot } from "../../../harness/demo.ts";

const context = {
  snapshot: await demoSnapshot(),
  today: dayOf(DEMO_DAY),
  principal: LOCAL,
};

const pinsOf = (input: Record<string, unknown>) =>
  serve(mapPins, context, input);
const search = (input: Record<string, unknown>) =>
  serve(searchInvestmentInventory, context, input);

/** Filters by field: one of each kind. */
const FILTERS: readonly Record<string, unknown>[] = [
  {},
  { min_percentile: 50 },
  { min_deal_score: 10 },
  { min_price: 150_000, max_price: 500_000 },
  { min_beds: 3, max_beds: 6 },
  { min_units: 2 },
  { min_sqft: 1_000, max_sqft: 2_500 },
  { min_year: 1900, max_year: 1950 },
  { min_days: 5, max_days: 60 },
  { price_cut: false },
  { prop_types: ["sfh", "mf2_4"] },
  { states: ["point-actionable", "hedonic"] },
  { verdicts: ["screen", "pursue"] },
  { min_confidence: 40 },
  { max_risk: 40 },
  { since_hours: 720 },
  { area: "Irving Park" },
  { polygon: "-87.9,41.7;-87.6,41.7;-87.7,42.1" },
];

Deno.test("pins and counts add up to what a search finds, at every zoom and with every filter", async () => {
  const box = { west: -87.78, south: 41.93, east: -87.69, north: 41.97 };
  for (const filter of FILTERS) {
    const isBoxed = !("area" in filter) && !("polygon" in filter);
    for (const view of isBoxed ? [{}, box] : [{}]) {
      const { total } = await search({ ...filter, ...view, limit: 1 });
      for (let zoom = 8; zoom <= 18; zoom++) {
        const answer = await pinsOf({ zoom, ...filter, ...view });
        const { pins, clusters } = answer;
        const counted = pins.listing_id.length +
          clusters.count.reduce((a, b) => a + b, 0);
        assert.equal(counted, answer.total);
        assert.equal(
          answer.total + ("west" in view ? 0 : answer.without_position),
          total,
          JSON.stringify({ ...filter, ...view, zoom }),
        );
        assert(answer.total > MOST_PINS || clusters.count.length === 0);
      }
    }
  }
});

Deno.test("a county of pins comes as clusters, and the best of all is the best of one of them", async () => {
  const answer = MapPinsOutput.parse(await pinsOf({ zoom: 9 }));
  assert(answer.total > MOST_PINS);
  assert(answer.clusters.count.length > 0);
  for (const columns of [answer.pins, answer.clusters]) {
    assert.equal(
      new Set(Object.values(columns).map(({ length }) => length)).size,
      1,
    );
  }
  const { listings: [best] } = await search({ limit: 1, sort: "verdict" });
  assert(
    [...answer.clusters.best_listing_id, ...answer.pins.listing_id]
      .includes(best.listing_id),
  );
});

Deno.test("a pin carries the figures that its listing has in a search", async () => {
  const { listings } = await search({ limit: 40, sort: "price_low" });
  const { pins } = await pinsOf({
    zoom: 14,
    max_price: listings.at(-1)!.list_price,
  });
  for (const each of listings) {
    if (each.lat === null) continue;
    const at = pins.listing_id.indexOf(each.listing_id);
    assert.deepEqual(
      {
        property_id: pins.property_id[at],
        lat: pins.lat[at],
        lon: pins.lon[at],
        list_price: pins.price[at],
        percentile: pins.percentile[at],
        deal_score: pins.deal_score[at],
        verdict: pins.verdict[at],
        prop_type: pins.prop_type[at],
      },
      {
        property_id: each.property_id,
        lat: each.lat,
        lon: each.lon,
        list_price: each.list_price,
        percentile: each.percentile,
        deal_score: each.deal_score,
        verdict: each.verdict,
        prop_type: each.prop_type,
      },
    );
  }
});
