import assert from "node:assert/strict";
import { RENDERERS } from "../../../cli/renderers.ts";
import { dayOf, isoOf } from "../../../core/engine/snapshot.ts";
import { listingUnderContract } from "../../../core/inventory/active_listing.ts";
import {
  snapshotInventory,
  snapshotListings,
} from "../../../core/inventory/snapshot_inventory.ts";
import { codeAt } from "../../../core/engine/tables.ts";
import { compareDeals } from "../../../core/operations/property/compare_deals.ts";
import { deepUnderwriteAsset } from "../../../core/operations/property/deep_underwrite_asset.ts";
import { getProperty } from "../../../core/operations/property/get_property.ts";
import { OPERATIONS } from "../../../core/operations/mod.ts";
import { compileRegistry } from "../../../core/service/registry.ts";
import { request, sampleApp, unlimited } from "../../../harness/app.ts";
import { DEMO_DAY, demoSnapshot } from "../../../harness/demo.ts";
import { askCore } from "../../../harness/interfaces.ts";
import { listing as home } from "../../inventory/listing.ts";

const snapshot = await demoSnapshot();
const today = dayOf(DEMO_DAY);

/** A home of the demo county that has a buyer. */
function pendingHome() {
  const listings = snapshotInventory(snapshot);
  for (const id of listings.ids()) {
    const { pin } = listings.get(id)!;
    if (pin === null) continue;
    const found = listingUnderContract(snapshotListings(snapshot, pin), today);
    if (found) return { ...found, pin };
  }
  throw new Error("no home of the demo county is under contract");
}

Deno.test("a home under contract is called that everywhere, with its own list price and date", async () => {
  const { pin, listPrice, onMarket } = pendingHome();
  const price = `$${listPrice.toLocaleString("en-US")}`;
  const listed = isoOf(onMarket);
  const outcome = await askCore(getProperty, snapshot, today, {
    property_id: pin,
  });
  assert("answer" in outcome, JSON.stringify(outcome));
  const answer = getProperty.contract.output.parse(outcome.answer);
  assert.equal(answer.listing, null);
  assert.deepEqual(answer.under_contract, { list_price: listPrice, listed });
  const said = `Under contract, listed at ${price} on ${listed}`;
  const texts = [
    getProperty.summary!(answer),
    RENDERERS.get_property!.render(answer),
  ];
  for (const text of texts) {
    assert(text.includes(said), text);
    assert.doesNotMatch(text, /not for sale/i);
  }
  const app = sampleApp({
    snapshot,
    today: () => today,
    registry: compileRegistry(OPERATIONS),
    access: unlimited("read"),
  });
  const page = await (await app.fetch(request(`/property/${pin}`))).text();
  assert(page.includes(price));
  assert(page.includes(`under contract, listed on ${listed}`));
  const image = await (await app.fetch(request(`/api/og/${pin}.svg`))).text();
  assert.match(image, /Under contract/);
});

Deno.test("an underwriting of a home under contract does not call it unlisted", async () => {
  const outcome = await askCore(deepUnderwriteAsset, snapshot, today, {
    property_id: pendingHome().pin,
    strategy: "hold",
  });
  assert("answer" in outcome, JSON.stringify(outcome));
  const { assumptions } = deepUnderwriteAsset.contract.output.parse(
    outcome.answer,
  );
  assert.match(
    assumptions.purchase_price.note,
    /^no price given, and it is not for sale/,
  );
});

Deno.test("a comparison says where a price is an estimate, and that a condominium's dues are unknown", async () => {
  const { parcels } = snapshot.tables;
  const condo = Array.from({ length: parcels.rows }, (_, row) => row)
    .find((row) => codeAt(parcels.prop_type, row) === "condo")!;
  const outcome = await askCore(compareDeals, snapshot, today, {
    properties: [
      { property_id: pendingHome().pin },
      {
        property_id: parcels.property_id.at(condo),
        purchase_price: 200_000,
      },
    ],
    strategy: "hold",
  });
  assert("answer" in outcome, JSON.stringify(outcome));
  const { deals, warnings } = compareDeals.contract.output.parse(
    outcome.answer,
  );
  for (const { property_id, would_win } of deals) {
    assert.equal(
      would_win.startsWith("at its estimated value, as it is not for sale"),
      property_id === pendingHome().pin,
      would_win,
    );
  }
  assert(warnings.some(({ code }) => code === "no_association_dues"));
});

Deno.test("listingUnderContract() is the newest with a buyer, and none where the home is for sale again", () => {
  const older = home({ id: "a", status: "pending", onMarket: 10 });
  const newer = home({
    id: "b",
    status: "active_under_contract",
    onMarket: 20,
  });
  const active = home({ id: "c", onMarket: 15 });
  assert.equal(listingUnderContract([older, newer], 30)?.id, "b");
  assert.equal(listingUnderContract([older, newer], 15)?.id, "a");
  assert.equal(listingUnderContract([older, active, newer], 30), null);
  for (const not of [{ duplicateOf: "b" }, { status: "closed" }] as const) {
    assert.equal(listingUnderContract([{ ...older, ...not }], 30), null);
  }
});
