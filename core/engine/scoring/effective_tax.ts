import { PROPERTY_TAX } from "../../../contracts/constants/property_tax.ts";
import { perSnapshot, type SnapshotData } from "../snapshot.ts";
import { median } from "../statistics/quantile.ts";
import { codeAt } from "../tables.ts";
import { equalizerFor, lakeTaxRate } from "../tax/tax_rate.ts";
import { triadOf } from "../tax/property_tax.ts";

/** Property tax of a home as a share of its market value, before exemptions. */
export interface EffectiveTax {
  readonly rate: number;
  readonly year: number;
  /** What the rate is of: the tract's tax code, or the median over the township's or triad's codes. */
  readonly of: "tax_code" | "township" | "triad";
}

/** Lake County's published rate of a tax code, as a share of market value. */
export function lakeEffectiveTax(
  snapshot: SnapshotData,
  taxCode: string,
): EffectiveTax | null {
  const found = lakeTaxRate(snapshot, taxCode, Infinity);
  return found && {
    rate: found.rate * PROPERTY_TAX.lake_level_of_assessment,
    year: found.year,
    of: "tax_code",
  };
}

interface Rates {
  readonly byCode: ReadonlyMap<string, number>;
  readonly byTownship: ReadonlyMap<string, number>;
  readonly year: number;
}

/**
 * The effective tax rate in Cook County, all on one basis so that places compare: the published
 * effective rates, or where there are none the newest composite rates times level and equalizer.
 * A tax code's first two digits are its township's.
 */
export function effectiveTax(
  snapshot: SnapshotData,
  taxCode: string,
  township: string,
): EffectiveTax | null {
  const { byCode, byTownship, year } = cookRates(snapshot);
  const own = byCode.get(taxCode);
  if (own !== undefined) return { rate: own, year, of: "tax_code" };
  const middle = byTownship.get(township);
  if (middle !== undefined) return { rate: middle, year, of: "township" };
  const { effective_rate } = PROPERTY_TAX;
  const triad = effective_rate[triadOf(snapshot, township)];
  return triad === undefined ? null : { rate: triad, year: 2018, of: "triad" };
}

const cookRates: (snapshot: SnapshotData) => Rates = perSnapshot((snapshot) => {
  const { tax_rates: table } = snapshot.tables;
  const rows = Array.from({ length: table.rows }, (_, row) => row)
    .filter((row) =>
      codeAt(table.county, row) === "cook" && table.rate[row] > 0
    );
  const published = rows.filter((row) =>
    codeAt(table.basis, row) === "effective"
  );
  const used = published.length > 0 ? published : rows;
  const year = Math.max(0, ...used.map((row) => table.tax_year[row]));
  const byCode = new Map<string, number>();
  const byTownship = new Map<string, number[]>();
  for (const row of used) {
    if (table.tax_year[row] !== year) continue;
    const code = codeAt(table.tax_code, row);
    const rate = published.length > 0
      ? table.rate[row]
      : table.rate[row] * PROPERTY_TAX.level_of_assessment *
        equalizerFor(year).equalizer;
    byCode.set(code, rate);
    const township = byTownship.get(code.slice(0, 2));
    if (township) township.push(rate);
    else byTownship.set(code.slice(0, 2), [rate]);
  }
  const rates = {
    byCode,
    byTownship: new Map(
      Array.from(byTownship, ([code, each]) => [code, median(each)]),
    ),
    year,
  };
  return rates;
});
