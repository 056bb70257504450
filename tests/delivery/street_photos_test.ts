import assert from "node:assert/strict";
import { compileRegistry } from "../../core/service/registry.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { streetPhotos } from "../../core/delivery/street_photos.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import {
  type PhotoBehavior,
  startStreetPhotos,
} from "../../fixtures/street_photos/server.ts";
import { problemOf, request, sampleApp } from "../../harness/app.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";

const KEY = "a-key-that-stays-here";

Deno.test("a photo comes through the server, once a position, and the key does not", async () => {
  const snapshot = await demoSnapshot();
  const { lat, lon } = snapshot.tables.parcels;
  const at = (row: number) => `lat=${lat[row]}&lon=${lon[row]}`;
  const behaviors = new Map<string, PhotoBehavior>(
    (["none", "broken", "huge", "no_picture", "cut_off"] as const).map((
      each,
      i,
    ) => [
      `${lat[1000 + i * 500].toFixed(5)},${lon[1000 + i * 500].toFixed(5)}`,
      each,
    ]),
  );
  const service = startStreetPhotos(
    KEY,
    (location) => behaviors.get(location) ?? "photo",
  );
  const photos = streetPhotos({ url: service.url, key: KEY });
  const app = sampleApp({
    snapshot,
    today: () => dayOf(DEMO_DAY),
    registry: compileRegistry(OPERATIONS),
    photos,
  });
  try {
    for (let n = 0; n < 3; n++) {
      const answer = await app.fetch(request(`/api/photo?${at(0)}`));
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get("content-type"), "image/jpeg");
      assert.equal((await answer.bytes()).length, 5_000);
    }
    assert.equal(service.asked.length, 2);
    const none = await problemOf(
      await app.fetch(request(`/api/photo?${at(1000)}`)),
    );
    assert.equal(none.code, "not_found");
    assert.equal(photos.has(lat[1000], lon[1000]), false);
    assert.equal(photos.has(lat[0], lon[0]), true);
    for (const row of [1500, 2000, 2500, 3000]) {
      const problem = await problemOf(
        await app.fetch(request(`/api/photo?${at(row)}`)),
      );
      assert.equal(problem.code, "upstream_unavailable");
      assert(!JSON.stringify(problem).includes(KEY));
    }
    const far = await problemOf(
      await app.fetch(request("/api/photo?lat=10&lon=10")),
    );
    assert.equal(far.code, "not_found");
    const bad = await problemOf(
      await app.fetch(request("/api/photo?lat=abc&lon=10")),
    );
    assert.deepEqual([bad.code, bad.field], ["invalid_params", "lat"]);
    // A listing names its photo; one without a photo does not.
    const listing = await (await app.fetch(
      request("/api/listings?limit=1&fields=photo_url,lat,lon"),
    )).json();
    const [{ photo_url }] = listing.listings;
    assert.match(photo_url, /^\/api\/photo\?lat=/);
    assert(!photo_url.includes(KEY));
    assert.equal((await app.fetch(request(photo_url))).status, 200);
  } finally {
    await service.stop();
  }
});

Deno.test("a refused key is told as the service's fault, without the key", async () => {
  const service = startStreetPhotos("another", () => "photo");
  try {
    await assert.rejects(
      streetPhotos({ url: service.url, key: KEY }).at(41.9, -87.7),
      (error: Error) =>
        /refuses/.test(error.message) && !error.message.includes(KEY),
    );
  } finally {
    await service.stop();
  }
});

Deno.test("without a key a photo is not found, says why, and no listing names one", async () => {
  const snapshot = await demoSnapshot();
  const app = sampleApp({
    snapshot,
    today: () => dayOf(DEMO_DAY),
    registry: compileRegistry(OPERATIONS),
  });
  const problem = await problemOf(
    await app.fetch(request("/api/photo?lat=41.95&lon=-87.71")),
  );
  assert.equal(problem.code, "not_found");
  assert.match(problem.detail, /TWOFLAT_PHOTO_KEY/);
  const answer = await (await app.fetch(
    request("/api/listings?limit=200&fields=photo_url"),
  )).json();
  assert(answer.listings.length > 100);
  for (const { photo_url } of answer.listings) assert.equal(photo_url, null);
});
