import assert from "node:assert/strict";
import { stamped } from "../../contracts/envelope.ts";
import { Manifest, ToolCatalog } from "../../contracts/manifest.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { daysBetween } from "../../core/catalog/breaking.ts";
import { CATALOG_PATH, publish } from "../../core/catalog/published.ts";
import { toolsOf } from "../../core/catalog/tools.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { committedText, fileOf } from "../../tools/contracts.ts";
import { BASE, post, request, sampleApp } from "../../harness/app.ts";

const registry = compileRegistry(OPERATIONS);

for (const { path, text } of publish(registry)) {
  Deno.test(`${path} is committed as it is generated`, async () => {
    assert.equal(
      await Deno.readTextFile(fileOf(path)),
      committedText(text),
      "run `deno task contracts` and commit what it writes",
    );
  });

  Deno.test(`${path} is served to anybody, and 304 to who has it`, async () => {
    const app = sampleApp({ registry });
    const response = await app.fetch(request(path));
    assert.equal(response.status, 200);
    assert.match(response.headers.get("content-type")!, /json$/);
    const served = await response.text();
    if (path === CATALOG_PATH) {
      assert.partialDeepStrictEqual(JSON.parse(served), JSON.parse(text));
    } else assert.equal(served, text);
    const etag = response.headers.get("etag")!;
    const again = await app.fetch(
      request(path, { headers: { "if-none-match": etag } }),
    );
    assert.equal(again.status, 304);
    const asked = await app.fetch(request(`${path}?full=1`));
    assert.equal(asked.status, 400);
  });
}

Deno.test("the manifest names every tool and alias, deprecated ones with 90 days of notice", () => {
  const text = publish(registry).find(({ path }) => path.endsWith("manifest"))!
    .text;
  const manifest = Manifest.parse(JSON.parse(text));
  assert.deepEqual(
    manifest.tools.map(({ name }) => name),
    toolsOf(registry).flatMap(({ contract: { name, aliases } }) => [
      name,
      ...aliases.map((alias) => alias.name),
    ]),
  );
  const deprecated = manifest.tools.filter((tool) => tool.deprecated);
  assert(deprecated.length > 0);
  for (const { name, replacement, deprecated_since, sunset } of deprecated) {
    assert(daysBetween(deprecated_since, sunset) >= 90, name);
    assert.equal(registry.find(replacement)?.alias, undefined);
  }
  const changelog = Deno.readTextFileSync(
    new URL("../../CHANGELOG.md", import.meta.url),
  );
  for (const { name } of deprecated) assert(changelog.includes(`\`${name}\``));
});

Deno.test("the catalog has the current tools only", async () => {
  const response = await sampleApp({ registry }).fetch(
    request("/api/mcp-tools"),
  );
  const { tools } = stamped(ToolCatalog).parse(await response.json());
  assert.deepEqual(
    tools.map(({ name }) => name),
    registry.tools.map(({ name }) => name),
  );
});

Deno.test("a tool answers by name over REST; a deprecated name says when it ends", async () => {
  const app = sampleApp();
  const current = await app.fetch(post("/api/tools/estimate_rent", {
    price: 100_000,
  }));
  assert.equal(current.status, 200);
  assert.equal(current.headers.get("deprecation"), null);
  assert.equal((await current.json()).rent, 1000);
  const old = await app.fetch(post("/api/tools/rent", { cost: 100_000 }));
  assert.equal(old.status, 200);
  assert.equal(
    old.headers.get("deprecation"),
    `@${Date.UTC(2026, 6, 1) / 1000}`,
  );
  assert.equal(old.headers.get("sunset"), "Thu, 31 Dec 2026 00:00:00 GMT");
  assert.equal(
    old.headers.get("link"),
    '</api/tools/estimate_rent>; rel="successor-version"',
  );
  const { rent, warnings } = await old.json();
  assert.equal(rent, 1000);
  assert.equal(warnings[0].code, "deprecated_name");
  const none = await app.fetch(post("/api/tools/nothing", {}));
  assert.equal(none.status, 404);
});

Deno.test("the first page is the map, whose script and data are this server's own", async () => {
  const response = await sampleApp({ registry }).fetch(request("/"));
  assert.equal(response.status, 200);
  const policy = response.headers.get("content-security-policy")!;
  assert.match(policy, /^default-src 'none'; /);
  assert.doesNotMatch(policy, /unsafe|http|\*|blob:/);
  const text = await response.text();
  const urls = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) =>
    url
  );
  for (const url of urls) assert.match(url, /^(\/|#)/);
  const app = sampleApp({ registry });
  for (const url of urls.filter((url) => url.startsWith("/assets/"))) {
    const asset = await app.fetch(request(url));
    assert.equal(asset.status, 200, url);
    assert.ok((await asset.bytes()).length > 0, url);
  }
});

Deno.test("pages load nothing from elsewhere and run no script", async () => {
  const app = sampleApp({ registry });
  for (
    const [path, words] of [
      ["/docs", "answer (HTTP 200 with <code>refusal</code>)"],
      ["/changelog", "Unreleased"],
    ]
  ) {
    const response = await app.fetch(request(path));
    assert.equal(response.status, 200);
    assert.match(
      response.headers.get("content-security-policy")!,
      /^default-src 'none'/,
    );
    const text = await response.text();
    assert(text.includes(words));
    assert.doesNotMatch(text, /<script|<img|src=/);
    for (const [, href] of text.matchAll(/<link [^>]*href="([^"]*)"/g)) {
      assert.match(href, /^\/assets\//);
    }
    for (const [, href] of text.matchAll(/href="([^"]*)"/g)) {
      const { origin } = new URL(href, BASE);
      assert(
        origin === BASE || href === "https://keepachangelog.com/en/1.1.0/",
        href,
      );
    }
  }
});
