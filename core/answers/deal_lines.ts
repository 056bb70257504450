import { ASSUMPTIONS } from "../../contracts/assumptions.ts";
import { UNDERWRITING } from "../../contracts/constants/underwriting.ts";
import { FINANCING_PRESETS } from "../../contracts/financing.ts";
import {
  type Read,
  type Strategy,
  VERDICTS,
} from "../../contracts/envelope.ts";
import type {
  MetricName,
  Span,
  UnderwriteOutput,
} from "../../contracts/underwriting.ts";
import type { Unit } from "../../contracts/units.ts";
import { dollars, percent, yieldWords } from "../engine/figures.ts";
import { rentText } from "./rent_text.ts";
import { fallbackText } from "./valuation_fields.ts";

/** One line of a deal in short: a word for it and what it is. */
export interface DealLine {
  readonly label: string;
  readonly text: string;
}

/** Returns the deal in at most fifteen lines, the same on every interface: price, verdict and why,
 * monthly cash flow, cash needed, DSCR, the price at which it works, biggest risk, certainty.
 */
export function dealLines(answer: UnderwriteOutput): DealLine[] {
  const { assumptions, strategy, read, risk } = answer;
  const price = assumptions.purchase_price;
  const line = (label: string, text: string | null): DealLine[] =>
    text === null ? [] : [{ label, text }];
  return [
    ...line(
      "Price",
      price.value === null
        ? "unknown: give a purchase price"
        : `${dollars(price.value)}, ${priceSource(price)}; ${
          answer.financing?.label ?? ""
        }, ${loanText(answer)}`,
    ),
    ...line("Value", valueText(answer)),
    ...line("Verdict", verdictText(read)),
    ...line(
      "Rent",
      strategy === "flip" || answer.rent?.basis === "given" ||
        answer.rent === null
        ? null
        : rentText(answer.rent),
    ),
    ...line("Cash flow", cashFlowText(answer)),
    ...line("Cash needed", metricText(answer, "cash_needed", dollars)),
    ...line(
      "DSCR",
      price.value !== null && answer.financing?.loan_amount === 0 &&
        strategy !== "brrrr"
        ? "none: bought in cash"
        : dscrText(answer),
    ),
    ...line("Return", returnText(answer)),
    ...strategyLines(answer),
    ...line("Works at", worksAtText(answer)),
    ...line("Offer", offerText(answer)),
    ...line("Depends on", movesText(answer)),
    ...line(
      "Biggest risk",
      risk.biggest
        ? `${risk.biggest.label}: ${risk.biggest.reason}`
        : risk.known_points === 0
        ? "unknown: none could be assessed here"
        : "none found in the available data",
    ),
    ...line("Certainty", sureText(answer)),
  ];
}

function priceSource(
  { source, note }: { source: string | null; note: string },
) {
  return source === "given" ? "your price" : note;
}

function loanText({ assumptions, financing }: UnderwriteOutput): string {
  const rate = assumptions.rate.value;
  return !financing || financing.loan_amount === 0
    ? "no loan"
    : `${percent(assumptions.down_pct.value ?? 0, 1)} down at ${
      percent(rate ?? 0, 3)
    }`;
}

/** Returns a verdict with what it means and the figures that decided. */
function verdictText({ strategy, verdict, reasons }: Read): string {
  return `${verdict.replace("_", " ")} as ${strategy} (${
    VERDICTS[verdict].means
  }): ${reasons.join("; ")}`;
}

function valueText(
  { arv, values, confidence, state, refusal, fallback, what_if }:
    UnderwriteOutput,
): string | null {
  if (arv === null) {
    return `none, ${state}${refusal ? `: ${refusal.reason}` : ""}${
      fallback ? `; in its place ${fallbackText(fallback)}` : ""
    }`;
  }
  const range = `${dollars(arv.conservative)} to ${dollars(arv.aggressive)}`;
  const asIs = `${
    state === "point-actionable" ? `${dollars(arv.base)}, ${range}` : range
  } as it is`;
  const after = values && values.after_repair.low !== values.as_is.low
    ? `, ${spanText(values.after_repair, dollars)} after the rehab`
    : "";
  const changed = what_if
    ? `; with ${what_if.changes.join(", ")}, before ${
      what_if.before
        ? spanText(
          { low: what_if.before.conservative, high: what_if.before.aggressive },
          dollars,
        )
        : "no value"
    }`
    : "";
  return `${asIs}${after}; confidence ${
    Math.round(confidence ?? 0)
  } of 100, ${state}${changed}`;
}

/** When a strategy has the cash flow of a rental. */
const PHASES: Readonly<Partial<Record<Strategy, string>>> = {
  flip: ", held as a rental instead",
  brrrr: " before the refinance",
};

function cashFlowText(answer: UnderwriteOutput): string | null {
  const monthly = (value: number) => dollars(value / 12);
  const text = metricText(answer, "cash_flow", monthly);
  const rent = answer.assumptions.rent_override;
  return text === null
    ? null
    : `${text} a month${PHASES[answer.strategy] ?? ""}${
      rent.value === null
        ? ""
        : `, at a ${RENT_KINDS[answer.rent?.basis ?? "market"]}rent of ${
          rent.low === rent.high || answer.metrics
            ? dollars(rent.value)
            : `${dollars(rent.low!)} to ${dollars(rent.high!)}`
        }${
          FINANCING_PRESETS[answer.financing_type].owner_occupied &&
            rent.source !== "given"
            ? " without your own unit"
            : ""
        }`
    }`;
}

/** What kind of rent a cash flow counts, where it is not the market's. */
const RENT_KINDS = {
  given: "",
  market: "",
  renovated: "renovated ",
  payment_standard: "voucher ",
} as const;

/** Returns the DSCR: after the refinance for a BRRRR, else of the long-term loan. */
function dscrText(answer: UnderwriteOutput): string | null {
  const ratio = (value: number) => value.toFixed(2);
  const refinanced = answer.strategy === "brrrr"
    ? metricText(answer, "brrrr_dscr", ratio)
    : null;
  if (refinanced) return `${refinanced} after the refinance`;
  const held = metricText(answer, "dscr", ratio);
  return held && answer.strategy === "flip" ? `${held}${PHASES.flip}` : held;
}

function returnText(answer: UnderwriteOutput): string | null {
  const { strategy } = answer;
  const share = (value: number) => percent(value, 1);
  if (strategy === "flip") {
    const profit = metricText(answer, "flip_net_profit", dollars);
    const roi = metricText(answer, "flip_roi", share);
    return profit && `net profit ${profit}, ${roi} of the cash`;
  }
  if (strategy === "brrrr") {
    const left = cashLeftText(answer);
    const yielded = metricText(answer, "brrrr_cash_on_cash", yieldWords);
    return left &&
      `${left} after the refinance, cash-on-cash ${yielded ?? "without bound"}${
        costlyRefinance(answer)
      }`;
  }
  const yielded = metricText(answer, "cash_on_cash", yieldWords);
  const ten = answer.outlook.find(({ years }) => years === 10);
  return yielded &&
    `cash-on-cash ${yielded}${
      ten?.irr ? `; ${spanText(ten.irr, share)} a year over 10 years` : ""
    }`;
}

/** Returns the most that a refinance can cost where it does not cover the old loan and its own costs, else nothing. */
function costlyRefinance({ timeline }: UnderwriteOutput): string {
  const cash = timeline?.find(({ event }) => event.includes("refinance"))?.cash;
  return cash?.low != null && cash.low < 0
    ? `; ${cash.low === cash.high ? "" : "at worst "}the refinance takes ${
      dollars(-cash.low)
    } more instead of giving cash back`
    : "";
}

/** The cash that a refinance leaves in, or takes out: said once where both ends are of one kind. */
function cashLeftText({ metrics, ranges }: UnderwriteOutput): string | null {
  const exact = metrics?.brrrr_cash_left;
  const { low = null, high = null } = exact === null || exact === undefined
    ? ranges?.brrrr_cash_left ?? {}
    : { low: exact, high: exact };
  if (low === null || high === null) return null;
  if (low < 0 && high >= 0) return `${leftText(low)} to ${leftText(high)}`;
  const [least, most] = [Math.abs(low), Math.abs(high)].sort((a, b) => a - b);
  return `${least === most ? "" : `${dollars(least)} to `}${
    leftText(low < 0 ? -most : most)
  }`;
}

/** Returns the cash that a refinance leaves in the deal, or pays out beyond the cash invested. */
function leftText(value: number): string {
  return value < 0
    ? `${dollars(-value)} taken out`
    : `${dollars(value)} left in`;
}

/** Returns lines that only some strategies or buildings have. */
function strategyLines(
  { house_hack, strategy, rent, financing_type }: UnderwriteOutput,
): DealLine[] {
  if (strategy === "section8" && rent !== null) {
    return [{
      label: "Voucher rent",
      text: `${dollars(rent.contract_rent)} a month after utility allowances, ${
        rent.units.map((unit) =>
          `${unit.bedrooms} bed ${
            dollars(unit.payment_standard - unit.utility_allowance)
          }`
        ).join(", ")
      }`,
    }];
  }
  if (house_hack === null || strategy !== "hold") return [];
  const owns = FINANCING_PRESETS[financing_type].owner_occupied;
  const options = owns
    ? house_hack.options.filter((each) =>
      each.financing_type === financing_type
    )
    : house_hack.options;
  return [{
    label: "Living there",
    text: `${
      options.map((option) =>
        `${
          option.financing_type.split("_")[0].toUpperCase().replace(
            "CONVENTIONAL",
            "conventional",
          )
        } ${spanText(option.monthly_cost, dollars)} a month with ${
          dollars(option.cash_to_close)
        } to close`
      ).join("; ")
    }; a unit like it rents for ${spanText(house_hack.rent_instead, dollars)}`,
  }];
}

function worksAtText({ targets }: UnderwriteOutput): string | null {
  if (targets.length === 0) return null;
  const said = targets.map(({ label, price, reach, note, discount }) => {
    if (price === null || reach !== "within_reach") return [label, note];
    const off = discount?.low;
    return [
      label,
      `${spanText(price, dollars)}${
        off !== null && off !== undefined && off > 0
          ? ` (${price.low === price.high ? "" : "at best "}${
            percent(off, 0)
          } under)`
          : ""
      }`,
    ];
  });
  // Targets with the same answer are said once.
  return Array.from(
    Map.groupBy(said, ([, what]) => what),
    ([what, of]) => `${of.map(([label]) => label).join(", ")}: ${what}`,
  ).join("; ");
}

/** Returns the offer to make; null without an exact value, and where no seller would take it. */
export function reachableOffer(
  { suggested_offer, assumptions }: UnderwriteOutput,
): number | null {
  const price = assumptions.purchase_price.value;
  return suggested_offer === null || price === null ||
      suggested_offer < (1 - UNDERWRITING.offer_reach) * price
    ? null
    : suggested_offer;
}

function offerText(answer: UnderwriteOutput): string | null {
  const offer = reachableOffer(answer);
  const price = answer.assumptions.purchase_price.value;
  if (offer === null || price === null) return null;
  const under = 1 - offer / price;
  const rule = answer.strategy === "flip" ? " by the 70% rule" : "";
  return `${dollars(offer)}${rule}, ${
    under < 0.005 ? "the full price" : `${percent(under, 0)} under the price`
  }`;
}

function movesText({ moves_most }: UnderwriteOutput): string | null {
  return moves_most.length === 0 ? null : moves_most.map((each, i) => {
    const { label, unit } = ASSUMPTIONS[each.assumption];
    const moved = i === 0 ? `moves ${RESULT_WORDS[each.result]} by ` : "";
    return `${label.toLowerCase()} ${
      spanText(each, (value) => figureText(value, unit))
    } (${moved}${dollars(each.swing)})`;
  }).join(", ");
}

/** Names of the results that assumptions change. */
export const RESULT_WORDS = {
  cash_flow: "cash flow a year",
  flip_net_profit: "net profit",
  brrrr_cash_left: "the cash left in",
} as const satisfies Record<
  UnderwriteOutput["moves_most"][number]["result"],
  string
>;

function sureText(
  { confidence, risk, missing, as_of, preset }: UnderwriteOutput,
): string {
  return [
    confidence === null
      ? "no value"
      : `value confidence ${Math.round(confidence)} of 100`,
    risk.score === null
      ? `${risk.known_points} of 100 risk points could be assessed`
      : `risk ${risk.score} of 100, ${risk.known_points} points could be assessed`,
    ...missing.map(({ reason, fix }) => `${reason} (${fix})`),
    `data to ${as_of}`,
    ...(preset ? [`preset "${preset.name}" applied`] : []),
  ].join("; ");
}

/** Returns a metric as a number or a range; null where it cannot be computed. */
export function metricText(
  { metrics, ranges }: UnderwriteOutput,
  name: MetricName,
  text: (value: number) => string,
): string | null {
  const exact = metrics?.[name];
  if (exact !== null && exact !== undefined) return text(exact);
  const range = ranges?.[name];
  return range ? spanText(range, text) : null;
}

/** Returns a span in words: `$1,200 to $1,500`, or one figure where both ends are the same. */
export function spanText(
  { low, high }: Span,
  text: (value: number) => string,
): string {
  if (low === null) {
    return high === null ? "without bound" : `up to ${text(high)}`;
  }
  if (high === null) return `${text(low)} or more`;
  const [from, to] = [text(low), text(high)];
  return from === to ? from : `${from} to ${to}`;
}

/** Returns a number as people write it, by its unit. */
export function figureText(value: number, unit: Unit): string {
  switch (unit) {
    case "dollars":
    case "dollars_per_month":
    case "dollars_per_year":
      return dollars(value);
    case "fraction":
    case "fraction_per_year":
      return percent(value, 2);
    case "months":
    case "count":
      return String(value);
  }
}
