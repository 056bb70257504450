import { PROPERTY_TAX } from "../../../contracts/constants/property_tax.ts";
import { isoOf, type SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";
import { assessedRatios } from "../tax/assessed_ratio.ts";
import { reassessmentYear } from "../tax/property_tax.ts";

/** What the next reassessment may do to a township's bills. */
export interface TownshipShock {
  readonly township: string;
  readonly name: string;
  readonly triad: string;
  /** Tax year of the next reassessment after the assessed values at hand. */
  readonly nextYear: number;
  /** Median of assessed value over price; null without assessed values and sales. */
  readonly ratio: number | null;
  readonly sales: number;
  /** Tax year of the assessed values. */
  readonly assessedYear: number | null;
  /** How much a bill grows when assessed at the price, rates held: level of assessment over ratio, less 1. */
  readonly shock: number | null;
}

/** Every township, the greatest shock first; those without figures last, by code. */
export function townshipShocks(
  snapshot: SnapshotData,
  today: number,
): TownshipShock[] {
  const { townships } = snapshot.tables;
  const ratios = assessedRatios(snapshot);
  const year = Number(isoOf(today).slice(0, 4));
  const shocks = Array.from({ length: townships.rows }, (_, row) => {
    const township = codeAt(townships.code, row);
    const triad = codeAt(townships.triad, row);
    const found = ratios.get(township) ?? null;
    return {
      township,
      name: codeAt(townships.name, row),
      triad,
      nextYear: reassessmentYear(triad, found?.taxYear ?? -Infinity, year) ??
        year,
      ratio: found?.ratio ?? null,
      sales: found?.sales ?? 0,
      assessedYear: found?.taxYear ?? null,
      shock: found ? PROPERTY_TAX.level_of_assessment / found.ratio - 1 : null,
    };
  });
  return shocks.sort((a, b) =>
    (b.shock ?? -Infinity) - (a.shock ?? -Infinity) ||
    (a.township < b.township ? -1 : 1)
  );
}
