import type { z } from "zod";
import { PROPERTY_TAX } from "../../contracts/constants/property_tax.ts";
import { RENT } from "../../contracts/constants/rent.ts";
import { SCORING } from "../../contracts/constants/scoring.ts";
import type { Strategy } from "../../contracts/envelope.ts";
import {
  type Factor,
  type FactorName,
  FACTORS,
} from "../../contracts/scoring.ts";
import type { TractOutput } from "../../contracts/tract.ts";
import { zipYields } from "../engine/market_pulse/zip_yields.ts";
import { stationFinder } from "../engine/places/stations.ts";
import { marketRent } from "../engine/rent/market_rent.ts";
import { roundTo } from "../engine/rounding.ts";
import type {
  RankedFactor,
  TractScores,
} from "../engine/scoring/county_scores.ts";
import {
  effectiveTax,
  lakeEffectiveTax,
} from "../engine/scoring/effective_tax.ts";
import { isoOf, type SnapshotData } from "../engine/snapshot.ts";
import { assessedRatios } from "../engine/tax/assessed_ratio.ts";
import { reassessmentYear, triadOf } from "../engine/tax/property_tax.ts";

/** Decimals by size: dollars and meters whole, shares to a hundredth of a percent. */
function shown(value: number): number {
  return roundTo(
    value,
    Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 2 ? 1 : 4,
  );
}

/** A factor as callers see it. */
export function factorOf(
  name: FactorName,
  { raw, percentile, reliability }: RankedFactor,
): z.input<typeof Factor> {
  const { label, unit, better } = FACTORS[name];
  const weight = (strategy: Strategy) => {
    const weights: Partial<Record<FactorName, number>> =
      SCORING.weights[strategy];
    return weights[name] ?? 0;
  };
  const known = "value" in raw;
  return {
    factor: name,
    label,
    value: known ? shown(raw.value) : null,
    unit,
    percentile: percentile === null ? null : roundTo(percentile, 1),
    better,
    weights: {
      flip: weight("flip"),
      brrrr: weight("brrrr"),
      hold: weight("hold"),
      section8: weight("section8"),
    },
    vintage: !known
      ? null
      : raw.from === raw.to
      ? `${raw.to}`
      : `${raw.from}-${raw.to}`,
    source: known ? raw.source : null,
    reliability: roundTo(reliability, 2),
    missing: known ? null : raw.missing,
  };
}

/** The tract's rents by bedrooms; null without HUD's for its ZIP. */
export function rentsOf(
  snapshot: SnapshotData,
  { geoid, areas }: TractScores,
  today: number,
): TractOutput["rents"] {
  const estimates = [1, 2, 3, 4].map((bedrooms) =>
    marketRent(snapshot, {
      lat: NaN,
      lon: NaN,
      tract: geoid,
      zip: areas.zip,
      units: 1,
      bedrooms,
      usualBedrooms: bedrooms,
      sqft: NaN,
      today,
    })
  );
  const known = estimates.flatMap((each) => "reason" in each ? [] : [each]);
  if (known.length === 0) return null;
  const [{ ladder, level, tractMedian }] = known;
  return {
    census_median: tractMedian,
    census_year: RENT.census_year,
    fiscal_year: ladder.fiscalYear,
    payment_standards: ladder.rents.map((rent) => roundTo(rent, 0)),
    market: known.map(({ market }) => market),
    renovated: known.map(({ renovated }) => renovated),
    level: roundTo(level, 4),
  };
}

/** What a voucher pays against the price; null where either is unknown. */
export function section8Of(
  snapshot: SnapshotData,
  { factors, areas }: TractScores,
  today: number,
): TractOutput["section8"] {
  const { raw } = factors.safmr_to_price;
  if ("missing" in raw) return null;
  const zips = zipYields(snapshot, today);
  const at = zips.findIndex(({ zip }) => zip === areas.zip);
  return {
    yield: roundTo(raw.value, 4),
    zip_rank: at < 0 ? null : at + 1,
    zips: zips.length,
  };
}

/** The tract's property tax and what reassessment may do to it. */
export function taxOf(
  snapshot: SnapshotData,
  { areas, county, price }: TractScores,
  today: number,
): TractOutput["property_tax"] {
  const tax = county === "lake"
    ? lakeEffectiveTax(snapshot, areas.taxCode)
    : effectiveTax(snapshot, areas.taxCode, areas.township);
  if (!tax) return null;
  const triad = triadOf(snapshot, areas.township);
  const ratio = assessedRatios(snapshot).get(areas.township);
  const year = Number(isoOf(today).slice(0, 4));
  return {
    effective_rate: roundTo(tax.rate, 6),
    rate_year: tax.year,
    rate_of: tax.of,
    tax_at_price_level: price && roundTo(tax.rate * price.level, 0),
    triad: triad || null,
    next_reassessment_year: reassessmentYear(
      triad,
      ratio?.taxYear ?? -Infinity,
      year,
    ),
    assessed_to_price: ratio
      ? {
        ratio: roundTo(ratio.ratio, 4),
        sales: ratio.sales,
        tax_year: ratio.taxYear,
        shock: roundTo(
          PROPERTY_TAX.level_of_assessment / ratio.ratio - 1,
          4,
        ),
      }
      : null,
  };
}

/** How people get to work from the tract, and its nearest station. */
export function commuteOf(
  snapshot: SnapshotData,
  row: number,
): TractOutput["commute"] {
  const { tracts } = snapshot.tables;
  const share = (percent: number) =>
    percent >= 0 ? roundTo(percent / 100, 4) : null;
  const station = stationFinder(snapshot)(tracts.lat[row], tracts.lon[row]);
  return {
    transit_share: share(tracts.transit_share[row]),
    walk_share: share(tracts.walk_share[row]),
    drive_share: share(tracts.drive_share[row]),
    long_commute_share: share(tracts.long_commute_share[row]),
    nearest_station: station?.name ?? null,
    station_distance_m: station && roundTo(station.distance, 0),
  };
}
