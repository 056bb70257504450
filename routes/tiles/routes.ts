import { type Context, Hono } from "@hono/hono";
import { LRUCache } from "lru-cache";
import { Fault, invalidParams } from "../../contracts/errors.ts";
import { Strategy } from "../../contracts/envelope.ts";
import { countyScores } from "../../core/engine/scoring/county_scores.ts";
import type { SnapshotData } from "../../core/engine/snapshot.ts";
import { codeAt } from "../../core/engine/tables.ts";
import type { RouteEnv, Service } from "../service.ts";
import { layersOf } from "../../core/tiles/layers.ts";
import {
  type CutTile,
  MAX_ZOOM,
  tileCutter,
} from "../../core/tiles/tile_cutter.ts";

/** Tiles kept in memory, bytes. */
const KEPT = 64 * 2 ** 20;

/** A cut tile; `bytes` is gzipped. */
interface Tile {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Returns the path below which a snapshot's tiles are: another snapshot has other tiles. */
export function tilesPath({ snapshot }: Pick<Service, "snapshot">): string {
  return `/tiles/${snapshot.id.slice(0, 12)}`;
}

/** `/tiles/{snapshot}`: vector tiles of the basemap and of tracts, and the tracts' percentiles to color them by. */
export function tileRoutes(service: Service): Hono<RouteEnv> {
  const { snapshot } = service;
  const cut = service.cutTile ?? cutHere(snapshot);
  const app = new Hono<RouteEnv>();
  const kept = new LRUCache<string, Tile>({
    maxSize: KEPT,
    sizeCalculation: ({ bytes }) => bytes.length + 100,
  });
  const forGood = (c: Context<RouteEnv>) =>
    c.header("Cache-Control", "public, max-age=31536000, immutable");

  app.get("/:z{\\d{1,2}}/:x{\\d{1,6}}/:y{\\d{1,6}}", async (c) => {
    const [z, x, y] = [c.req.param("z"), c.req.param("x"), c.req.param("y")]
      .map(Number);
    if (z > MAX_ZOOM || x >= 2 ** z || y >= 2 ** z) {
      throw invalidParams("z", `a tile of zoom 0 to ${MAX_ZOOM}`);
    }
    const key = `${z}/${x}/${y}`;
    let tile = kept.get(key);
    if (!tile) {
      tile = { bytes: await cut(z, x, y) ?? new Uint8Array() };
      kept.set(key, tile);
    }
    forGood(c);
    if (tile.bytes.length === 0) return c.body(null, 204);
    c.header("Content-Type", "application/vnd.mapbox-vector-tile");
    c.header("Content-Encoding", "gzip");
    return c.body(tile.bytes);
  });

  app.get("/scores", (c) => {
    const scores = countyScores(snapshot, service.today());
    c.header("Cache-Control", "public, max-age=3600");
    return c.json({
      strategies: Strategy.options,
      tracts: Object.fromEntries(
        scores.map(({ geoid, strategies }) => [
          geoid,
          Strategy.options.map((name) => strategies[name].percentile),
        ]),
      ),
    });
  });

  app.get("/bounds", (c) => {
    const { tracts } = snapshot.tables;
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (let row = 0; row < tracts.rows; row++) {
      if (codeAt(tracts.county, row) === "") continue;
      box[0] = Math.min(box[0], tracts.lon[row]);
      box[1] = Math.min(box[1], tracts.lat[row]);
      box[2] = Math.max(box[2], tracts.lon[row]);
      box[3] = Math.max(box[3], tracts.lat[row]);
    }
    if (!Number.isFinite(box[0])) {
      throw new Fault("not_found", "the snapshot has no tracts");
    }
    forGood(c);
    return c.json(box);
  });
  return app;
}

/** Cuts tiles in this thread. */
function cutHere(snapshot: SnapshotData): CutTile {
  let cut: CutTile | undefined;
  return (z, x, y) => (cut ??= tileCutter(layersOf(snapshot)))(z, x, y);
}
