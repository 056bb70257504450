import { CONSTANTS } from "../../../contracts/constants.ts";
import { REJECTIONS } from "../sales/validate.ts";
import type { SnapshotData } from "../snapshot.ts";
import { codeAt, MODELLED_TYPES } from "../tables.ts";
import type { Market } from "./market.ts";
import { otherSales, reasonOf } from "./other_sales.ts";
import {
  DAYS_A_MONTH,
  type Excluded,
  type Found,
  type SearchSubject,
} from "./search.ts";
import { logSimilarity, similarityParts } from "./similarity.ts";
import type { RejectedComp } from "./valuation.ts";
import { miles, typeWords } from "./words.ts";

/** Why a sale of the neighbourhood did not count, beside the reasons of sale validation. */
type SearchReason =
  | "own_recent_sale"
  | "below_similarity"
  | "too_far"
  | "too_old"
  | "different_type"
  | "less_similar";

interface Candidate {
  /** Row of `sales`. */
  readonly row: number;
  /** Place in the evidence, or -1. */
  readonly sale: number;
  readonly distance: number;
  readonly age: number;
  /** Sorts candidates of one reason, largest first. */
  readonly rank: number;
}

/** The sales around a search that did not count. */
export interface Rejections {
  /** How many for each reason. */
  readonly byReason: Readonly<Record<string, number>>;
  /** The nearest to counting of each reason, at most `CONSTANTS.comps.displayed_rejected`. */
  readonly shown: readonly RejectedComp[];
}

/**
 * Goes over the searched ring, and a little beyond it (`CONSTANTS.comps.near_miss`), for what did
 * not count and why.
 */
export function rejectedComps(
  snapshot: SnapshotData,
  market: Market,
  subject: SearchSubject,
  found: Found,
  excluded: Excluded,
): Rejections {
  const { evidence, count, asOf, fitted } = market;
  const { ring } = found;
  const { radius_factor, extra_months } = CONSTANTS.comps.near_miss;
  const radius = ring.radius * radius_factor;
  const windowDays = Math.round(ring.months * DAYS_A_MONTH);
  const from = asOf - Math.round((ring.months + extra_months) * DAYS_A_MONTH);
  const floor = Math.log(CONSTANTS.comps.similarity_floor);
  const accepted = new Set(found.sales);
  const reasons = new Map<string, Candidate[]>();
  const counts: Record<string, number> = {};
  const reject = (reason: string, candidate: Candidate) => {
    counts[reason] = (counts[reason] ?? 0) + 1;
    const best = reasons.get(reason);
    if (!best) reasons.set(reason, [candidate]);
    else keepBest(best, candidate);
  };

  MODELLED_TYPES.forEach((_, type) =>
    evidence.near[type].within(
      subject.x,
      subject.y,
      radius,
      from,
      asOf,
      (sale) => {
        if (sale >= count || accepted.has(sale)) return;
        const distance = Math.hypot(
          evidence.x[sale] - subject.x,
          evidence.y[sale] - subject.y,
        );
        const age = asOf - evidence.day[sale];
        const candidate = {
          row: evidence.row[sale],
          sale,
          distance,
          age,
          rank: -distance,
        };
        const inRing = distance <= ring.radius && age <= windowDays;
        if (type !== subject.type) {
          if (inRing) reject("different_type", candidate);
          return;
        }
        if (excluded(sale)) return reject("own_recent_sale", candidate);
        const log = logSimilarity(subject.features, evidence.features, sale, {
          distance,
          age,
          gap: subject.surface - fitted[sale],
        }, floor);
        const ranked = { ...candidate, rank: log };
        if (log < floor) {
          if (inRing) reject("below_similarity", ranked);
        } else if (distance > ring.radius) reject("too_far", ranked);
        else if (age > windowDays) reject("too_old", ranked);
        else reject("less_similar", ranked);
      },
    )
  );
  const others = otherSales(snapshot);
  others.near.within(
    subject.x,
    subject.y,
    ring.radius,
    asOf - windowDays,
    asOf,
    (point) => {
      const row = others.row[point];
      const distance = Math.hypot(
        others.x[point] - subject.x,
        others.y[point] - subject.y,
      );
      reject(reasonOf(snapshot, row), {
        row,
        sale: -1,
        distance,
        age: asOf - snapshot.tables.sales.sale_date[row],
        rank: -distance,
      });
    },
  );

  const shown = [...reasons.keys()].sort().flatMap((reason) =>
    reasons.get(reason)!.map((candidate, nth) => ({ reason, candidate, nth }))
  )
    // One of each reason before a second of any.
    .sort((a, b) => a.nth - b.nth)
    .slice(0, CONSTANTS.comps.displayed_rejected)
    .map(({ reason, candidate }): RejectedComp => {
      const { row, sale, distance, age } = candidate;
      const separation = sale < 0 || reason === "different_type"
        ? null
        : { distance, age, gap: subject.surface - fitted[sale] };
      const parts = separation &&
        similarityParts(subject.features, evidence.features, sale, separation);
      return {
        sale: row,
        distance,
        similarity: parts && product(parts),
        reason,
        detail: wordsFor(snapshot, reason, candidate, parts, found),
      };
    });
  return { byReason: Object.fromEntries(Object.entries(counts).sort()), shown };
}

/** Candidates kept of each reason. */
const KEPT = 4;

/** Keeps the best few, best first; ties keep the earlier row. */
function keepBest(best: Candidate[], candidate: Candidate): void {
  const before = (a: Candidate, b: Candidate) =>
    a.rank > b.rank || (a.rank === b.rank && a.row < b.row);
  const at = best.findIndex((other) => before(candidate, other));
  if (at < 0) {
    if (best.length < KEPT) best.push(candidate);
    return;
  }
  best.splice(at, 0, candidate);
  if (best.length > KEPT) best.pop();
}

function product(parts: Readonly<Record<string, number>>): number {
  return Object.values(parts).reduce((all, part) => all * part, 1);
}

function wordsFor(
  snapshot: SnapshotData,
  reason: string,
  { row, distance, age }: Candidate,
  parts: Readonly<Record<string, number>> | null,
  { ring }: Found,
): string {
  const { own_sale_days, similarity_floor, max_comps } = CONSTANTS.comps;
  if (reason in REJECTIONS) {
    return REJECTIONS[reason as keyof typeof REJECTIONS];
  }
  switch (reason as SearchReason) {
    case "own_recent_sale":
      return `the subject's own sale, less than ${own_sale_days} days old`;
    case "below_similarity": {
      const [least, factor] = Object.entries(parts!)
        .reduce((low, each) => each[1] < low[1] ? each : low);
      return `similarity ${
        product(parts!).toFixed(2)
      } is below ${similarity_floor}; least alike in ${
        least.replaceAll("_", " ")
      } (${factor.toFixed(2)})`;
    }
    case "too_far":
      return `${miles(distance)} away, the search reached ${
        miles(ring.radius)
      }`;
    case "too_old":
      return `sold ${
        Math.round(age / DAYS_A_MONTH)
      } months before, the search reached ${ring.months}`;
    case "less_similar":
      return `the ${max_comps} most similar sales were enough`;
    case "different_type":
      return `among ${
        typeWords(codeAt(snapshot.tables.sales.prop_type, row)) ||
        "properties of no known type"
      }`;
  }
}
