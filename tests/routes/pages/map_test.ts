import assert from "node:assert/strict";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { mapPins } from "../../../core/operations/inventory/map_pins.ts";
import { searchInvestmentInventory } from "../../../core/operations/inventory/search_investment_inventory.ts";
import { compileRegistry } from "../../../core/service/registry.ts";
import { DEMO_DAY, demoSnapshot } from "../../../harness/demo.ts";
import { request, sampleApp } from "../../../harness/app.ts";
// @ts-types="../../../web/drawn_page.d.ts"
import { firstList } from "../../../web/drawn_page.js";

const policyOf = async (options: Parameters<typeof sampleApp>[0]) => {
  const page = await sampleApp(options).fetch(request("/"));
  await page.body?.cancel();
  return page.headers.get("content-security-policy")!;
};

Deno.test("the map may ask its own server alone; with another basemap also the servers of that", async () => {
  const usual = await policyOf({});
  assert.match(usual, /connect-src 'self';/);
  assert.match(usual, /img-src 'self' data:;/);
  const other = await policyOf({
    mapStyleUrl: "https://tiles.example/style.json?key=1",
    mapOrigins: ["https://fonts.example"],
  });
  const servers = "https://tiles.example https://fonts.example";
  assert.ok(other.includes(`connect-src 'self' ${servers};`), other);
  assert.ok(other.includes(`img-src 'self' data: ${servers};`), other);
  assert.ok(!other.includes("unsafe"));
});

Deno.test("the map's page comes with the homes that its list would ask for, and with an address of its own without", async () => {
  const app = sampleApp({
    snapshot: await demoSnapshot(),
    today: () => dayOf(DEMO_DAY),
    registry: compileRegistry([searchInvestmentInventory, mapPins]),
  });
  const read = async (path: string) =>
    await (await app.fetch(request(path))).text();
  const page = await read("/");
  const { first, center } = JSON.parse(
    /<script [^>]*id="config">(.*?)<\/script>/s.exec(page)![1],
  );
  const ask = async (more = {}) => {
    const query = { ...firstList(center).query, ...more };
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, String(value)]),
    );
    return JSON.parse(await read(`/api/listings?${search}`));
  };
  const asked = await ask();
  assert.equal(first.total, asked.total);
  assert.deepEqual(first.listings, asked.listings);
  assert.deepEqual(first.verdicts, asked.counts.by_verdict);
  const shown = page.match(/<a href="\/\?p=/g)!;
  assert.equal(shown.length, first.listings.length);
  const idsOf = (listings: { listing_id: string }[]) =>
    listings.map(({ listing_id }) => listing_id);
  const next = await ask({ cursor: first.next_cursor });
  const all = [...idsOf(first.listings), ...idsOf(next.listings)];
  assert.ok(all.length > shown.length);
  assert.equal(new Set(all).size, all.length);
  const narrowed = await read("/?strategy=flip&max_price=300000");
  assert.match(narrowed, /value="flip" checked/);
  assert.doesNotMatch(narrowed, /"first":|href="\/\?p=/);
});
