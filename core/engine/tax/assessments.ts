import type { SnapshotData } from "../snapshot.ts";

/** A parcel's newest assessed value. */
export interface Assessment {
  readonly taxYear: number;
  /** Dollars: the last stage the county has reached. */
  readonly value: number;
  readonly stage: "mailed" | "certified" | "board";
}

const newestRows = new WeakMap<SnapshotData, Int32Array>();

/** The newest assessment of a parcel (row of `parcels`), or null. Later stages of appeal win within a year. */
export function latestAssessment(
  snapshot: SnapshotData,
  parcel: number,
): Assessment | null {
  const row = parcel < 0 ? -1 : rowsByParcel(snapshot)[parcel];
  if (row < 0) return null;
  const { tax_year, mailed, certified, board } = snapshot.tables.assessments;
  const stages = { board, certified, mailed };
  for (const stage of ["board", "certified", "mailed"] as const) {
    const value = stages[stage][row];
    if (value > 0) return { taxYear: tax_year[row], value, stage };
  }
  return null;
}

/** Row of `assessments` with the newest tax year for each parcel, -1 where there is none. */
function rowsByParcel(snapshot: SnapshotData): Int32Array {
  let rows = newestRows.get(snapshot);
  if (rows) return rows;
  const { assessments, parcels } = snapshot.tables;
  rows = new Int32Array(parcels.rows).fill(-1);
  for (let row = 0; row < assessments.rows; row++) {
    const parcel = assessments.parcel[row];
    if (parcel < 0) continue;
    const best = rows[parcel];
    if (best < 0 || assessments.tax_year[row] > assessments.tax_year[best]) {
      rows[parcel] = row;
    }
  }
  newestRows.set(snapshot, rows);
  return rows;
}
