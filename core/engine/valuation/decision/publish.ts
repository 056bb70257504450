import { MODEL_CONFIG, type ModelConfig } from "../../model_config.ts";
import {
  CALIBRATION,
  COMPS,
} from "../../../../contracts/constants/valuation.ts";
import type { Refusal } from "../../../../contracts/valuation.ts";
import {
  applyCalibration,
  type Calibration,
  isCalibrated,
  segmentResult,
  type TooLittleHistory,
} from "../../calibration/calibrate.ts";
import type { SegmentResult } from "../../calibration/segments.ts";
import { basisOf, decideState, type StateDecision } from "./state.ts";
import type { Arv } from "./arv.ts";

/** Low end, value and high end in dollars, not rounded. */
export interface Triple {
  readonly conservative: number;
  readonly base: number;
  readonly aggressive: number;
}

/** The engine's estimates of a property, before what may be shown of it is decided. */
export interface RawEstimate {
  /** Township x property type. */
  readonly segment: string;
  /** Why the subject can have no value at all. */
  readonly subjectRefusal: Refusal | null;
  /** Why the comps are refused. */
  readonly compsRefusal: Refusal | null;
  /** Null without comps. The ends are their own spread. */
  readonly comps:
    | (Triple & {
      /** Interquartile range over the median. */
      readonly iqrShare: number;
      /** 0-100, where there is no calibration. */
      readonly uncalibrated: number;
    })
    | null;
  /** Null where the price model has seen too little. The ends are its residuals'. */
  readonly priceModel: Triple | null;
  /** The error (log) to be expected here, relative to elsewhere. */
  readonly scale: number;
  /** Whether the area has sales to give context from. */
  readonly areaKnown: boolean;
}

/** What may be shown. */
export interface Publication {
  readonly decision: StateDecision;
  /** The engine's value, also where the state shows none. */
  readonly value: Arv | null;
  /** The value where it may be shown: never beside a refusal. */
  readonly arv: Arv | null;
  /** 0-100, in `value`; null without one. */
  readonly confidence: number | null;
  /** What the segment's backtest showed; undefined where there was none. */
  readonly segment: SegmentResult | undefined;
}

/** What decides about an estimate besides itself. */
export interface PublishOptions {
  /** Null where the snapshot has not been backtested. */
  readonly learned: Calibration | TooLittleHistory | null;
  /** Days between the newest sale and the day to answer for. */
  readonly age: number;
  /** How much wider (log) than usual the interval has to be; default 1. */
  readonly widening?: number;
  /** The segment in a sentence; default its key. */
  readonly segmentWords?: string;
  /** Default `MODEL_CONFIG`. */
  readonly config?: ModelConfig;
}

/** Returns what may be shown of an estimate, decided from what earlier backtests showed. */
export function publish(
  rawEstimate: RawEstimate,
  {
    learned,
    age,
    widening = 1,
    segmentWords = rawEstimate.segment,
    config = MODEL_CONFIG,
  }: PublishOptions,
): Publication {
  const { priceModel } = rawEstimate;
  const calibration = learned && isCalibrated(learned) ? learned : null;
  const segment = learned
    ? segmentResult(learned, rawEstimate.segment)
    : undefined;
  const facts = {
    subjectRefusal: rawEstimate.subjectRefusal,
    compsRefusal: rawEstimate.compsRefusal,
    confidence: compsConfidence(rawEstimate, calibration, config),
    priceModelUsable: priceModel !== null,
    areaKnown: rawEstimate.areaKnown,
    segment,
    segmentWords,
    age,
  };
  const decision = decideState(facts);
  const basis = rawEstimate.subjectRefusal ? null : basisOf(facts);
  const value = basis && arvOf(rawEstimate, basis, calibration, widening);
  const shown = decision.basis === null || decision.refusal ? null : value;
  return {
    decision,
    segment,
    value,
    arv: shown,
    confidence: value && (basis === "comps"
      ? facts.confidence
      // A value that comps do not drive never shows a confidence that would let them.
      : Math.min(
        facts.confidence,
        COMPS.confidence_drives_arv - 0.1,
      )),
  };
}

function arvOf(
  rawEstimate: RawEstimate,
  basis: Arv["basis"],
  calibration: Calibration | null,
  widening: number,
): Arv {
  const value = basis === "comps"
    ? rawEstimate.comps!
    : rawEstimate.priceModel!;
  const ends = calibration
    ? applyCalibration(calibration, { ...rawEstimate, basis, base: value.base })
    : value;
  const widened = (end: number) =>
    Math.round(
      widening === 1 ? end : value.base * (end / value.base) ** widening,
    );
  return {
    conservative: widened(ends.conservative),
    base: Math.round(value.base),
    aggressive: widened(ends.aggressive),
    basis,
    interval: CALIBRATION.interval,
    intervalSource: calibration
      ? "conformal"
      : basis === "comps"
      ? "comp_dispersion"
      : "price_model_dispersion",
  };
}

/**
 * Confidence in the comps, 0-100, rounded down to a tenth so that no score reads as the gate it
 * missed: the calibrated chance that the value is within 20%, less the uncapped penalty for comps
 * that disagree more than that chance can know.
 */
function compsConfidence(
  { comps, segment, scale }: RawEstimate,
  calibration: Calibration | null,
  config: ModelConfig,
): number {
  if (!comps) return 0;
  if (!calibration) return Math.floor(10 * comps.uncalibrated) / 10;
  const { within20 } = applyCalibration(calibration, {
    segment,
    basis: "comps",
    base: comps.base,
    scale,
  });
  const { dispersionFree } = config.calibration;
  const penalty = 100 * Math.max(0, comps.iqrShare - dispersionFree);
  return Math.max(0, Math.floor(10 * (100 * within20 - penalty)) / 10);
}
