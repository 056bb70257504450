import { RENT } from "../../../contracts/constants/rent.ts";
import { FACTOR_CONFIG } from "./factor_config.ts";
import type { FactorName } from "../../../contracts/scoring.ts";
import { stationFinder } from "../places/stations.ts";
import { tractAreas } from "../places/tract_areas.ts";
import { fiscalYearAt, ladderFor, ladderRent } from "../rent/safmr.ts";
import { isoOf, type SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";
import { assessedRatios } from "../tax/assessed_ratio.ts";
import { reassessmentYear, triadOf } from "../tax/property_tax.ts";
import {
  type AreaFigure,
  areaYears,
  dispersionOf,
  growthOf,
  salesAYear,
} from "./area_years.ts";
import { effectiveTax, lakeEffectiveTax } from "./effective_tax.ts";
import { priceLevels } from "./price_level.ts";

/** A factor's value in a tract before it is ranked, or why there is none. */
export type RawFactor =
  | {
    readonly value: number;
    /** First and last year of the facts; equal where it is one. */
    readonly from: number;
    readonly to: number;
    /** Year the value speaks for: the end of a period, the older half of a ratio. */
    readonly speaksFor: number;
    readonly source: string;
    /** 0-1: what the number of facts behind the value leaves of its say. */
    readonly reliability: number;
  }
  | { readonly missing: string };

/** Raw factors of a tract. */
export type RawFactors = Readonly<Record<FactorName, RawFactor>>;

const PRICE_SOURCES = {
  sales: "validated sales",
  area_prices: "published sale prices",
  census: "census (ACS) median home value",
} as const;

/** What the values of a tract rest on, read once for all tracts. */
export function rawFactors(
  snapshot: SnapshotData,
  today: number,
): (row: number) => RawFactors {
  const { tracts } = snapshot.tables;
  const levels = priceLevels(snapshot);
  const years = areaYears(snapshot);
  const areas = tractAreas(snapshot);
  const stations = stationFinder(snapshot);
  const fiscalYear = fiscalYearAt(today);
  const calendarYear = Number(isoOf(today).slice(0, 4));
  const census = RENT.census_year;
  const yearSource = PRICE_SOURCES[years.source];

  const ratios = assessedRatios(snapshot);
  return (row) => {
    const geoid = codeAt(tracts.geoid, row);
    const { township, taxCode, zip } = areas[row];
    const price = levels.get(geoid);
    const figure = (found: AreaFigure | null): RawFactor =>
      found
        ? {
          ...found,
          speaksFor: found.to,
          source: yearSource,
          reliability: reliabilityOf(found.sales),
        }
        : { missing: `too few ${yearSource} in the tract` };
    const overPrice = (
      rent: number,
      to: number,
      source: string,
      missing: string,
    ): RawFactor =>
      !(rent > 0) ? { missing } : !price ? { missing: NO_PRICE } : {
        value: 12 * rent / price.level,
        from: Math.min(to, price.year),
        to: Math.max(to, price.year),
        speaksFor: Math.min(to, price.year),
        source: `${source} over ${PRICE_SOURCES[price.source]}`,
        reliability: 1,
      };
    const ladder = ladderFor(snapshot, zip, fiscalYear);
    const vacancy = tracts.vacancy_rate[row];
    const isLake = codeAt(tracts.county, row) === "lake";
    const tax = isLake
      ? lakeEffectiveTax(snapshot, taxCode)
      : effectiveTax(snapshot, taxCode, township);
    const next = reassessmentYear(
      triadOf(snapshot, township),
      ratios.get(township)?.taxYear ?? -Infinity,
      calendarYear,
    );
    const station = stations(tracts.lat[row], tracts.lon[row]);
    return {
      price: price
        ? inYear(
          price.year,
          price.level,
          PRICE_SOURCES[price.source],
          price.source === "census" ? 1 : reliabilityOf(price.sales),
        )
        : { missing: NO_PRICE },
      price_dispersion: figure(dispersionOf(years, geoid)),
      liquidity: figure(salesAYear(years, geoid)),
      growth: figure(growthOf(years, geoid)),
      rent_yield: overPrice(
        tracts.median_rent[row],
        census,
        "census (ACS) median gross rent",
        "the census publishes no median rent for the tract",
      ),
      safmr_to_price: overPrice(
        ladder ? ladderRent(ladder, 2) : NaN,
        ladder?.fiscalYear ?? 0,
        "HUD small-area fair market rent",
        zip === ""
          ? "the snapshot has no parcel that gives the tract's ZIP"
          : `no HUD rents for ZIP ${zip}`,
      ),
      vacancy: vacancy >= 0
        ? inYear(census, vacancy / 100, "census (ACS)")
        : { missing: "the census publishes no vacancy for the tract" },
      effective_tax_rate: tax
        ? inYear(
          tax.year,
          tax.rate,
          TAX_SOURCES[tax.of],
          tax.of === "tax_code" ? 1 : FACTOR_CONFIG.township_reliability,
        )
        : {
          missing: isLake
            ? "the snapshot has no parcel that gives the tract's tax code"
            : "the tract's township is unknown",
        },
      rail_distance: station
        ? inYear(calendarYear, station.distance, "CTA and Metra stations")
        : { missing: "no rail stations are loaded" },
      reassessment_years: next === null
        ? {
          missing: isLake
            ? "Lake County has no triads"
            : "the tract's triad is unknown",
        }
        : inYear(
          calendarYear,
          next - calendarYear,
          "the assessor's triennial cycle",
        ),
    };
  };
}

const NO_PRICE =
  "no houses or flats are priced in the tract: too few sales, and no census value that is of them";

const TAX_SOURCES = {
  tax_code: "rate of the tract's main tax code",
  township: "median rate of the township's tax codes",
  triad: "median rate of the triad's tax codes",
} as const;

/** A factor whose facts are of one year. */
function inYear(
  year: number,
  value: number,
  source: string,
  reliability = 1,
): RawFactor {
  return { value, from: year, to: year, speaksFor: year, source, reliability };
}

/** n facts count n / (n + 10). */
function reliabilityOf(facts: number): number {
  return facts / (facts + FACTOR_CONFIG.half_reliability_facts);
}
