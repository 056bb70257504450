import { perSnapshot, type SnapshotData } from "../snapshot.ts";

/** A parcel's newest assessed value. */
export interface Assessment {
  readonly taxYear: number;
  /** Dollars: the last stage the county has reached. */
  readonly value: number;
  readonly stage: "mailed" | "certified" | "board";
}

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
const rowsByParcel = perSnapshot(({ tables: { assessments, parcels } }) => {
  const rows = new Int32Array(parcels.rows).fill(-1);
  for (let row = 0; row < assessments.rows; row++) {
    const parcel = assessments.parcel[row];
    if (parcel < 0) continue;
    const best = rows[parcel];
    if (best < 0 || assessments.tax_year[row] > assessments.tax_year[best]) {
      rows[parcel] = row;
    }
  }
  return rows;
});
