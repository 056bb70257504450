import { titledAddress } from "../../../core/engine/words.ts";
import assert from "node:assert/strict";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { OPERATIONS } from "../../../core/operations/mod.ts";
import { compileRegistry } from "../../../core/service/registry.ts";
import { request, sampleApp, unlimited } from "../../../harness/app.ts";
import { DEMO_DAY, demoSnapshot } from "../../../harness/demo.ts";

const snapshot = await demoSnapshot();
const service = {
  snapshot,
  today: () => dayOf(DEMO_DAY),
  registry: compileRegistry(OPERATIONS),
  brand: { name: "Smith & <b>Sons</b>", logo: "data:image/png;base64,AAAA" },
};
const may = sampleApp({
  ...service,
  access: unlimited("read", "underwrite"),
});
const mayNot = sampleApp({ ...service, access: unlimited("read") });

const listing = (await (await may.fetch(
  request("/api/listings?limit=1&prop_types=sfh"),
)).json()).listings[0];
const page = `/property/${listing.property_id}/memo`;

Deno.test("the property page's form opens the memo at a price and strategy, which loads and runs nothing", async () => {
  const property = await (await may.fetch(
    request(`/property/${listing.property_id}`),
  )).text();
  assert.ok(property.includes(`action="${page}"`));
  const answer = await may.fetch(
    request(`${page}?strategy=hold&purchase_price=$310,000&rehab_budget=`),
  );
  assert.equal(answer.status, 200);
  const policy = answer.headers.get("content-security-policy")!;
  assert.match(policy, /^default-src 'none'/);
  assert.ok(!policy.includes("script"));
  const html = await answer.text();
  assert.match(html, /\$310,000, your price/);
  assert.match(html, /as hold/);
  assert.ok(html.includes(`<h1>${titledAddress(listing.address)}, Chicago`));
  assert.match(html, /Smith &amp; &lt;b&gt;Sons/);
  assert.match(html, /<img src="data:image\/png/);
  assert.doesNotMatch(html, /https?:|<script|<link|url\(/);
});

Deno.test("the same as Markdown, at the list price where none is given", async () => {
  const answer = await may.fetch(request(`${page}.md?strategy=hold`));
  assert.match(answer.headers.get("content-type")!, /text\/markdown/);
  const text = await answer.text();
  assert.ok(
    text.includes(`$${listing.list_price.toLocaleString("en-US")}, asking`),
  );
  for (const title of ["Summary", "Value and comparable sales", "Risks"]) {
    assert.match(text, new RegExp(`^## ${title}$`, "m"));
  }
});

Deno.test("without the scope there is no memo, and the page says what would open it", async () => {
  const answer = await mayNot.fetch(request(page));
  assert.equal(answer.status, 401);
  const text = await answer.text();
  assert.match(text, /Sign in on the map/);
  assert.doesNotMatch(text, /\$\d/);
  const markdown = await mayNot.fetch(request(`${page}.md`));
  assert.equal(markdown.status, 401);
  assert.equal((await markdown.json()).code, "unauthorized");
});

Deno.test("a figure that could mean two things, an unknown field and an unknown property are refused in words", async () => {
  const refusals = [
    [`${page}?rate=7.5`, 400, /for 7\.5% give 0\.075/],
    [`${page}?color=red`, 400, /color/],
    [`${page}?strategy=hold&strategy=flip`, 400, /given once/],
    ["/property/99999999999999/memo", 404, /No property/],
    ["/property/%3Cscript%3E/memo", 404, /No property/],
  ] as const;
  for (const [path, status, says] of refusals) {
    const answer = await may.fetch(request(path));
    assert.equal(answer.status, status, path);
    const text = await answer.text();
    assert.match(text, says);
    assert.doesNotMatch(text, /<script/);
  }
});
