import assert from "node:assert/strict";
import { request, sampleApp } from "../../../harness/app.ts";

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
