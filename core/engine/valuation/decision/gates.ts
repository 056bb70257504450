import { COMPS } from "../../../../contracts/constants/valuation.ts";
import type { Refusal } from "../../../../contracts/valuation.ts";
import { type Estimate, estimate } from "../comps/estimate.ts";
import type { Market } from "../model/market.ts";
import {
  type Found,
  type Ring,
  RINGS,
  searchRing,
  type SearchSubject,
} from "../comps/search.ts";
import { count, miles, percent } from "../../words.ts";

/** Rings beyond the widest that a refusal looks into for its `fix`. */
const WIDER: readonly Ring[] = (() => {
  const widest = RINGS[RINGS.length - 1];
  return [[1, 48], [1, 60], [2, 36], [2, 60], [4, 60]].map((
    [factor, months],
  ) => ({
    tier: widest.tier + 1,
    radius: widest.radius * factor,
    months,
  }));
})();

/**
 * The comps gates: enough comps above the similarity floor, and prices that agree.
 *
 * @returns null when the comps are accepted, else why not and the nearest thing that would change it
 */
export function compsRefusal(
  market: Market,
  subject: SearchSubject,
  found: Found,
  value: Estimate | null,
): Refusal | null {
  const { min_comps, similarity_floor, dispersion_iqr_max } = COMPS;
  if (!Number.isFinite(subject.x + subject.y)) {
    return {
      code: "missing_facts",
      reason:
        "the county has no position (lat, lon) on record, so nearby sales cannot be found",
      fix: "a snapshot whose records have the position",
    };
  }
  const { ring, candidates, aboveFloor } = found;
  const where = `within ${miles(ring.radius)} and ${ring.months} months`;
  if (aboveFloor < min_comps) {
    const fix = widerFix(market, subject);
    return candidates < min_comps
      ? {
        code: "too_few_comps",
        reason: `${
          count(candidates, "sale")
        } of this type ${where}, ${min_comps} needed`,
        fix,
      }
      : {
        code: "low_similarity",
        reason:
          `${aboveFloor} of ${candidates} sales ${where} reach similarity ${similarity_floor}, ${min_comps} needed`,
        fix,
      };
  }
  if (value!.iqrShare <= dispersion_iqr_max) return null;
  return {
    code: "dispersion",
    reason: `the middle half of ${
      count(found.sales.length, "comp")
    } spreads over ${percent(value!.iqrShare)} of their median, at most ${
      percent(dispersion_iqr_max)
    } allowed`,
    fix: narrowerFix(market, subject, found),
  };
}

/** The nearest wider search that would find enough comps. */
function widerFix(
  market: Market,
  subject: SearchSubject,
): string {
  for (const ring of WIDER) {
    const { aboveFloor } = searchRing(market, subject, ring);
    if (aboveFloor < COMPS.min_comps) continue;
    const widest = RINGS[RINGS.length - 1];
    const to = [
      ring.radius > widest.radius && miles(ring.radius),
      ring.months > widest.months && `${ring.months} months`,
    ].filter((part) => part !== false);
    return `widen to ${to.join(" and ")}: ${count(aboveFloor, "comp")}`;
  }
  const last = WIDER[WIDER.length - 1];
  const { aboveFloor } = searchRing(market, subject, last);
  return `no wider search helps: ${count(aboveFloor, "comp")} within ${
    miles(last.radius)
  } and ${last.months} months`;
}

/** The least narrowing whose comps agree: a narrower ring, else only the most similar. */
function narrowerFix(
  market: Market,
  subject: SearchSubject,
  found: Found,
): string {
  const { min_comps, dispersion_iqr_max } = COMPS;
  for (
    const ring of RINGS.filter(({ tier }) => tier < found.ring.tier)
      .toReversed()
  ) {
    const narrower = searchRing(market, subject, ring);
    const value = estimate(market, subject, narrower);
    if (
      value && narrower.aboveFloor >= min_comps &&
      value.iqrShare <= dispersion_iqr_max
    ) {
      return `narrow to ${miles(ring.radius)} and ${ring.months} months: ${
        count(narrower.sales.length, "comp")
      } with a spread of ${percent(value.iqrShare)}`;
    }
  }
  for (let keep = found.sales.length - 1; keep >= min_comps; keep--) {
    const value = estimate(market, subject, {
      ...found,
      sales: found.sales.slice(0, keep),
      similarity: found.similarity.slice(0, keep),
    });
    if (value && value.iqrShare <= dispersion_iqr_max) {
      return `keep only the ${keep} most similar (similarity ${
        found.similarity[keep - 1].toFixed(2)
      } and up): a spread of ${percent(value.iqrShare)}`;
    }
  }
  return `no choice of ${min_comps} or more of these comps agrees; have the property appraised`;
}
