import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { demoSnapshot } from "../../../harness/demo.ts";
import { request, sampleApp } from "../../../harness/app.ts";
import { tilesPath } from "../../../routes/tiles/routes.ts";

const snapshot = await demoSnapshot();
const app = sampleApp({ snapshot });
const path = tilesPath({ snapshot });

/** The tile that holds a position. */
function tileAt(zoom: number, lat: number, lon: number): string {
  const n = 2 ** zoom;
  const angle = lat * Math.PI / 180;
  const x = Math.floor((lon + 180) / 360 * n);
  const y = Math.floor((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2 * n);
  return `${path}/${zoom}/${x}/${y}`;
}

Deno.test("a tile holds the tracts, areas and stations that lie in it", async () => {
  const { tracts } = snapshot.tables;
  const url = tileAt(11, tracts.lat[0], tracts.lon[0]);
  const response = await app.fetch(request(url));
  assert.equal(response.status, 200);
  assert.equal(
    response.headers.get("content-type"),
    "application/vnd.mapbox-vector-tile",
  );
  assert.match(response.headers.get("cache-control")!, /immutable/);
  const text = gunzipSync(await response.bytes()).toString("latin1");
  for (const layer of ["tracts", "geoid"]) assert.ok(text.includes(layer));
});

Deno.test("a tile of nothing is empty, one that cannot be is refused", async () => {
  assert.equal((await app.fetch(request(tileAt(12, 0, 0)))).status, 204);
  for (const wrong of ["15/0/0", "3/8/0", "3/0/8"]) {
    assert.equal((await app.fetch(request(`${path}/${wrong}`))).status, 400);
  }
});

Deno.test("every tract has its percentiles by strategy", async () => {
  const response = await app.fetch(request(`${path}/scores`));
  const { strategies, tracts } = await response.json();
  assert.deepEqual(strategies, ["flip", "brrrr", "hold", "section8"]);
  assert.equal(Object.keys(tracts).length, snapshot.tables.tracts.rows);
  for (const scores of Object.values<(number | null)[]>(tracts)) {
    assert.equal(scores.length, 4);
    for (const score of scores) {
      assert.ok(score === null || (score >= 0 && score <= 100));
    }
  }
});
