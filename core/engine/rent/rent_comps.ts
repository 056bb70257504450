import { ASSUMPTION_DEFAULTS } from "../../../contracts/assumptions.ts";
import { RENT } from "../../../contracts/constants/rent.ts";
import { metersBetween, projectionAt } from "../geo/projection.ts";
import type { SnapshotData } from "../snapshot.ts";
import { median } from "../statistics/quantile.ts";
import { areaFactor, usualSqft } from "./rent_area.ts";
import { ladderRent, type RentLadder } from "./safmr.ts";

/** A unit whose rent is looked for. */
export interface RentSite {
  readonly lat: number;
  readonly lon: number;
  readonly bedrooms: number;
  /** Living area against the usual one for its bedrooms; NaN when unknown. */
  readonly areaRatio: number;
  readonly ladder: RentLadder;
  /** The day to answer for. */
  readonly today: number;
}

/** An imported rent, brought to the unit in question. */
export interface RentComp {
  /** Row of `rents`. */
  readonly row: number;
  /** Meters. */
  readonly distance: number;
  readonly days: number;
  /** What its rent is multiplied by for each difference. */
  readonly factors: {
    readonly bedrooms: number;
    readonly area: number;
    readonly time: number;
  };
  /** Dollars a month. */
  readonly adjusted: number;
  /** Share of the estimate, 0-1. */
  readonly weight: number;
}

/** Why an imported rent is no comp. */
export type RentRejection =
  | "too_far"
  | "too_old"
  | "other_bedrooms"
  | "bedrooms_unknown"
  | "outlier";

/** Why there is no estimate, and what would give one. */
export interface RentRefusal {
  readonly code: "too_few_rents" | "dispersion";
  readonly reason: string;
  readonly fix: string;
}

/** Rent comps of a unit. */
export interface RentComps {
  readonly bedrooms: number;
  /** The most similar first. */
  readonly accepted: readonly RentComp[];
  readonly rejected: Readonly<Partial<Record<RentRejection, number>>>;
  readonly radius: number;
  readonly months: number;
  /** An 80% range, dollars a month; null when refused. */
  readonly range:
    | { readonly low: number; readonly base: number; readonly high: number }
    | null;
  readonly refusal: RentRefusal | null;
}

const DAYS_A_MONTH = 30.44;

/**
 * Returns the rent comps of a unit: imported rents nearby, each brought to the unit's bedrooms by HUD's ladder, to its
 * area and to the day, and the range in which four of five such units rent. The search widens until there are
 * enough; with too few, or where they disagree, there is a refusal in place of the range.
 */
export function rentComps(snapshot: SnapshotData, site: RentSite): RentComps {
  const { searches, enough, least } = RENT.comps;
  const near = nearby(snapshot, site);
  const tries = searches.map((search) => within(near, search));
  const found = tries.find(({ accepted }) => accepted.length >= enough) ??
    tries[tries.length - 1];
  const { bedrooms } = site;
  if (found.accepted.length < least) {
    return {
      ...found,
      bedrooms,
      range: null,
      refusal: {
        code: "too_few_rents",
        reason:
          `${found.accepted.length} rents of ${bedrooms}-bedroom units within ${
            (found.radius / 1609.344).toFixed(1)
          } miles and ${found.months} months; ${least} are needed`,
        fix: "import more leases or asking rents, or give the rent",
      },
    };
  }
  return { ...found, bedrooms, ...estimate(found.accepted) };
}

/** A rent that may become a comp. */
type Near = Omit<RentComp, "weight"> & {
  readonly closeness: number;
  readonly rejection: "other_bedrooms" | "bedrooms_unknown" | null;
};

function nearby(
  { tables: { rents } }: SnapshotData,
  { lat, lon, bedrooms, areaRatio, ladder, today }: RentSite,
): Near[] {
  const { x, y } = projectionAt(lat, lon);
  const { asking, next_bedroom, reach_m, reach_months } = RENT.comps;
  const farthest = RENT.comps.searches.at(-1)!.radius_m;
  const growth = ASSUMPTION_DEFAULTS.rent_growth.value;
  const found: Near[] = [];
  for (let row = 0; row < rents.rows; row++) {
    const distance = metersBetween(x(rents.lon[row]), y(rents.lat[row]), 0, 0);
    if (!(distance <= farthest)) continue;
    const days = today - rents.date[row];
    const count = rents.bedrooms[row];
    const isSame = count === bedrooms;
    const factors = {
      bedrooms: isSame || !(count >= 0)
        ? 1
        : ladderRent(ladder, bedrooms) / ladderRent(ladder, count),
      area: areaFactor(areaRatio / (rents.sqft[row] / usualSqft(count))),
      time: (1 + growth) ** (days / 365.25),
    };
    found.push({
      row,
      distance,
      days,
      factors,
      adjusted: rents.rent[row] * factors.bedrooms * factors.area *
        factors.time,
      closeness: Math.exp(
        -distance / reach_m - days / DAYS_A_MONTH / reach_months,
      ) * (isSame ? 1 : next_bedroom) *
        (rents.kind.dictionary[rents.kind.values[row]] === "asking"
          ? asking
          : 1),
      rejection: !(count >= 0)
        ? "bedrooms_unknown"
        : Math.abs(count - bedrooms) > 1
        ? "other_bedrooms"
        : null,
    });
  }
  return found;
}

/** The comps of one search, and how many rents fell out for what. */
function within(
  near: readonly Near[],
  { radius_m: radius, months }: (typeof RENT.comps.searches)[number],
): Pick<RentComps, "accepted" | "rejected" | "radius" | "months"> {
  const rejected: Partial<Record<RentRejection, number>> = {};
  const reject = (why: RentRejection) => {
    rejected[why] = (rejected[why] ?? 0) + 1;
    return false;
  };
  const alike = near.filter(({ distance, days, rejection }) =>
    distance > radius
      ? reject("too_far")
      : days > months * DAYS_A_MONTH
      ? reject("too_old")
      : rejection === null || reject(rejection)
  );
  const { outlier, most } = RENT.comps;
  const middle = alike.length === 0
    ? NaN
    : median(alike.map(({ adjusted }) => adjusted));
  const kept = alike.filter(({ adjusted }) =>
    Math.max(adjusted / middle, middle / adjusted) <= outlier ||
    reject("outlier")
  ).sort((a, b) => b.closeness - a.closeness || a.row - b.row).slice(0, most);
  const total = kept.reduce((sum, { closeness }) => sum + closeness, 0);
  return {
    accepted: kept.map(({ closeness, rejection: _, ...comp }) => ({
      ...comp,
      weight: closeness / total,
    })),
    rejected,
    radius,
    months,
  };
}

/** The middle of the logarithms, and an 80% prediction interval by Student's t of the comps' own spread. */
function estimate(
  comps: readonly RentComp[],
): Pick<RentComps, "range" | "refusal"> {
  const { least_sd, most_sd } = RENT.comps;
  const mean = comps.reduce(
    (sum, c) => sum + c.weight * Math.log(c.adjusted),
    0,
  );
  const variance = comps.reduce(
    (sum, c) => sum + c.weight * (Math.log(c.adjusted) - mean) ** 2,
    0,
  );
  // Kish's effective number: one close comp among far ones counts as little more than one.
  const count = 1 / comps.reduce((sum, { weight }) => sum + weight ** 2, 0);
  const freedom = Math.max(1, count - 1);
  const sd = Math.sqrt(variance * (freedom + 1) / freedom);
  if (sd > most_sd) {
    return {
      range: null,
      refusal: {
        code: "dispersion",
        reason: `rents nearby differ too much: by ${
          Math.round(100 * (Math.exp(sd) - 1))
        }% around their middle`,
        fix: "import rents of units more like these, or give the rent",
      },
    };
  }
  const half = student80(freedom) * Math.max(sd, least_sd) *
    Math.sqrt(1 + 1 / count);
  return {
    range: {
      low: Math.exp(mean - half),
      base: Math.exp(mean),
      high: Math.exp(mean + half),
    },
    refusal: null,
  };
}

/** The 90% point of Student's t, by the expansion of Cornish and Fisher: within 0.04 from two degrees of freedom on. */
function student80(freedom: number): number {
  const z = 1.281552;
  return z + (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}
