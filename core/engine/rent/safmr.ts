import { RENT } from "../../../contracts/constants/rent.ts";
import { isoOf, perSnapshot, type SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";

/** Small Area Fair Market Rents of one ZIP and fiscal year: HUD's rent by bedrooms. */
export interface RentLadder {
  readonly zip: string;
  readonly fiscalYear: number;
  /** Dollars a month for 0 to 4 bedrooms. */
  readonly rents: readonly number[];
}

const ladders = perSnapshot(indexLadders);

/** HUD's fiscal year at a day: it starts on October 1 of the year before. */
export function fiscalYearAt(day: number): number {
  const [year, month] = isoOf(day).split("-").map(Number);
  return month >= 10 ? year + 1 : year;
}

/** The newest ladder of a ZIP that is not after a fiscal year, or null. */
export function ladderFor(
  snapshot: SnapshotData,
  zip: string,
  fiscalYear: number,
): RentLadder | null {
  return laddersOf(snapshot, zip)
    .findLast((ladder) => ladder.fiscalYear <= fiscalYear) ?? null;
}

/** A ladder's rent, dollars a month. A bedroom beyond the fourth adds 15% of the four-bedroom rent. */
export function ladderRent(ladder: RentLadder, bedrooms: number): number {
  const { extra_bedroom, max_bedrooms } = RENT;
  const count = Math.min(bedrooms, max_bedrooms);
  const extra = Math.max(0, count - 4);
  return ladder.rents[count - extra] * (1 + extra * extra_bedroom);
}

/** All complete ladders of a ZIP, oldest first. */
export function laddersOf(
  snapshot: SnapshotData,
  zip: string,
): readonly RentLadder[] {
  return ladders(snapshot).get(zip) ?? [];
}

function indexLadders(
  snapshot: SnapshotData,
): Map<string, readonly RentLadder[]> {
  const { safmr } = snapshot.tables;
  const index = new Map<string, RentLadder[]>();
  for (let row = 0; row < safmr.rows; row++) {
    const rents = [safmr.br0, safmr.br1, safmr.br2, safmr.br3, safmr.br4]
      .map((column) => column[row]);
    if (!rents.every((rent) => rent > 0)) continue;
    const zip = codeAt(safmr.zip, row);
    const rows = index.get(zip) ?? [];
    rows.push({ zip, fiscalYear: safmr.fiscal_year[row], rents });
    index.set(zip, rows);
  }
  for (const rows of index.values()) {
    rows.sort((a, b) => a.fiscalYear - b.fiscalYear);
  }
  return index;
}
