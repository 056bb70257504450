import type { CorrectedFact, WhatIf } from "../../../../contracts/what_if.ts";
import { FACTS } from "../../tables.ts";
import type { FactsAt } from "./lines.ts";
import type { Ring } from "./search.ts";
import type { Facts } from "../training/features.ts";

/** A search other than the engine's own. */
export interface SearchChange {
  /** Rows of `parcels` whose sales do not count. */
  readonly excluded: ReadonlySet<number>;
  /** Rows of `parcels` whose sales count in full. */
  readonly pinned: ReadonlySet<number>;
  /** The one ring to search; null for the engine's choice. */
  readonly ring: Ring | null;
}

/** The column behind each fact that may be corrected. */
const COLUMNS = {
  bedrooms: "bedrooms",
  full_baths: "full_baths",
  half_baths: "half_baths",
  bldg_sqft: "bldg_sqft",
  apartments: "units",
  year_built: "year_built",
  condition: "condition",
} as const satisfies Readonly<Record<CorrectedFact, keyof Facts>>;

const FACT_NAMES = Object.keys(COLUMNS) as CorrectedFact[];

/** Returns the subject's facts with the caller's corrections: a table of its one row. */
export function correctedFacts(at: FactsAt, whatIf: WhatIf): FactsAt {
  const changed = FACT_NAMES.filter((name) => whatIf[name] !== undefined);
  if (changed.length === 0) return at;
  const row: Record<string, unknown> = {};
  for (const name of Object.keys(FACTS) as (keyof Facts)[]) {
    const column = at.facts[name];
    if (typeof column !== "object") continue;
    if ("dictionary" in column) {
      row[name] = {
        ...column,
        values: column.values.slice(at.row, at.row + 1),
      };
    } else row[name] = column.slice(at.row, at.row + 1);
  }
  const facts = { ...row, rows: 1 } as unknown as Facts;
  for (const name of changed) facts[COLUMNS[name]][0] = whatIf[name]!;
  return { facts, row: 0, parcel: at.parcel };
}

/** Returns the search that a caller asks for; null for the engine's own. */
export function searchChange(
  whatIf: WhatIf | undefined,
  parcelOf: (id: string) => number,
): SearchChange | null {
  if (whatIf === undefined) return null;
  const { exclude_comps = [], pin_comps = [], radius_m, months } = whatIf;
  const isOwn = radius_m !== undefined && months !== undefined;
  if (exclude_comps.length + pin_comps.length === 0 && !isOwn) return null;
  return {
    excluded: new Set(exclude_comps.map(parcelOf)),
    pinned: new Set(pin_comps.map(parcelOf)),
    ring: isOwn ? { tier: 0, radius: radius_m, months } : null,
  };
}

/** Returns the changes in words, with what the record says. */
export function changesOf(
  at: FactsAt | null,
  whatIf: WhatIf,
): string[] {
  const { exclude_comps = [], pin_comps = [], radius_m, months } = whatIf;
  return [
    ...FACT_NAMES.flatMap((name) => {
      const to = whatIf[name];
      if (to === undefined) return [];
      const from = at ? at.facts[COLUMNS[name]][at.row] : NaN;
      return [
        `${name.replaceAll("_", " ")} ${to} instead of ${
          Number.isFinite(from)
            ? Math.round(from * 100) / 100
            : "nothing recorded"
        }`,
      ];
    }),
    ...exclude_comps.map((id) => `without the sale of ${id}`),
    ...pin_comps.map((id) => `the sale of ${id} counts in full`),
    ...(radius_m === undefined || months === undefined ? [] : [
      `sales within ${
        (radius_m / 1609.344).toFixed(2)
      } miles and ${months} months`,
    ]),
  ];
}
