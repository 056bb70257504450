import { doesNotMatch, equal, match } from "node:assert/strict";
import { UnderwriteOutput } from "../../contracts/underwriting.ts";
import { ValuationState } from "../../contracts/valuation.ts";
import { dealLines } from "../../core/answers/deal_lines.ts";
import { money } from "../../cli/format.ts";
import {
  renderUnderwrite,
  renderUnderwriteFull,
} from "../../cli/render/underwrite.ts";
import {
  envelopeOf,
  valuationFieldsOf,
} from "../../core/answers/valuation_fields.ts";
import {
  shown,
  SNAPSHOT,
  TODAY,
  valuationIn,
} from "../engine/underwriting/subjects.ts";

/** An underwriting of the same two-flat, its value in a given state. */
function answerIn(state: ValuationState): UnderwriteOutput {
  const valuation = valuationIn(state);
  const { answer, read, warnings } = shown(SNAPSHOT, valuation, {
    strategy: "brrrr",
    custom: { purchase_price: 210_000, rehab_budget: 30_000 },
    today: TODAY,
  });
  return UnderwriteOutput.parse({
    ...envelopeOf(valuation, warnings),
    model_version: "test",
    ...valuationFieldsOf(SNAPSHOT, valuation),
    ...answer,
    read,
    what_if: null,
  });
}

/** Renders at a width. */
function renderAt(width: number, answer: UnderwriteOutput): string {
  Deno.env.set("COLUMNS", String(width));
  try {
    return renderUnderwriteFull(answer);
  } finally {
    Deno.env.delete("COLUMNS");
  }
}

const EXACT = [
  "Five years",
  "As a flip",
  "As a BRRRR",
  "Offers",
  "Break-evens",
  "First year as a rental",
  "If price, rate or rent differ",
];

Deno.test("renderUnderwriteFull() shows exact figures only in state point-actionable", () => {
  for (const state of ValuationState.options) {
    const answer = answerIn(state);
    const text = renderAt(100, answer);
    match(text, new RegExp(state));
    doesNotMatch(text, /undefined|NaN|Infinity|null|\[object/, state);
    for (const section of EXACT) {
      equal(
        text.includes(section),
        state === "point-actionable",
        `${state}: ${section}`,
      );
    }
    equal(text.includes("Withheld"), state !== "point-actionable", state);
    equal(
      text.includes("at both ends"),
      state !== "point-actionable",
      state,
    );
  }
});

Deno.test("renderUnderwriteFull() writes the figures of the answer", () => {
  const answer = answerIn("point-actionable");
  const text = renderAt(100, answer);
  const { metrics, cashflow, suggested_offer, financing } = answer;
  for (
    const figure of [
      metrics!.noi,
      metrics!.flip_net_profit,
      cashflow![4].cash_flow,
      suggested_offer,
      financing!.loan_amount,
    ]
  ) {
    equal(text.includes(money(figure)), true, money(figure));
  }
});

Deno.test("renderUnderwriteFull() fits 60 columns and loses no figure to a narrow column", () => {
  for (const state of ValuationState.options) {
    const answer = answerIn(state);
    for (const line of renderAt(60, answer).split("\n")) {
      equal(line.length <= 60, true, `${state}: ${line}`);
    }
  }
});

Deno.test("renderUnderwrite() answers in fifteen lines at most", () => {
  for (const state of ValuationState.options) {
    const lines = dealLines(answerIn(state));
    equal(lines.length <= 15, true, state);
    const text = renderUnderwrite(answerIn(state));
    for (const label of ["Price", "Verdict", "Cash flow", "Biggest risk"]) {
      match(text, new RegExp(`^${label} `, "m"), state);
    }
    doesNotMatch(text, /undefined|NaN|Infinity|null|\[object/, state);
  }
});
