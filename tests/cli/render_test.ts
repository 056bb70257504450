import { doesNotMatch, equal, match } from "node:assert/strict";
import type { CustomAssumptions } from "../../contracts/assumptions.ts";
import { UnderwriteOutput } from "../../contracts/underwriting.ts";
import { ValuationState } from "../../contracts/valuation.ts";
import { dealLines } from "../../core/answers/deal_lines.ts";
import { money, UNKNOWN, yieldText } from "../../cli/format.ts";
import { gainText } from "../../cli/render/backtest.ts";
import { taxLines } from "../../cli/render/statements.ts";
import { flipFigures } from "../../core/engine/backtest/flips.ts";
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

/** An underwriting of the same two-flat, its value in a given state; by default a BRRRR. */
function answerIn(
  state: ValuationState,
  strategy: UnderwriteOutput["strategy"] = "brrrr",
  custom: CustomAssumptions = { purchase_price: 210_000, rehab_budget: 30_000 },
): UnderwriteOutput {
  const valuation = valuationIn(state);
  const { answer, read, warnings } = shown(SNAPSHOT, valuation, {
    strategy,
    custom,
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

/** The lines of a purchase of the two-flat, by label. */
function linesAt(
  strategy: UnderwriteOutput["strategy"],
  custom: CustomAssumptions,
): Record<string, string> {
  const lines = dealLines(answerIn("point-actionable", strategy, custom));
  return Object.fromEntries(lines.map(({ label, text }) => [label, text]));
}

Deno.test("an offer is told where a seller might take it, and what rent a cash flow counts", () => {
  const flip = linesAt("flip", { purchase_price: 250_000, arv: 300_000 });
  equal(flip.Offer, "$210,000 by the 70% rule, 16% under the price");
  equal(linesAt("flip", { purchase_price: 400_000 }).Offer, undefined);
  const cheap = linesAt("flip", { purchase_price: 100_000 });
  match(cheap.Offer, /^\$100,000 by the 70% rule, the full price$/);
  match(
    linesAt("flip", { purchase_price: 300_000 })["Works at"],
    /flip margin of 10%: \$[\d,]+ \(\d+% under\)/,
  );
  const price = { purchase_price: 150_000 };
  match(linesAt("hold", price)["Cash flow"], /, at a rent of \$[\d,]+$/);
  match(
    linesAt("hold", { ...price, financing_type: "fha_owner_2_4" })["Cash flow"],
    /, at a rent of \$[\d,]+ without your own unit$/,
  );
  match(
    linesAt("brrrr", { ...price, rehab_budget: 60_000 })["Cash flow"],
    /, at a renovated rent of /,
  );
  match(linesAt("section8", price)["Cash flow"], /, at a voucher rent of /);
});

Deno.test("a range's first year adds up at each end, and its columns are scenarios, not sizes", () => {
  const answer = answerIn("range-only");
  const lines = answer.pro_forma_range!;
  for (const end of ["low", "high"] as const) {
    let sum = 0;
    for (const line of lines) {
      if (line.total) equal(sum, line[end], `${line.key} ${end}`);
      else sum += line[end];
    }
  }
  const text = renderAt(100, answer);
  match(text, /Cautious +Favorable/);
  doesNotMatch(text, /\bLow +High\b/);
  const { low, high } = answer.ranges!.cash_needed!;
  match(
    text,
    new RegExp(
      `Cash needed +\\${money(high)} +\\${money(low)}`,
    ),
  );
});

Deno.test("what a BRRRR leaves in is said by its sign, and a refinance that falls short is named", () => {
  const noteAt = (purchase_price: number) => {
    const { answer } = shown(SNAPSHOT, valuationIn("point-actionable"), {
      strategy: "brrrr",
      custom: { purchase_price, rehab_budget: 5_000 },
      today: TODAY,
    });
    const { cash_left, lines } = answer.brrrr!;
    return {
      cash_left,
      note: lines.find(({ key }) => key === "cash_left")!.note,
    };
  };
  const [cheap, fair, far] = [60_000, 190_000, 500_000].map(noteAt);
  equal(cheap.cash_left < 0, true);
  equal(cheap.note, "the refinance returns more than was invested");
  equal(fair.cash_left > 0, true);
  equal(fair.note, "what the refinance does not return");
  equal(
    far.note,
    "the refinance does not cover the old loan and its own costs",
  );
});

Deno.test("a return on hardly any cash is not told to the tenth of a percent", () => {
  equal(yieldText(18.889), "over 100%");
  equal(yieldText(0.124), "12.4%");
  equal(yieldText(null), UNKNOWN);
});

Deno.test("a tax rate says what it was made from", () => {
  const answer = answerIn("range-only");
  for (const basis of ["composite", "effective", "triad_median"] as const) {
    const tax = answer.property_tax!;
    const text = taxLines({ ...tax, rate: { ...tax.rate, basis } }).join(" ");
    match(text, /of equalized value/);
    doesNotMatch(text, /\((effective|triad median|composite),/);
  }
});

Deno.test("of a few resales no median gain is told", () => {
  const figures = flipFigures([]);
  equal(
    gainText({ ...figures, flips: 2, median_gain: 10.269 }),
    "too few pairs (2)",
  );
  equal(gainText({ ...figures, flips: 40, median_gain: 0.21 }), "21.0%");
});
