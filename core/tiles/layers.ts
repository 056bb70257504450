import type { Feature, FeatureCollection, Geometry } from "geojson";
import { titleCase, townshipName } from "../engine/places/named.ts";
import { polygonsOf } from "../engine/places/shapes.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import { codeAt } from "../engine/tables.ts";

/** The layers of the map's tiles, each as GeoJSON. */
export type Layers = Readonly<Record<string, FeatureCollection>>;

/** What a layer's features carry: little, since it is in every tile. */
type Properties = Readonly<Record<string, string | number>>;

/** Returns everything that the map draws of a snapshot besides the homes for sale. */
export function layersOf(snapshot: SnapshotData): Layers {
  const { stations } = snapshot.tables;
  return {
    tracts: shapes(snapshot, "tract", (id) => ({ geoid: id }), Number),
    areas: shapes(
      snapshot,
      "community_area",
      (id) => ({ name: titleCase(id) }),
    ),
    townships: shapes(
      snapshot,
      "township",
      (id) => ({ name: townshipName(snapshot, id) }),
    ),
    // A polygon's own label would come once for every tile it lies in.
    area_labels: labels(snapshot, "community_area", titleCase),
    township_labels: labels(
      snapshot,
      "township",
      (id) => townshipName(snapshot, id),
    ),
    ...basemapOf(snapshot),
    stations: collection(
      Array.from({ length: stations.rows }, (_, row) =>
        feature(
          {
            type: "Point",
            coordinates: [stations.lon[row], stations.lat[row]],
          },
          {
            name: stations.name.at(row),
            system: codeAt(stations.system, row),
          },
        )),
    ),
  };
}

/** Which layer shows a kind of the basemap. */
const BASEMAP_LAYERS: Readonly<Record<string, string>> = {
  street: "streets",
  rail: "rail",
  water: "water",
  park: "parks",
};

/** Streets, rail, water and parks, each as a layer. */
function basemapOf({ tables: { basemap } }: SnapshotData): Layers {
  const features: Record<string, Feature[]> = Object.fromEntries(
    Object.values(BASEMAP_LAYERS).map((layer) => [layer, []]),
  );
  let ring: [number, number][] = [];
  let area: [number, number][][] | undefined;
  for (let row = 0; row < basemap.rows; row++) {
    const starts = row === 0 || basemap.shape[row] !== basemap.shape[row - 1];
    if (starts) {
      ring = [];
      const more = row > 0 && basemap.area[row] >= 0 &&
        basemap.area[row] === basemap.area[row - 1];
      if (more) area!.push(ring);
      else {
        area = basemap.area[row] >= 0 ? [ring] : undefined;
        const properties = {
          name: codeAt(basemap.name, row),
          rank: basemap.rank[row],
        };
        features[BASEMAP_LAYERS[codeAt(basemap.kind, row)]].push(feature(
          area
            ? { type: "Polygon", coordinates: area }
            : { type: "LineString", coordinates: ring },
          properties,
        ));
      }
    }
    ring.push([basemap.lon[row], basemap.lat[row]]);
  }
  return Object.fromEntries(
    Object.entries(features).map(([layer, list]) => [layer, collection(list)]),
  );
}

type Layer = "tract" | "community_area" | "township";

function shapes(
  { tables }: SnapshotData,
  layer: Layer,
  propertiesOf: (id: string) => Properties,
  idOf: (id: string) => number | undefined = () => undefined,
): FeatureCollection {
  return collection(
    polygonsOf(tables.boundaries, layer).map(({ id, rings }) => ({
      ...feature({ type: "Polygon", coordinates: rings }, propertiesOf(id)),
      id: idOf(id),
    })),
  );
}

/** A point in the middle of the largest polygon of each shape. */
function labels(
  { tables }: SnapshotData,
  layer: Layer,
  nameOf: (id: string) => string,
): FeatureCollection {
  const largest = new Map<string, { size: number; middle: [number, number] }>();
  for (const { id, rings: [shell] } of polygonsOf(tables.boundaries, layer)) {
    const lons = shell.map(([lon]) => lon), lats = shell.map(([, lat]) => lat);
    const west = Math.min(...lons), east = Math.max(...lons);
    const south = Math.min(...lats), north = Math.max(...lats);
    const size = (east - west) * (north - south);
    if (size <= (largest.get(id)?.size ?? 0)) continue;
    largest.set(id, { size, middle: [(west + east) / 2, (south + north) / 2] });
  }
  return collection(
    [...largest].map(([id, { middle }]) =>
      feature({ type: "Point", coordinates: middle }, { name: nameOf(id) })
    ),
  );
}

function feature(geometry: Geometry, properties: Properties): Feature {
  return { type: "Feature", properties, geometry };
}

function collection(features: Feature[]): FeatureCollection {
  return { type: "FeatureCollection", features };
}
