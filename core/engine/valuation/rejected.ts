import { CONSTANTS } from "../../../contracts/constants.ts";
import { metersBetween } from "../geo/projection.ts";
import { REJECTIONS } from "../sales/validate.ts";
import type { SnapshotData } from "../snapshot.ts";
import { codeAt, MODELLED_TYPES } from "../tables.ts";
import { DAYS_A_MONTH } from "./calendar.ts";
import type { Market } from "./market.ts";
import { otherSales, reasonOf } from "./other_sales.ts";
import { type Excluded, type Found, type SearchSubject } from "./search.ts";
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

/** A sale that did not count, kept because it came near to it. */
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

/** The count and the best few of each reason; makes an object only for those it keeps. */
class Tally {
  readonly counts: Record<string, number> = {};
  readonly best = new Map<string, Candidate[]>();

  add(
    reason: string,
    row: number,
    sale: number,
    distance: number,
    age: number,
    rank: number,
  ): void {
    this.counts[reason] = (this.counts[reason] ?? 0) + 1;
    let best = this.best.get(reason);
    if (!best) this.best.set(reason, best = []);
    // Ties keep the earlier row.
    let at = best.length;
    while (
      at > 0 && (rank > best[at - 1].rank ||
        (rank === best[at - 1].rank && row < best[at - 1].row))
    ) at--;
    if (at === KEPT) return;
    best.splice(at, 0, { row, sale, distance, age, rank });
    if (best.length > KEPT) best.pop();
  }
}

/** Candidates kept of each reason. */
const KEPT = 4;

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
  const tally = new Tally();
  MODELLED_TYPES.forEach((_, type) =>
    evidence.near[type].within(
      subject.x,
      subject.y,
      type === subject.type ? radius : ring.radius,
      type === subject.type ? from : asOf - windowDays,
      asOf,
      (sale) => {
        if (sale >= count || accepted.has(sale)) return;
        const distance = metersBetween(
          evidence.x[sale],
          evidence.y[sale],
          subject.x,
          subject.y,
        );
        const age = asOf - evidence.day[sale];
        const row = evidence.row[sale];
        if (type !== subject.type) {
          return tally.add(
            "different_type",
            row,
            sale,
            distance,
            age,
            -distance,
          );
        }
        if (excluded(sale)) {
          return tally.add(
            "own_recent_sale",
            row,
            sale,
            distance,
            age,
            -distance,
          );
        }
        const log = logSimilarity(
          subject.features,
          evidence.features,
          sale,
          distance,
          age,
          subject.surface - fitted[sale],
          floor,
        );
        const near = distance <= ring.radius;
        const recent = age <= windowDays;
        if (log < floor && !(near && recent)) return;
        const reason: SearchReason = log < floor
          ? "below_similarity"
          : !near
          ? "too_far"
          : !recent
          ? "too_old"
          : "less_similar";
        tally.add(reason, row, sale, distance, age, log);
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
      const distance = metersBetween(
        others.x[point],
        others.y[point],
        subject.x,
        subject.y,
      );
      const age = asOf - snapshot.tables.sales.sale_date[row];
      tally.add(reasonOf(snapshot, row), row, -1, distance, age, -distance);
    },
  );

  const shown = [...tally.best.keys()].sort().flatMap((reason) =>
    tally.best.get(reason)!.map((candidate, nth) => ({
      reason,
      candidate,
      nth,
    }))
  )
    // One of each reason before a second of any.
    .sort((a, b) => a.nth - b.nth)
    .slice(0, CONSTANTS.comps.displayed_rejected)
    .map(({ reason, candidate }): RejectedComp => {
      const { row, sale, distance, age } = candidate;
      const parts = sale < 0 || reason === "different_type"
        ? null
        : similarityParts(
          subject.features,
          evidence.features,
          sale,
          distance,
          age,
          subject.surface - fitted[sale],
        );
      return {
        sale: row,
        distance,
        similarity: parts && product(parts),
        reason,
        detail: wordsFor(snapshot, reason, candidate, parts, found),
      };
    });
  return {
    byReason: Object.fromEntries(Object.entries(tally.counts).sort()),
    shown,
  };
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
        (Math.floor(100 * product(parts!)) / 100).toFixed(2)
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
      return `among ${typeWords(codeAt(snapshot.tables.sales.prop_type, row))}`;
  }
}
