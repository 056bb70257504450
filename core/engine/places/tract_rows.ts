import { perSnapshot, type SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";

const rowsOf = perSnapshot(({ tables: { tracts } }) =>
  new Map(
    Array.from(
      { length: tracts.rows },
      (_, row) => [codeAt(tracts.geoid, row), row],
    ),
  )
);

/** Row of `tracts` with a GEOID, or -1. */
export function tractRowOf(snapshot: SnapshotData, geoid: string): number {
  return rowsOf(snapshot).get(geoid) ?? -1;
}
