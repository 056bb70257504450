import type { SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";

const rowsOf = new WeakMap<SnapshotData, ReadonlyMap<string, number>>();

/** Row of `tracts` with a GEOID, or -1. */
export function tractRowOf(snapshot: SnapshotData, geoid: string): number {
  let rows = rowsOf.get(snapshot);
  if (!rows) {
    const { tracts } = snapshot.tables;
    rows = new Map(
      Array.from(
        { length: tracts.rows },
        (_, row) => [codeAt(tracts.geoid, row), row],
      ),
    );
    rowsOf.set(snapshot, rows);
  }
  return rows.get(geoid) ?? -1;
}
