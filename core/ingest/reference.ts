import { TABLES, type TableSpec } from "../engine/tables.ts";
import { type Row, TableBuilder } from "../snapshot/builder.ts";
import type { PartialTables } from "../snapshot/write.ts";
import { AreaPrices } from "./area_prices.ts";
import { compareCells } from "./facts.ts";

/** Reference tables that are rows under a key, and the key: one row each. */
const KEYS = {
  tracts: ["geoid"],
  townships: ["code"],
  safmr: ["fiscal_year", "zip"],
  tax_rates: ["county", "basis", "tax_year", "tax_code"],
  stations: ["system", "name", "lon", "lat"],
  city_records: ["kind", "date", "what", "lon", "lat"],
} as const;

type KeyedTable = keyof typeof KEYS;

interface Ranked {
  readonly rank: number;
  readonly row: Row<TableSpec>;
}

/** A line or area of the basemap. */
export interface BasemapShape {
  readonly kind: string;
  readonly rank: number;
  readonly name: string;
  /** Lines as they are; of an area its shell, then its holes. Positions are `[lon, lat]`. */
  readonly paths: readonly (readonly (readonly number[])[])[];
  readonly isArea: boolean;
}

/** A shape of a boundary layer. */
export interface Shape {
  readonly layer: "tract" | "township" | "community_area";
  readonly id: string;
  /** Polygons, each a shell and its holes, of `[lon, lat]`. */
  readonly polygons: readonly (readonly (readonly (readonly number[])[])[])[];
}

/**
 * Rows of the reference tables as their files give them. Of two rows with one key that with the
 * lower rank wins, then the lesser by value, so file and row order do not matter.
 */
export class ReferenceRows {
  readonly #rows: Readonly<Record<KeyedTable, Ranked[]>> = {
    tracts: [],
    townships: [],
    safmr: [],
    tax_rates: [],
    stations: [],
    city_records: [],
  };
  /** Prices at points, for the tracts they lie in. */
  readonly prices = new AreaPrices();
  readonly #shapes: Shape[] = [];
  readonly #basemap: BasemapShape[] = [];
  readonly #named = new Set<string>();

  /** Adds a row of a table. */
  add<N extends KeyedTable>(
    table: N,
    row: Row<(typeof TABLES)[N]>,
    rank = 0,
  ): void {
    this.#rows[table].push({ rank, row });
  }

  /** Adds a shape of a boundary layer. */
  addShape(shape: Shape): void {
    this.#shapes.push(shape);
  }

  /** Adds a line or area of the basemap. */
  addBasemap(shape: BasemapShape): void {
    this.#basemap.push(shape);
  }

  /** Names a township that a universe row mentions; a townships file outranks it. */
  nameTownship(code: string, name: string, triad: string): void {
    const key = `${code}|${name}|${triad}`;
    if (code === "" || name === "" || this.#named.has(key)) return;
    this.#named.add(key);
    this.add("townships", { code, name, triad }, 1);
  }

  /** The tables, sorted by their keys. */
  tables(): PartialTables {
    const tables = Object.entries(KEYS).map(([name, key]) => {
      const table = name as KeyedTable;
      return [name, keyed(TABLES[table], this.#rows[table], key)];
    });
    return {
      ...Object.fromEntries(tables),
      area_prices: this.prices.table(
        this.#shapes.filter(({ layer }) => layer === "tract"),
      ),
      boundaries: boundaries(this.#shapes),
      basemap: basemapTable(this.#basemap),
    };
  }
}

function keyed(
  spec: TableSpec,
  rows: readonly Ranked[],
  key: readonly string[],
) {
  const differ = (a: Ranked, b: Ranked, columns: readonly string[]) => {
    for (const column of columns) {
      const order = compareCells(a.row[column] ?? "", b.row[column] ?? "");
      if (order !== 0) return order;
    }
    return 0;
  };
  const all = Object.keys(spec);
  const sorted = rows.toSorted((a, b) =>
    differ(a, b, key) || a.rank - b.rank || differ(a, b, all)
  );
  const builder = new TableBuilder(spec);
  sorted.forEach((ranked, i) => {
    if (i === 0 || differ(sorted[i - 1], ranked, key) !== 0) {
      builder.push(ranked.row);
    }
  });
  return builder.take();
}

function boundaries(shapes: readonly Shape[]) {
  const sorted = shapes.toSorted((a, b) =>
    compareCells(a.layer, b.layer) || compareCells(a.id, b.id)
  );
  const builder = new TableBuilder(TABLES.boundaries);
  const { columns } = builder;
  sorted.forEach(({ layer, id, polygons }, at) => {
    if (at > 0 && sorted[at - 1].layer === layer && sorted[at - 1].id === id) {
      return;
    }
    polygons.forEach((rings, part) =>
      rings.forEach((positions, ring) => {
        for (const [lon, lat] of positions) {
          const row = builder.append();
          columns.layer.set(row, layer);
          columns.id.set(row, id);
          columns.part.set(row, part);
          columns.ring.set(row, ring);
          columns.lon.set(row, lon);
          columns.lat.set(row, lat);
        }
      })
    );
  });
  return builder.take();
}

/** Sorted by kind, name and first position, so that file and row order do not matter. */
function basemapTable(shapes: readonly BasemapShape[]) {
  const sorted = shapes.toSorted((a, b) =>
    compareCells(a.kind, b.kind) || a.rank - b.rank ||
    compareCells(a.name, b.name) || a.paths[0][0][0] - b.paths[0][0][0] ||
    a.paths[0][0][1] - b.paths[0][0][1]
  );
  const builder = new TableBuilder(TABLES.basemap);
  const { columns } = builder;
  let shape = 0;
  sorted.forEach(({ kind, rank, name, paths, isArea }, at) => {
    for (const path of paths) {
      for (const [lon, lat] of path) {
        const row = builder.append();
        columns.shape.set(row, shape);
        columns.area.set(row, isArea ? at : -1);
        columns.kind.set(row, kind);
        columns.rank.set(row, rank);
        columns.name.set(row, name);
        columns.lon.set(row, lon);
        columns.lat.set(row, lat);
      }
      shape++;
    }
  });
  return builder.take();
}
