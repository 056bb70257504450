import { LRUCache } from "lru-cache";
import { EDGES } from "../../../contracts/box.ts";
import { Verdict } from "../../../contracts/envelope.ts";
import { ListedType } from "../../../contracts/inventory_filters.ts";
import {
  type MapPinsInput,
  type MapPinsOutput,
  MOST_PINS,
  type PinClusters,
  type Pins,
} from "../../../contracts/map_pins.ts";
import { mapPins as contract } from "../../../contracts/operations/map_pins.ts";
import { roundTo } from "../../engine/rounding.ts";
import type { SnapshotData } from "../../engine/snapshot.ts";
import { passing } from "../../inventory/index/filters.ts";
import {
  type InventoryIndex,
  sortKeys,
} from "../../inventory/index/inventory_index.ts";
import { type Cluster, MapLayer } from "../../inventory/index/pins_in_view.ts";
import { listModel } from "../../answers/list_envelope.ts";
import { boxOf } from "../../service/box.ts";
import { indexOf } from "../../service/index_of.ts";
import { askedAt, inventoryQuery } from "../../service/inventory_query.ts";
import type { Operation, OperationContext } from "../../service/operation.ts";
import { stampOf } from "../../service/stamp.ts";

/** Sets of filters whose layer is kept: each holds a byte a listing, and sums of the zooms looked at. */
const KEPT_LAYERS = 32;

/** Fields that say where one looks, not at what. */
const OF_VIEW: ReadonlySet<string> = new Set(["zoom", "bbox", ...EDGES]);

const layersOf = new WeakMap<InventoryIndex, LRUCache<string, MapLayer>>();

/** Shows the listings for sale on a map. */
export const mapPins: Operation<
  typeof MapPinsInput,
  typeof MapPinsOutput
> = {
  contract,
  async run(context, input) {
    const { strategy, zoom } = input;
    const index = await indexOf(context);
    const layer = layerOf(context, index, input);
    const { pins, clusters, total } = layer.view(boxOf(input), zoom, MOST_PINS);
    const stamp = stampOf(context.snapshot);
    const model = listModel(context.snapshot);
    return {
      ...stamp,
      model_versions: { ...stamp.model_versions, model },
      model_version: model,
      strategy,
      zoom,
      total,
      without_position: layer.withoutPosition,
      pins: pinColumns(context.snapshot, index, pins, strategy),
      clusters: clusterColumns(context.snapshot, index, clusters, strategy),
    };
  },
  summary: ({ total, pins, clusters }) =>
    `${total} listings in view: ${pins.listing_id.length} pins and ${clusters.count.length} clusters.`,
};

/** The layer of an input's filters; the box and the zoom are of the view. */
function layerOf(
  context: OperationContext,
  index: InventoryIndex,
  input: MapPinsInput,
): MapLayer {
  let layers = layersOf.get(index);
  if (!layers) {
    layersOf.set(index, layers = new LRUCache({ max: KEPT_LAYERS }));
  }
  // Filters by time are good for a minute.
  const minute = input.since_hours === undefined
    ? context.today
    : Math.floor(askedAt(context) / 60_000);
  const filters = Object.entries(input).filter(([name]) => !OF_VIEW.has(name));
  const key = JSON.stringify([filters, minute]);
  let layer = layers.get(key);
  if (!layer) {
    const { filters: tests } = inventoryQuery(context, index, input, false);
    layer = new MapLayer(
      index,
      passing(index.size, tests),
      sortKeys("verdict", input.strategy),
    );
    layers.set(key, layer);
  }
  return layer;
}

function pinColumns(
  { tables: { parcels } }: SnapshotData,
  { columns }: InventoryIndex,
  rows: readonly number[],
  strategy: MapPinsInput["strategy"],
): Pins {
  const { ids, figures, codes, parcel } = columns;
  const figure = (name: keyof typeof figures) =>
    rows.map((row) => {
      const value = figures[name][row];
      return Number.isNaN(value) ? null : value;
    });
  return {
    listing_id: rows.map((row) => ids[row]),
    property_id: rows.map((row) =>
      parcel[row] < 0 ? null : parcels.property_id.at(parcel[row])
    ),
    lat: rows.map((row) => roundTo(figures.lat[row], 6)),
    lon: rows.map((row) => roundTo(figures.lon[row], 6)),
    price: rows.map((row) => figures.price[row]),
    percentile: figure(`percentile:${strategy}`),
    deal_score: figure(`deal:${strategy}`),
    verdict: rows.map((row) =>
      Verdict.options[codes[`verdict:${strategy}`][row]]
    ),
    prop_type: rows.map((row) => ListedType.options[codes.type[row]] ?? null),
  };
}

function clusterColumns(
  snapshot: SnapshotData,
  index: InventoryIndex,
  clusters: readonly Cluster[],
  strategy: MapPinsInput["strategy"],
): PinClusters {
  const best = pinColumns(
    snapshot,
    index,
    clusters.map((each) => each.best),
    strategy,
  );
  return {
    count: clusters.map(({ count }) => count),
    lat: clusters.map(({ lat }) => roundTo(lat, 6)),
    lon: clusters.map(({ lon }) => roundTo(lon, 6)),
    best_listing_id: best.listing_id,
    best_property_id: best.property_id,
    best_price: best.price,
    best_percentile: best.percentile,
    best_deal_score: best.deal_score,
    best_verdict: best.verdict,
  };
}
