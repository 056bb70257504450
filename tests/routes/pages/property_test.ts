import assert from "node:assert/strict";
import { compileRegistry } from "../../../core/service/registry.ts";
import { OPERATIONS } from "../../../core/operations/mod.ts";
import { getProperty } from "../../../core/operations/property/get_property.ts";
import { LOCAL } from "../../../core/access/principal.ts";
import { serve } from "../../../core/service/serve.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { request, sampleApp, unlimited } from "../../../harness/app.ts";
import { DEMO_DAY, demoSnapshot } from "../../../harness/demo.ts";
import { shareImage } from "../../../routes/pages/share_image.ts";
import { titledAddress } from "../../../core/engine/words.ts";

const snapshot = await demoSnapshot();
const today = dayOf(DEMO_DAY);
const app = sampleApp({
  snapshot,
  today: () => today,
  registry: compileRegistry(OPERATIONS),
  access: unlimited("read"),
});

async function listed(count: number): Promise<string[]> {
  const answer = await (await app.fetch(
    request(`/api/listings?limit=${count}&fields=property_id`),
  )).json();
  return answer.listings.flatMap(
    ({ property_id }: { property_id: string | null }) => property_id ?? [],
  );
}

Deno.test("a property's page says what its record says, and runs no script", async () => {
  for (const id of (await listed(200)).filter((_, i) => i % 25 === 0)) {
    const answer = await app.fetch(request(`/property/${id}`));
    assert.equal(answer.status, 200);
    const policy = answer.headers.get("content-security-policy") ?? "";
    assert(!policy.includes("script-src"));
    const page = await answer.text();
    const record = await (await app.fetch(request(`/api/property/${id}`)))
      .json();
    const money = (amount: number) => `$${amount.toLocaleString("en-US")}`;
    assert(page.includes(money(record.listing.list_price)));
    if (record.valuation.arv) {
      assert(page.includes(money(record.valuation.arv.conservative)));
    }
    assert(page.includes(titledAddress(record.subject.address)));
    assert(page.includes(`/api/og/${id}.svg`));
    assert(page.includes(record.model_version));
    assert(!/<script/i.test(page));
  }
});

Deno.test("a property's page suggests no offer that no seller would take", async () => {
  const { listings } = await (await app.fetch(
    request("/api/listings?limit=200&fields=property_id,state"),
  )).json();
  const exact = listings.filter(({ state }: { state: string }) =>
    state === "point-actionable"
  );
  let offers = 0;
  for (const { property_id } of exact.slice(0, 5)) {
    const { underwriting: { price, metrics } } =
      await (await app.fetch(request(`/api/property/${property_id}`))).json();
    const offer = metrics.suggested_offer;
    if (offer === null) continue;
    offers++;
    const page = await (await app.fetch(request(`/property/${property_id}`)))
      .text();
    const [, said] = /<dt>Suggested offer<\/dt>\s*<dd>([^<]*)<\/dd>/.exec(
      page,
    )!;
    assert.equal(
      said,
      offer < 0.6 * price
        ? "none within reach"
        : `$${offer.toLocaleString("en-US")}`,
    );
  }
  assert(offers > 0);
});

Deno.test("a property that is not for sale shows no value to anyone", async () => {
  const onSale = new Set(await listed(200));
  const { parcels } = snapshot.tables;
  const id = Array.from(
    { length: 200 },
    (_, row) => parcels.property_id.at(row * 50),
  ).find((each) => !onSale.has(each))!;
  const page = await (await app.fetch(request(`/property/${id}`))).text();
  assert.match(page, /needs the scope underwrite/);
  const record = await (await app.fetch(request(`/api/property/${id}`)))
    .json();
  assert.deepEqual(
    [record.valuation, record.underwriting, record.confidence],
    [null, null, null],
  );
  assert(!/arv/.test(JSON.stringify(record.risk)));
  const image = await (await app.fetch(request(`/api/og/${id}.svg`))).text();
  assert.match(image, /No value shown/);
});

Deno.test("an unknown property has a page that says so, and no image", async () => {
  const page = await app.fetch(request("/property/99999999999999"));
  assert.equal(page.status, 404);
  assert.match(await page.text(), /No property of the loaded counties/);
  const nowhere = await app.fetch(request("/property/%3Cscript%3E"));
  assert.equal(nowhere.status, 404);
  assert(!/<script>/.test(await nowhere.text()));
  for (const file of ["99999999999999.svg", "1.png", "..svg"]) {
    assert.equal((await app.fetch(request(`/api/og/${file}`))).status, 404);
  }
});

/** Addresses that try to be more than text. */
const HOSTILE = [
  `</text><script>alert(1)</script><text>`,
  `"><image href="https://evil.example/x.png"/>`,
  `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>&x;`,
  `]]><foreignObject><body onload="alert(1)"/></foreignObject>`,
  `12 \u202Eteerts niaM\u202C \u2066evil\u2069`,
  `12 Main\u0000\u0008\u001B St\uFFFE\uD800`,
  `12 ${"verylongword".repeat(42)}`,
  `12 ${"Long Street Name ".repeat(30)}`,
  `12 שדרות ירושלים, 東京都千代田区 🏠🏠🏠`,
  ``,
  `&lt;b&gt; &amp;#x3C;script&#62;`,
];

Deno.test("whatever an address holds is text in the share image", async () => {
  const [id] = await listed(1);
  const record = await serve(
    getProperty,
    { snapshot, today, principal: LOCAL },
    { property_id: id },
  );
  const drawn = shareImage(record);
  for (const address of HOSTILE) {
    const image = shareImage({
      ...record,
      subject: { ...record.subject, address, city: address },
      disclosure: address + record.disclosure,
    });
    const tags = (svg: string) =>
      new Set(Array.from(svg.matchAll(/<([^\s>/]+)/g), ([, name]) => name));
    assert.deepEqual(
      [...tags(image)].filter((tag) => !tags(drawn).has(tag)),
      [],
      address,
    );
    assert(!/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/u.test(image));
    assert(!/\p{Cs}/u.test(image));
    for (const [, text] of image.matchAll(/<text[^>]*>([^<]*)</g)) {
      assert([...text].length < 700, `${[...text].length}: ${text}`);
    }
    assert(image.length < 12_000);
  }
});
