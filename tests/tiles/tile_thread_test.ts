import assert from "node:assert/strict";
import { layersOf } from "../../core/tiles/layers.ts";
import { tileCutter } from "../../core/tiles/tile_cutter.ts";
import { tileThread } from "../../core/tiles/tile_thread.ts";
import { demoSnapshot } from "../../harness/demo.ts";

const TILES: [z: number, x: number, y: number][] = [
  [8, 65, 95],
  [11, 525, 761],
  [11, 0, 0],
];

Deno.test("a thread cuts the tiles that would be cut here", async () => {
  const snapshot = await demoSnapshot();
  const cutHere = tileCutter(layersOf(snapshot));
  const thread = tileThread(snapshot.dir);
  try {
    for (const tile of TILES) {
      assert.deepEqual(await thread.cut(...tile), cutHere(...tile));
    }
    assert.ok(cutHere(8, 65, 95)!.length > 1_000);
  } finally {
    thread.end();
  }
});

Deno.test("where there is no snapshot each cut says so", async () => {
  const thread = tileThread("/nowhere");
  for (let n = 0; n < 2; n++) {
    await assert.rejects(thread.cut(8, 65, 95), /there is no snapshot/);
  }
  thread.end();
});
