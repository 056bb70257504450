import { COMPS, GATES } from "../../../../contracts/constants/valuation.ts";
import type {
  Refusal,
  ValuationState,
} from "../../../../contracts/valuation.ts";
import type { SegmentResult } from "../../calibration/segments.ts";
import { count } from "../../words.ts";

/** Everything the state of a valuation depends on. */
export interface StateFacts {
  /** Why the subject can have no value at all: type, county, missing facts, no property. */
  readonly subjectRefusal: Refusal | null;
  /** Why the comps are refused. */
  readonly compsRefusal: Refusal | null;
  /** 0-100, of the comps. */
  readonly confidence: number;
  /** Whether the price model can give a value. */
  readonly priceModelUsable: boolean;
  /** Whether the area has sales to give context from. */
  readonly areaKnown: boolean;
  /** What the segment's backtest showed; undefined when the snapshot is not calibrated for it. */
  readonly segment: SegmentResult | undefined;
  /** The segment in a sentence: `single-family houses in Orland township`. */
  readonly segmentWords: string;
  /** Days between the newest validated sale and the day to answer for. */
  readonly age: number;
}

/** A state with its reasons in words, and what the value rests on. */
export interface StateDecision {
  readonly state: ValuationState;
  readonly reasons: readonly string[];
  readonly refusal: Refusal | null;
  /** Null where no value is shown. */
  readonly basis: "comps" | "price_model" | null;
}

/** What a value rests on: comps where they are accepted and confident enough, else the price model where it has enough sales. */
export function basisOf(
  { compsRefusal, confidence, priceModelUsable }: Pick<
    StateFacts,
    "compsRefusal" | "confidence" | "priceModelUsable"
  >,
): StateDecision["basis"] {
  const drives = !compsRefusal &&
    confidence >= COMPS.confidence_drives_arv;
  return drives ? "comps" : priceModelUsable ? "price_model" : null;
}

/**
 * Decides the state in this order.
 *
 * 1. `unscored`: the subject itself rules a value out. A bare point has no property but may
 *    still have an area: then `area-context`.
 * 2. `suppressed`: the segment's calibration says so, or neither comps nor a fallback give a value.
 *    The fallbacks of refused or weak comps are the price model, then the area's medians.
 * 3. `stale`: the newest sale is too old. Whatever value there is, is still shown.
 * 4. `area-context`: only the area's medians are left.
 * 5. `hedonic`: the price model gives the value, because comps were refused or their confidence is low.
 * 6. `range-only`: comps drive the value; the segment has not passed the point gate.
 * 7. `point-actionable`: comps drive the value and the segment passed.
 */
export function decideState(facts: StateFacts): StateDecision {
  const { segment, segmentWords } = facts;
  const impossible = impossibleState(facts);
  if (impossible) return impossible;
  const basis = basisOf(facts);
  const { refusal, reasons } = compsShortfall(facts, basis);
  if (!basis && !facts.areaKnown) {
    return { state: "suppressed", reasons, refusal, basis };
  }
  const { stale_days } = GATES;
  if (facts.age > stale_days) {
    const age = count(facts.age, "day");
    return {
      state: "stale",
      reasons: [
        `the newest sale is ${age} old, more than ${stale_days}`,
        ...reasons,
      ],
      refusal,
      basis,
    };
  }
  if (!basis) return { state: "area-context", reasons, refusal, basis };
  if (basis === "price_model") {
    return { state: "hedonic", reasons, refusal, basis };
  }
  if (segment?.gate === "point") {
    return {
      state: "point-actionable",
      reasons: [`the backtest of ${segmentWords} passed the point gate`],
      refusal: null,
      basis,
    };
  }
  const reason = segment
    ? `the backtest of ${segmentWords} did not pass the point gate: ${
      segment.reasons.join("; ")
    }`
    : "not calibrated: this snapshot has no backtest for the segment, so only a range may be shown";
  return { state: "range-only", reasons: [reason], refusal: null, basis };
}

/** The state where the subject or its segment's calibration rules a value out; null where neither does. */
function impossibleState(
  { subjectRefusal, areaKnown, segment, segmentWords }: StateFacts,
): StateDecision | null {
  if (subjectRefusal) {
    const area = subjectRefusal.code === "no_property" && areaKnown;
    return {
      state: area ? "area-context" : "unscored",
      reasons: [subjectRefusal.reason],
      refusal: subjectRefusal,
      basis: null,
    };
  }
  if (segment?.gate !== "suppress") return null;
  const reason = `the backtest of ${segmentWords} does not allow a value: ${
    segment.reasons.join("; ")
  }`;
  return {
    state: "suppressed",
    reasons: [reason],
    refusal: {
      code: "segment_suppressed",
      reason,
      fix: "a snapshot with more sales of this segment",
    },
    basis: null,
  };
}

/** Why comps do not drive the value, if they do not. */
function compsShortfall(
  { compsRefusal, confidence }: StateFacts,
  basis: StateDecision["basis"],
): Pick<StateDecision, "refusal" | "reasons"> {
  if (compsRefusal) {
    return { refusal: compsRefusal, reasons: [compsRefusal.reason] };
  }
  if (basis === "comps") return { refusal: null, reasons: [] };
  const reason = `comps confidence ${
    Math.min(Math.round(confidence), COMPS.confidence_drives_arv - 1)
  } is below ${COMPS.confidence_drives_arv}, so comps do not drive the value`;
  return {
    // With no price model to fall back on, comps too weak to drive are comps refused.
    refusal: basis ? null : {
      code: "low_similarity",
      reason,
      fix: "more, or more similar, sales near the property",
    },
    reasons: [reason],
  };
}
