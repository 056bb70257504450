import type { SnapshotData } from "../snapshot.ts";
import { type CodeColumn, FACTS, type Table } from "../tables.ts";

/** A row of `parcels` (newest facts) or `sales` (facts as of the sale). */
export interface FactsRow {
  /** The table the row is of. */
  readonly facts: Table<typeof FACTS>;
  /** Row of that table. */
  readonly row: number;
}

/** The name of a fact that callers see. */
export type FactName = Exclude<keyof typeof FACTS, "prop_type">;

const FACT_NAMES = Object.keys(FACTS)
  .filter((name) => name !== "prop_type") as FactName[];

/**
 * Returns the known facts of a property by name, as callers see them; numbers to two decimals.
 *
 * @param names which facts, in the order of `FACTS`; default: all
 */
export function propertyFacts(
  { facts, row }: FactsRow,
  names: readonly FactName[] = FACT_NAMES,
): Record<string, number | string> {
  const known: Record<string, number | string> = {};
  for (const name of names) {
    const column: Float32Array | Int32Array | CodeColumn = facts[name];
    if ("dictionary" in column) {
      const word = column.dictionary[column.values[row]];
      if (word !== "") known[name] = word;
    } else if (Number.isFinite(column[row])) {
      known[name] = Math.round(column[row] * 100) / 100;
    }
  }
  if (known.facts_year === 0) delete known.facts_year;
  return known;
}

/** The newest facts of a parcel; none for a subject without a property (-1). */
export function parcelFacts(
  { tables: { parcels } }: SnapshotData,
  parcel: number,
): Record<string, number | string> {
  return parcel < 0 ? {} : propertyFacts({ facts: parcels, row: parcel });
}
