import { COMPS } from "../../../../contracts/constants/valuation.ts";
import { DAYS_A_MONTH } from "../../calendar.ts";
import type { SearchChange } from "./corrections.ts";
import type { Market } from "../model/market.ts";
import { similarityTo } from "./similarity.ts";

/** The subject of a search. */
export interface SearchSubject {
  /** Feature row. */
  readonly features: Float64Array;
  /** Log price the price model gives it, with what its prior sale carries over. */
  readonly predicted: number;
  /** The same by each of the type's fold models. */
  readonly byFold: Float64Array;
  /** Place in `MODELLED_TYPES`. */
  readonly type: number;
  /** Row of `parcels`, whose own sales are no comps. */
  readonly parcel: number;
  /** Meters on the training sales' projection. */
  readonly x: number;
  readonly y: number;
  /** Another search than the engine's own, as the caller asked; null for its own. */
  readonly change?: SearchChange | null;
}

/** A ring of the market: how far and how long ago. */
export interface Ring {
  /** Place in `COMPS.tiers`, from 1. */
  readonly tier: number;
  /** Meters. */
  readonly radius: number;
  readonly months: number;
}

/** What a search found, best first. */
export interface Found {
  readonly ring: Ring;
  /** Sales of the subject's type in the ring. */
  readonly candidates: number;
  /** Sales above the similarity floor, by place in the training sales: at most `maxComps`. */
  readonly sales: readonly number[];
  readonly similarity: readonly number[];
  /** How many were above the floor. */
  readonly aboveFloor: number;
}

/** The rings of the constants contract, narrowest first. */
export const RINGS: readonly Ring[] = COMPS.tiers.map((
  { tier, radius_m, months },
) => ({ tier, radius: radius_m, months }));

/**
 * Searches the narrowest ring that holds enough comps above the similarity floor; the widest when
 * none does.
 */
export function searchComps(
  market: Market,
  subject: SearchSubject,
): Found {
  const own = subject.change?.ring;
  if (own) return searchRing(market, subject, own);
  let found: Found | undefined;
  for (const ring of RINGS) {
    found = searchRing(market, subject, ring);
    if (found.aboveFloor >= market.config.comps.targetComps) break;
  }
  return found!;
}

/** Searches one ring, keeping the most similar sales. Ties keep the earlier sale. */
export function searchRing(
  market: Market,
  subject: SearchSubject,
  ring: Ring,
): Found {
  const { training, fittedNear, count, asOf, config } = market;
  const { maxComps } = config.comps;
  const floor = Math.log(COMPS.similarity_floor);
  const kept = new Int32Array(maxComps);
  const logs = new Float64Array(maxComps);
  let size = 0;
  let candidates = 0;
  let aboveFloor = 0;
  const before = (logA: number, a: number, logB: number, b: number) =>
    logA > logB || (logA === logB && a < b);
  const near = training.near[subject.type];
  const fitted = fittedNear[subject.type];
  const similarity = similarityTo(subject.features, config.comps);
  const nearby = near.within(
    subject.x,
    subject.y,
    ring.radius,
    asOf - Math.round(ring.months * DAYS_A_MONTH),
    asOf,
  );
  for (let i = 0; i < nearby.count; i++) {
    const place = nearby.places[i];
    const sale = near.points[place];
    if (sale >= count || near.parcel[place] === subject.parcel) continue;
    if (subject.change?.excluded.has(near.parcel[place])) continue;
    candidates++;
    const log = subject.change?.pinned.has(near.parcel[place])
      ? 0
      : similarity.log(
        near.compared,
        near.comparedAt(place),
        nearby.distances[i],
        asOf - near.days[place],
        subject.predicted - fitted[place],
        floor,
      );
    if (log < floor) continue;
    aboveFloor++;
    const full = size === maxComps;
    if (full && !before(log, sale, logs[size - 1], kept[size - 1])) continue;
    let at = full ? size - 1 : size++;
    while (at > 0 && before(log, sale, logs[at - 1], kept[at - 1])) {
      logs[at] = logs[at - 1];
      kept[at] = kept[at - 1];
      at--;
    }
    logs[at] = log;
    kept[at] = sale;
  }
  return {
    ring,
    candidates,
    sales: Array.from(kept.subarray(0, size)),
    similarity: Array.from(logs.subarray(0, size), Math.exp),
    aboveFloor,
  };
}
