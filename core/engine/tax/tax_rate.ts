import { PROPERTY_TAX } from "../../../contracts/constants/property_tax.ts";
import { perSnapshot, type SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";

/** A rate on equalized assessed value, with the equalizer of its own year. */
export interface TaxRate {
  readonly rate: number;
  /** Tax year of the rate. */
  readonly year: number;
  readonly equalizer: number;
  /** Tax year of the equalizer: the newest final one not after the rate's or bill's year. */
  readonly equalizerYear: number;
  readonly basis: "composite" | "effective" | "triad_median";
}

interface RateRow {
  readonly year: number;
  readonly rate: number;
}

type Basis = "composite" | "effective";

const rateIndex = perSnapshot(indexRates);

/**
 * The rate for a Cook County bill of `taxYear`: the tax code's composite rate nearest before that
 * year, else nearest after; else the rate that the code's published effective rate implies; else the
 * triad's median effective rate. Null when not even the triad is known.
 */
export function cookTaxRate(
  snapshot: SnapshotData,
  taxCode: string,
  triad: string,
  taxYear: number,
): TaxRate | null {
  const composite = nearest(
    ratesOf(snapshot, "cook", taxCode, "composite"),
    taxYear,
  );
  if (composite) {
    return {
      ...composite,
      ...equalizerFor(taxYear),
      basis: "composite",
    };
  }
  const effective = nearest(
    ratesOf(snapshot, "cook", taxCode, "effective"),
    taxYear,
  );
  if (effective) return impliedRate(effective, "effective");
  const median = PROPERTY_TAX.effective_rate[triad];
  return median === undefined
    ? null
    : impliedRate({ rate: median, year: 2018 }, "triad_median");
}

/** Lake County's published rate nearest to a year: its equalized value is a third of market value. */
export function lakeTaxRate(
  snapshot: SnapshotData,
  taxCode: string,
  taxYear: number,
): TaxRate | null {
  const rate = nearest(
    ratesOf(snapshot, "lake", taxCode, "composite"),
    taxYear,
  );
  return rate && {
    ...rate,
    equalizer: 1,
    equalizerYear: rate.year,
    basis: "composite",
  };
}

/** An effective rate (of market value) as a rate on equalized value, in its own year's terms. */
function impliedRate(
  { rate, year }: RateRow,
  basis: TaxRate["basis"],
): TaxRate {
  const own = equalizerFor(year);
  const share = PROPERTY_TAX.level_of_assessment * own.equalizer;
  return { rate: rate / share, year, ...own, basis };
}

/** The final equalizer of a tax year, or the newest before it where the state has not set one yet. */
export function equalizerFor(
  taxYear: number,
): Pick<TaxRate, "equalizer" | "equalizerYear"> {
  const { equalizer } = PROPERTY_TAX;
  const years = Object.keys(equalizer).map(Number);
  const year = years.findLast((each) => each <= taxYear) ?? years[0];
  return { equalizer: equalizer[year], equalizerYear: year };
}

/** The newest row not after a year, else the oldest after it. Rows are sorted by year. */
function nearest(rows: readonly RateRow[], year: number): RateRow | null {
  return rows.findLast((row) => row.year <= year) ?? rows[0] ?? null;
}

function ratesOf(
  snapshot: SnapshotData,
  county: string,
  taxCode: string,
  basis: Basis,
): readonly RateRow[] {
  return rateIndex(snapshot).get(`${county} ${taxCode} ${basis}`) ?? [];
}

function indexRates(snapshot: SnapshotData): Map<string, readonly RateRow[]> {
  const { tax_rates } = snapshot.tables;
  const index = new Map<string, RateRow[]>();
  for (let row = 0; row < tax_rates.rows; row++) {
    const rate = tax_rates.rate[row];
    if (!(rate > 0)) continue;
    const key = [tax_rates.county, tax_rates.tax_code, tax_rates.basis]
      .map((column) => codeAt(column, row)).join(" ");
    const rows = index.get(key) ?? [];
    rows.push({ year: tax_rates.tax_year[row], rate });
    index.set(key, rows);
  }
  for (const rows of index.values()) {
    rows.sort((a, b) => a.year - b.year || a.rate - b.rate);
  }
  return index;
}
