import type { SnapshotData } from "../../engine/snapshot.ts";
import {
  ASSUMPTION_NAMES,
  type AssumptionName,
} from "../../../contracts/assumptions.ts";
import type {
  Assumed,
  ResolvedAssumptions,
  Underwriting as Fields,
} from "../../../contracts/underwriting.ts";
import { renovationPremium } from "../../engine/underwriting/value_span.ts";
import { houseHackOf } from "../../engine/underwriting/house_hack.ts";
import { movedResult, moversOf } from "../../engine/underwriting/movers.ts";
import { rangesOf } from "../../engine/underwriting/ranges.ts";
import type { Underwriting } from "../../engine/underwriting/underwrite.ts";
import { roundTo } from "../../engine/rounding.ts";
import { valuationId } from "../../engine/valuation/valuation_id.ts";
import { UNDERWRITE_METHOD } from "../../../contracts/version.ts";
import { exactFigures, NO_FIGURES } from "./exact.ts";
import { financingFields } from "./financing_fields.ts";
import { rangeFields, spanFields } from "./metric_fields.ts";
import { outlookFields } from "./outlook_fields.ts";
import { proFormaRange } from "./pro_forma_range.ts";
import { rentFields } from "./rent_fields.ts";
import { sourcesOf } from "./sources.ts";
import { targetFields } from "./target_fields.ts";
import { taxFields } from "./tax_fields.ts";
import { timelineFields } from "./timeline_fields.ts";

/** What an underwriting does not know by itself: what risk says, and which preset was applied. */
export type Beside = Pick<Fields, "risk" | "preset">;

/** Returns an underwriting as callers see it. */
export function underwritingFields(
  snapshot: SnapshotData,
  underwriting: Underwriting,
  beside: Beside,
): Fields {
  const { inputs, strategy, deal, isExact, missing, scores, valuation } =
    underwriting;
  const { terms, figures, tax } = inputs;
  const sources = sourcesOf(inputs, strategy);
  const price = figures.purchase_price;
  const ranges = isExact || deal === null
    ? null
    : rangeFields(rangesOf(inputs, strategy));
  return {
    strategy,
    analysis_id: analysisId(underwriting),
    ...beside,
    assumptions: assumptionFields(underwriting),
    financing_type: terms.type,
    financing: deal && financingFields(deal.deal, inputs, sources),
    property_tax: tax &&
      taxFields(tax, price, terms.preset.owner_occupied),
    rent: rentFields(snapshot, inputs, strategy),
    missing: [...missing],
    strategy_scores: {
      flip: mutable(scores.flip),
      brrrr: mutable(scores.brrrr),
      hold: mutable(scores.hold),
      section8: mutable(scores.section8),
    },
    ranges,
    withheld: isExact ? null : {
      state: valuation.state,
      reason: withheldReason(underwriting),
      fields: Object.keys(NO_FIGURES),
    },
    values: valuesFields(underwriting),
    targets: targetFields(underwriting),
    moves_most: moversOf(inputs, strategy).map((mover) => ({
      ...mover,
      swing: roundTo(mover.swing, 0),
      result: movedResult(strategy),
    })),
    outlook: outlookFields(underwriting),
    house_hack: houseHackFields(underwriting),
    timeline: timelineFields(underwriting),
    pro_forma_range: isExact ? null : proFormaRange(inputs, strategy, sources),
    ...(isExact && deal ? exactFigures(deal, strategy, sources) : NO_FIGURES),
  };
}

function mutable({ score, read }: Underwriting["scores"]["flip"]) {
  return { score, read: { ...read, reasons: [...read.reasons] } };
}

/** Names the value, every assumption and the terms: equal ids are equal numbers. */
function analysisId({ valuation, strategy, inputs }: Underwriting): string {
  const { figures, rents, terms, building } = inputs;
  const numbers = ASSUMPTION_NAMES.map((name) => {
    const figure = name === "rent_override" ? rents[strategy] : figures[name];
    return [name, figure && [figure.value, figure.low, figure.high]];
  });
  const id = valuationId({
    underwrite: UNDERWRITE_METHOD,
    valuation: valuation.valuationId,
    strategy,
    terms: [terms.type, terms.purchase, terms.takeout],
    units: building.units,
    numbers: Object.fromEntries(numbers),
  });
  return id.replace("val_", "ana_");
}

/** Every input of the deal, by the name that sets it. */
function assumptionFields(
  { inputs, strategy, missing, valuation }: Underwriting,
): ResolvedAssumptions {
  const fieldsOf = (name: AssumptionName): Assumed => {
    const figure = name === "rent_override"
      ? inputs.rents[strategy]
      : inputs.figures[name];
    if (figure === null) {
      const reason = missing.find(({ field }) => field === name)?.reason;
      return {
        value: null,
        low: null,
        high: null,
        source: null,
        note: reason ?? "not in the county's records",
        as_of: null,
      };
    }
    const { low, high, source, note, asOf } = figure;
    const isStandIn = name === "arv" && source === "model" &&
      valuation.arv === null;
    const value = isStandIn ? null : figure.value;
    return { value, low, high, source, note, as_of: asOf };
  };
  return Object.fromEntries(
    ASSUMPTION_NAMES.map((name) => [name, fieldsOf(name)]),
  ) as ResolvedAssumptions;
}

/** The value as recorded, and with what the rehab buys. */
function valuesFields(
  { valuation: { arv, fallback }, inputs }: Underwriting,
): Fields["values"] {
  const { figures, building, renovationShare, request } = inputs;
  const asIs = arv ? { low: arv.conservative, high: arv.aggressive } : fallback;
  if (asIs === null || figures.arv === null) return null;
  const { custom } = request;
  const premium = renovationPremium(building, renovationShare);
  return {
    as_is: { low: asIs.low, high: asIs.high },
    after_repair: { low: figures.arv.low, high: figures.arv.high },
    note: custom.arv !== undefined
      ? "the after-repair value is your own"
      : premium > 0
      ? `the rehab adds ${
        roundTo(renovationShare * 100, 0)
      }% of a full renovation, which adds ${roundTo(premium * 100, 1)}%`
      : "no rehab that adds to the value: both are the property as the county records it",
  };
}

function houseHackFields(underwriting: Underwriting): Fields["house_hack"] {
  const { inputs, withLoan, isExact } = underwriting;
  const found = houseHackOf(inputs, withLoan, isExact);
  return found && {
    rent_instead: spanFields(found.rentInstead, 0),
    options: found.options.map(({ loan, cashToClose, monthlyCost }) => ({
      financing_type: loan,
      cash_to_close: roundTo(cashToClose, 0),
      monthly_cost: spanFields(monthlyCost, 0),
    })),
  };
}

const AND = new Intl.ListFormat("en-US");

function withheldReason({ valuation, inputs, missing }: Underwriting): string {
  const { state, stateReasons } = valuation;
  const why = stateReasons.length > 0 ? `: ${stateReasons.join("; ")}` : "";
  const lacking = missing.map(({ field }) => field)
    .filter((field) => field !== "arv");
  const shown = lacking.length > 0
    ? `Give ${AND.format(lacking)} for ranges of cash flow and returns.`
    : inputs.figures.arv === null
    ? "Cash flow and returns are ranges over likely rent, vacancy, tax and upkeep; figures that need a value are left out."
    : valuation.arv === null
    ? "Figures are ranges over the fallback's range in place of a value, and over likely rent, vacancy, tax and upkeep."
    : "Figures are ranges over likely value, rent, vacancy, tax and upkeep.";
  return `The value is ${state}${why}. ${shown}`;
}
