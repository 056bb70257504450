import assert from "node:assert/strict";
import type { Scope } from "../../../contracts/scope.ts";
import { ANONYMOUS, LOCAL } from "../../../core/access/principal.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { snapshotInventory } from "../../../core/inventory/snapshot_inventory.ts";
import { deepUnderwriteAsset } from "../../../core/operations/property/deep_underwrite_asset.ts";
import { getComps } from "../../../core/operations/property/get_comps.ts";
import { riskReport } from "../../../core/operations/property/risk_report.ts";
import { searchInvestmentInventory } from "../../../core/operations/inventory/search_investment_inventory.ts";
import { serve } from "../../../core/service/serve.ts";
import { DEMO_DAY, demoSnapshot } from "../../../harness/demo.ts";

const today = dayOf(DEMO_DAY);
const snapshot = await demoSnapshot();

const as = (...scopes: Scope[]) => ({
  snapshot,
  today,
  principal: { ...ANONYMOUS, scopes: new Set(scopes) },
});
const LOCALLY = { snapshot, today, principal: LOCAL };

/** Properties of the demo county with a value, publicly listed or not. */
async function valuedProperties(listed: boolean, count: number) {
  const { parcels } = snapshot.tables;
  const inventory = snapshotInventory(snapshot);
  const found = [];
  for (let row = 7; found.length < count; row += 41) {
    const property_id = parcels.property_id.at(row);
    if (inventory.ofParcel(property_id).length > 0 !== listed) continue;
    const answer = await serve(getComps, LOCALLY, { property_id });
    if (answer.arv) found.push({ property_id, arv: answer.arv });
  }
  return found;
}

Deno.test("risk_report tells no value of an unlisted property, and nothing that moves with it", async () => {
  for (const { property_id, arv } of await valuedProperties(false, 5)) {
    const bare = await serve(riskReport, as("read"), { property_id });
    assert.equal(bare.price, null);
    const seen = [];
    for (const price of [arv.base * 0.5, arv.base * 0.97, arv.base * 3]) {
      const { flags, read, ...rest } = await serve(riskReport, as("read"), {
        property_id,
        price: Math.round(price),
      });
      const ceiling = flags.find(({ code }) => code === "appraisal_ceiling")!;
      seen.push({ ceiling, verdict: read.verdict });
      const said = JSON.stringify({ flags, read, ...rest });
      for (const value of [arv.conservative, arv.base, arv.aggressive]) {
        assert.ok(!said.includes(`${value}`), `${value} in ${said}`);
        assert.ok(!said.includes(value.toLocaleString("en-US")));
      }
    }
    for (const each of seen) assert.deepEqual(each, seen[0]);
    assert.equal(seen[0].ceiling.status, "unknown");
    assert.match(seen[0].ceiling.reason, /needs the scope underwrite/);
    const { flags } = await serve(riskReport, as("read", "underwrite"), {
      property_id,
      price: 2 * arv.aggressive,
    });
    const ceiling = flags.find(({ code }) => code === "appraisal_ceiling")!;
    assert.equal(ceiling.figures.arv_base, arv.base);
  }
});

Deno.test("the verdict on a listed property at its list price is the same on every interface", async () => {
  const listings = [];
  for (const verdict of ["screen", "skip", "no_read"]) {
    const found = await serve(searchInvestmentInventory, as("read"), {
      strategy: "brrrr",
      verdicts: [verdict],
      limit: 8,
    });
    assert.ok(found.listings.length > 0, verdict);
    listings.push(...found.listings);
  }
  for (const { property_id, verdict } of listings) {
    if (!property_id) continue;
    const input = { property_id, strategy: "brrrr" };
    const { read: inComps } = await serve(getComps, LOCALLY, input);
    const { read: inDeal } = await serve(deepUnderwriteAsset, LOCALLY, input);
    const { read: inRisk } = await serve(riskReport, as("read"), {
      property_id,
    });
    assert.deepEqual(
      [inComps.verdict, inDeal.verdict, inRisk.verdict],
      [verdict, verdict, verdict],
      property_id,
    );
  }
});
