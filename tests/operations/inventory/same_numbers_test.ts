import assert from "node:assert/strict";
import { LOCAL } from "../../../core/access/principal.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { mapPins } from "../../../core/operations/inventory/map_pins.ts";
import { searchInvestmentInventory } from "../../../core/operations/inventory/search_investment_inventory.ts";
import { deepUnderwriteAsset } from "../../../core/operations/property/deep_underwrite_asset.ts";
import { getComps } from "../../../core/operations/property/get_comps.ts";
import { getProperty } from "../../../core/operations/property/get_property.ts";
import { riskReport } from "../../../core/operations/property/risk_report.ts";
import { serve } from "../../../core/service/serve.ts";
import type { ListingItem } from "../../../contracts/listing_item.ts";
import { DEMO_DAY, demoSnapshot } from "../../../harness/demo.ts";

const context = {
  snapshot: await demoSnapshot(),
  today: dayOf(DEMO_DAY),
  principal: LOCAL,
};

/** The interfaces are compared for every n-th listing; all 500 take a minute. */
const EVERY = Deno.env.get("LONG_TESTS") ? 1 : 8;

Deno.test("search row, pin, record, comps, underwriting and risk of a listing say the same", async () => {
  const rows: Partial<ListingItem>[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await serve(searchInvestmentInventory, context, {
      limit: 200,
      strategy: "hold",
      ...(cursor && { cursor }),
    });
    rows.push(...page.listings);
    cursor = page.next_cursor;
  }
  assert(rows.length > 400);
  const { pins } = await serve(mapPins, context, {
    zoom: 22,
    strategy: "hold",
  });
  const compared = rows.filter(({ property_id }, at) =>
    property_id && at % EVERY === 0
  );
  assert(compared.length > 50);
  for (const row of compared) {
    const input = { property_id: row.property_id!, strategy: "hold" as const };
    const [record, comps, deal] = [
      await serve(getProperty, context, input),
      await serve(getComps, context, input),
      await serve(deepUnderwriteAsset, context, input),
    ];
    const risk = await serve(riskReport, context, {
      property_id: row.property_id!,
    });
    const value = {
      arv: row.arv,
      fallback: row.fallback,
      state: row.state,
      confidence: row.confidence,
    };
    const of = ({ arv, fallback, state }: typeof comps | typeof deal) => ({
      arv,
      fallback,
      state,
    });
    assert.deepEqual({ ...of(comps), confidence: comps.confidence }, value);
    assert.deepEqual({ ...of(deal), confidence: deal.confidence }, value);
    assert.deepEqual({
      arv: record.valuation!.arv,
      fallback: record.valuation!.fallback,
      state: record.valuation!.state,
      confidence: record.confidence,
    }, value);
    assert.deepEqual(
      [comps, deal, record].map(({ read }) => read.verdict),
      [row.verdict, row.verdict, row.verdict],
    );
    assert.deepEqual(
      [risk.risk_score, record.risk.score],
      [row.risk_score, row.risk_score],
    );
    assert.equal(deal.assumptions.purchase_price.value, row.list_price);
    const { strategy_scores, ...shown } = record.listing!;
    assert.deepEqual(shown, row);
    for (const [name, { read }] of Object.entries(strategy_scores)) {
      assert.deepEqual(
        read,
        deal.strategy_scores[name as keyof typeof strategy_scores].read,
      );
    }
    const exact = deal.metrics?.cash_flow ?? null;
    if (exact !== null) {
      assert.deepEqual(row.cash_flow, { low: exact, high: exact });
    } else if (deal.ranges?.cash_flow?.low != null) {
      assert.deepEqual(row.cash_flow, deal.ranges.cash_flow);
    }
    const at = pins.listing_id.indexOf(row.listing_id!);
    if (at >= 0) {
      assert.deepEqual(
        [pins.verdict[at], pins.deal_score[at], pins.price[at]],
        [row.verdict, row.deal_score, row.list_price],
      );
    }
  }
});
