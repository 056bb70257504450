import { COMPS } from "../../../../contracts/constants/valuation.ts";
import { REJECTIONS } from "../../sales/validate.ts";
import type { SnapshotData } from "../../snapshot.ts";
import { codeAt } from "../../tables.ts";
import { DAYS_A_MONTH } from "../../calendar.ts";
import type { Market } from "../model/market.ts";
import { otherSales } from "../training/other_sales.ts";
import type { Found, SearchSubject } from "./search.ts";
import { similarityTo } from "./similarity.ts";
import type { RejectedComp } from "./comp.ts";
import { miles, typeWords } from "../../words.ts";

/** Why a sale of the neighborhood did not count, besides the reasons of sale validation. */
type SearchReason =
  | "excluded"
  | "prior_sale"
  | "below_similarity"
  | "too_far"
  | "too_old"
  | "different_type"
  | "less_similar";

/** A sale that did not count, kept because it came near to it. */
interface Candidate {
  /** Row of `sales`. */
  readonly row: number;
  /** Place in the training sales, or -1. */
  readonly sale: number;
  readonly distance: number;
  readonly age: number;
  /** Sorts candidates of one reason, largest first. */
  readonly rank: number;
}

/** How many sales of one reason there are, and the few that came nearest. */
class Tally {
  count = 0;
  readonly best: Candidate[] = [];

  /** @param kept how many are kept at most */
  constructor(readonly kept: number) {}

  /** Counts a sale; true when it may be among the best and is worth an object. */
  counts(rank: number): boolean {
    this.count++;
    return this.best.length < this.kept ||
      rank >= this.best[this.kept - 1].rank;
  }

  /** Takes a sale among the best if it is. Ties keep the earlier row. */
  keep(sale: Candidate): void {
    const { best } = this;
    let at = best.length;
    while (
      at > 0 && (sale.rank > best[at - 1].rank ||
        (sale.rank === best[at - 1].rank && sale.row < best[at - 1].row))
    ) {
      if (at < this.kept) best[at] = best[at - 1];
      at--;
    }
    if (at < this.kept) best[at] = sale;
  }
}

/** Candidates kept of each reason; of those that the caller excluded, all. */
const KEPT = 4;
const KEPT_EXCLUDED = 50;

/** The sales around a search that did not count. */
export interface Rejections {
  /** How many for each reason. */
  readonly byReason: Readonly<Record<string, number>>;
  /** Returns those that the caller excluded, then the nearest to counting of each reason; at most `COMPS.displayed_rejected`, or the excluded. */
  shown(): readonly RejectedComp[];
}

/**
 * Goes over the searched ring, and a little beyond it (`nearMiss` of the model config), for what did
 * not count and why.
 */
export function rejectedComps(
  snapshot: SnapshotData,
  market: Market,
  subject: SearchSubject,
  found: Found,
): Rejections {
  const counted = [...tallied(snapshot, market, subject, found)]
    .filter(([, { count }]) => count > 0)
    .sort(([a], [b]) => a < b ? -1 : 1);
  return {
    byReason: Object.fromEntries(
      counted.map(([reason, { count }]) => [reason, count]),
    ),
    shown: () => shownOf(counted, snapshot, market, subject, found),
  };
}

/** Returns the sales that came nearest to counting, with the reason in words. */
function shownOf(
  counted: readonly (readonly [string, Tally])[],
  snapshot: SnapshotData,
  { training, fitted, config }: Market,
  subject: SearchSubject,
  found: Found,
): RejectedComp[] {
  const similarity = similarityTo(subject.features, config.comps);
  return counted.flatMap(([reason, { best }]) =>
    best.map((candidate, nth) => ({
      reason,
      candidate,
      nth: reason === "excluded" ? -1 : nth,
    }))
  )
    // One of each reason before a second of any.
    .sort((a, b) => a.nth - b.nth)
    .filter(({ nth }, i) => nth < 0 || i < COMPS.displayed_rejected)
    .map(({ reason, candidate }): RejectedComp => {
      const { row, sale, distance, age } = candidate;
      const parts = sale < 0 || reason === "different_type"
        ? null
        : similarity.parts(training.featuresOf(sale), {
          distance,
          age,
          model: subject.predicted - fitted[sale],
        });
      return {
        sale: row,
        distance,
        similarity: parts && product(parts),
        reason,
        detail: wordsFor(
          snapshot,
          reason,
          candidate,
          parts,
          found,
          config.comps.maxComps,
        ),
      };
    });
}

/** What did not count, by reason. */
class Tallies extends Map<string, Tally> {
  of(reason: string): Tally {
    let tally = this.get(reason);
    if (!tally) {
      tally = new Tally(reason === "excluded" ? KEPT_EXCLUDED : KEPT);
      this.set(reason, tally);
    }
    return tally;
  }
}

/** Counts what did not count, by reason. */
function tallied(
  snapshot: SnapshotData,
  market: Market,
  subject: SearchSubject,
  found: Found,
): ReadonlyMap<string, Tally> {
  const tallies = new Tallies();
  tallySearched(tallies, market, subject, found);
  tallyOthers(tallies, snapshot, market.asOf, subject, found);
  return tallies;
}

/** Counts valid sales that the search left out. */
function tallySearched(
  tallies: Tallies,
  { training, count, asOf, fittedNear, config }: Market,
  subject: SearchSubject,
  { ring, sales }: Found,
): void {
  const { radiusFactor, extraMonths } = config.comps.nearMiss;
  const windowDays = Math.round(ring.months * DAYS_A_MONTH);
  const from = asOf - Math.round((ring.months + extraMonths) * DAYS_A_MONTH);
  const floor = Math.log(COMPS.similarity_floor);
  const accepted = new Set(sales);
  const tallyOf = (reason: SearchReason) => tallies.of(reason);
  const excluded = tallyOf("excluded");
  const own = tallyOf("prior_sale");
  const unlike = tallyOf("below_similarity");
  const far = tallyOf("too_far");
  const old = tallyOf("too_old");
  const surplus = tallyOf("less_similar");
  const otherType = tallyOf("different_type");
  const similarity = similarityTo(subject.features, config.comps);
  training.near.forEach((near, type) => {
    const sameType = type === subject.type;
    const fitted = fittedNear[type];
    const nearby = near.within(
      subject.x,
      subject.y,
      sameType ? ring.radius * radiusFactor : ring.radius,
      sameType ? from : asOf - windowDays,
      asOf,
    );
    for (let i = 0; i < nearby.count; i++) {
      const place = nearby.places[i];
      const sale = near.points[place];
      if (sale >= count) continue;
      const distance = nearby.distances[i];
      const age = asOf - near.days[place];
      let tally = otherType;
      let rank = -distance;
      if (near.parcel[place] === subject.parcel) tally = own;
      else if (subject.change?.excluded.has(near.parcel[place])) {
        tally = excluded;
      } else if (sameType) {
        rank = similarity.log(
          near.compared,
          near.comparedAt(place),
          distance,
          age,
          subject.predicted - fitted[place],
          floor,
        );
        const close = distance <= ring.radius;
        const recent = age <= windowDays;
        if (rank < floor ? !(close && recent) : accepted.has(sale)) continue;
        tally = rank < floor ? unlike : !close ? far : !recent ? old : surplus;
      }
      if (!tally.counts(rank)) continue;
      tally.keep({ row: training.row[sale], sale, distance, age, rank });
    }
  });
}

/** Counts sales that are not eligible as comps: those that the validation rejected. */
function tallyOthers(
  tallies: Tallies,
  snapshot: SnapshotData,
  asOf: number,
  { x, y }: SearchSubject,
  { ring }: Found,
): void {
  const { reasons, reason, row, near } = otherSales(snapshot);
  const byReason = reasons.map((each) => tallies.of(each));
  const from = asOf - Math.round(ring.months * DAYS_A_MONTH);
  const nearby = near.within(x, y, ring.radius, from, asOf);
  for (let i = 0; i < nearby.count; i++) {
    const place = nearby.places[i];
    const distance = nearby.distances[i];
    const tally = byReason[reason[place]];
    if (!tally.counts(-distance)) continue;
    tally.keep({
      row: row[place],
      sale: -1,
      distance,
      age: asOf - near.days[place],
      rank: -distance,
    });
  }
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
  maxComps: number,
): string {
  const { similarity_floor } = COMPS;
  if (reason in REJECTIONS) {
    return REJECTIONS[reason as keyof typeof REJECTIONS];
  }
  switch (reason as SearchReason) {
    case "excluded":
      return "excluded by you";
    case "prior_sale":
      return "a prior sale of the subject itself, which is never a comp";
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
        Math.ceil(age / DAYS_A_MONTH)
      } months before, the search reached ${ring.months}`;
    case "less_similar":
      return `the ${maxComps} most similar sales were used`;
    case "different_type":
      return `of another type: it counts among ${
        typeWords(codeAt(snapshot.tables.sales.prop_type, row))
      }`;
  }
}
