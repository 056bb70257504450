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
import { type PriceLevel, priceLevels } from "./price_level.ts";

/** A factor's value in a tract before it is ranked, or why there is none. */
export type RawFactor =
  | {
    readonly value: number;
    /** First and last year of the facts; equal where it is one. */
    readonly from: number;
    readonly to: number;
    /** Year that the value describes: the end of a period, the older half of a ratio. */
    readonly referenceYear: number;
    readonly source: string;
    /** 0-1: the weight that the number of facts behind the value leaves it. */
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

/** Returns a function that gives the raw factors of a row of `tracts`; what they rest on is read once. */
export function rawFactors(
  snapshot: SnapshotData,
  today: number,
): (row: number) => RawFactors {
  const facts: Facts = {
    snapshot,
    levels: priceLevels(snapshot),
    years: areaYears(snapshot),
    areas: tractAreas(snapshot),
    stations: stationFinder(snapshot),
    ratios: assessedRatios(snapshot),
    fiscalYear: fiscalYearAt(today),
    calendarYear: Number(isoOf(today).slice(0, 4)),
  };
  return (row) => factorsOf(facts, row);
}

/** What the factors of all tracts rest on. */
interface Facts {
  readonly snapshot: SnapshotData;
  readonly levels: ReturnType<typeof priceLevels>;
  readonly years: ReturnType<typeof areaYears>;
  readonly areas: ReturnType<typeof tractAreas>;
  readonly stations: ReturnType<typeof stationFinder>;
  readonly ratios: ReturnType<typeof assessedRatios>;
  readonly fiscalYear: number;
  readonly calendarYear: number;
}

function factorsOf(facts: Facts, row: number): RawFactors {
  const { tracts } = facts.snapshot.tables;
  const { levels, years, calendarYear } = facts;
  const geoid = codeAt(tracts.geoid, row);
  const price = levels.get(geoid);
  const source = PRICE_SOURCES[years.source];
  const vacancy = tracts.vacancy_rate[row];
  const station = facts.stations(tracts.lat[row], tracts.lon[row]);
  return {
    price: price
      ? inYear(
        price.year,
        price.level,
        PRICE_SOURCES[price.source],
        price.source === "census" ? 1 : reliabilityOf(price.sales),
      )
      : { missing: NO_PRICE },
    price_dispersion: ofSales(dispersionOf(years, geoid), source),
    liquidity: ofSales(salesAYear(years, geoid), source),
    growth: ofSales(growthOf(years, geoid), source),
    ...rentFactors(facts, row, price),
    vacancy: vacancy >= 0
      ? inYear(RENT.census_year, vacancy / 100, "census (ACS)")
      : { missing: "the census publishes no vacancy for the tract" },
    effective_tax_rate: taxFactor(facts, row),
    rail_distance: station
      ? inYear(calendarYear, station.distance, "CTA and Metra stations")
      : { missing: "no rail stations are loaded" },
    reassessment_years: reassessmentFactor(facts, row),
  };
}

function ofSales(found: AreaFigure | null, source: string): RawFactor {
  return found
    ? {
      ...found,
      referenceYear: found.to,
      source,
      reliability: reliabilityOf(found.sales),
    }
    : { missing: `too few ${source} in the tract` };
}

function rentFactors(
  { snapshot, areas, fiscalYear }: Facts,
  row: number,
  price: PriceLevel | undefined,
): Pick<RawFactors, "rent_yield" | "safmr_to_price"> {
  const { zip } = areas[row];
  const ladder = ladderFor(snapshot, zip, fiscalYear);
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
      referenceYear: Math.min(to, price.year),
      source: `${source} over ${PRICE_SOURCES[price.source]}`,
      reliability: 1,
    };
  return {
    rent_yield: overPrice(
      snapshot.tables.tracts.median_rent[row],
      RENT.census_year,
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
  };
}

function taxFactor({ snapshot, areas }: Facts, row: number): RawFactor {
  const { township, taxCode } = areas[row];
  const isLake = isInLake(snapshot, row);
  const tax = isLake
    ? lakeEffectiveTax(snapshot, taxCode)
    : effectiveTax(snapshot, taxCode, township);
  if (tax) {
    const reliability = tax.of === "tax_code"
      ? 1
      : FACTOR_CONFIG.township_reliability;
    return inYear(tax.year, tax.rate, TAX_SOURCES[tax.of], reliability);
  }
  return {
    missing: isLake
      ? "the snapshot has no parcel that gives the tract's tax code"
      : "the tract's township is unknown",
  };
}

function reassessmentFactor(
  { snapshot, areas, ratios, calendarYear }: Facts,
  row: number,
): RawFactor {
  const { township } = areas[row];
  const next = reassessmentYear(
    triadOf(snapshot, township),
    ratios.get(township)?.taxYear ?? -Infinity,
    calendarYear,
  );
  if (next === null) {
    return {
      missing: isInLake(snapshot, row)
        ? "Lake County has no triads"
        : "the tract's triad is unknown",
    };
  }
  return inYear(
    calendarYear,
    next - calendarYear,
    "the assessor's triennial cycle",
  );
}

function isInLake({ tables: { tracts } }: SnapshotData, row: number): boolean {
  return codeAt(tracts.county, row) === "lake";
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
  return {
    value,
    from: year,
    to: year,
    referenceYear: year,
    source,
    reliability,
  };
}

/** n facts count n / (n + 10). */
function reliabilityOf(facts: number): number {
  return facts / (facts + FACTOR_CONFIG.half_reliability_facts);
}
