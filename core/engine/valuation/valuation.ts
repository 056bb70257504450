import type { Read, Strategy, Warning } from "../../../contracts/envelope.ts";
import type { Refusal, ValuationState } from "../../../contracts/valuation.ts";
import type { ResolvedSubject } from "../subject/resolve.ts";
import type {
  Comp,
  Dispersion,
  PriorSaleFacts,
  RejectedComp,
  SearchSummary,
} from "./comps/comp.ts";
import type { FactsAt } from "./comps/lines.ts";
import type { AreaContext, Arv } from "./decision/arv.ts";
import type { Fallback } from "./decision/fallback.ts";
import type { RawEstimate } from "./decision/publish.ts";

/** A valuation with its explanation. The same on every interface. */
export interface Valuation {
  /** What was valued. */
  readonly subject: ResolvedSubject;
  /** The facts it was valued with: the record's, or as the caller corrected them; null without a property. */
  readonly facts: FactsAt | null;
  /** Strategy the `read` is for. */
  readonly strategy: Strategy;
  /** Equal ids replay to equal numbers. */
  readonly valuationId: string;
  /** What engine and market say, before what may be shown is decided. */
  readonly rawEstimate: RawEstimate;
  /** What may be shown of it. */
  readonly state: ValuationState;
  /** Why it is in this state, in words. */
  readonly stateReasons: readonly string[];
  /** Why the comps, or the subject itself, allow no value; with what would change it. */
  readonly refusal: Refusal | null;
  /** Null where the state shows no value, and beside a refusal. */
  readonly arv: Arv | null;
  /** The range that stands in for a refused value; null where nothing was refused or nothing may stand in. */
  readonly fallback: Fallback | null;
  /** Null without one, or without a value. */
  readonly priorSale: PriorSaleFacts | null;
  /** Null where the area has too few sales. */
  readonly areaContext: AreaContext | null;
  /** 0-100; null when there is no number to be confident in. */
  readonly confidence: number | null;
  /** ISO date of the newest fact used. */
  readonly asOf: string;
  /** `model` of `model_versions`. */
  readonly modelVersion: string;
  /** To be shown wherever a person sees the number. */
  readonly disclosure: string;
  /** What the reader must know about the numbers. */
  readonly warnings: readonly Warning[];
  /** The one verdict. */
  readonly read: Read;
  /** `township/prop_type`, the unit of calibration. */
  readonly segment: string;
  /** Where comps were looked for. */
  readonly search: SearchSummary;
  /** How far the comps agree; null without comps. */
  readonly dispersion: Dispersion | null;
  /** The most similar that counted, at most `COMPS.displayed`. */
  readonly comps: readonly Comp[];
  /** Near ones that did not count. */
  readonly rejected: readonly RejectedComp[];
  /** How many did not count, by reason code. */
  readonly rejectedByReason: Readonly<Record<string, number>>;
}
