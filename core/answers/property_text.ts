import type { PropertyOutput } from "../../contracts/property.ts";
import { dollars, percent } from "../engine/figures.ts";
import { count, typeNoun } from "../engine/words.ts";
import { factTexts } from "./facts_text.ts";
import { fallbackText } from "./valuation_fields.ts";
import { subjectName } from "./subject_name.ts";

/** Returns a property's record in words. */
export function propertyText(answer: PropertyOutput): string {
  const { subject, valuation, underwriting, risk, read, tract } = answer;
  const what = subjectName(subject);
  return [
    `${what}${subject.city ? `, ${subject.city}` : ""}: ${
      typeNoun(subject.prop_type)
    }${subject.property_id ? `, PIN ${subject.property_id}` : ""}${
      factTexts(subject.facts).map((fact) => `, ${fact}`).join("")
    }.`,
    `${listingText(answer)}.`,
    valuation?.arv &&
    `Value ${dollars(valuation.arv.base)} (${
      dollars(valuation.arv.conservative)
    } to ${dollars(valuation.arv.aggressive)}), confidence ${
      Math.round(answer.confidence ?? 0)
    } of 100, state ${valuation.state}.`,
    valuation && !valuation.arv && `No value, state ${valuation.state}.`,
    valuation?.refusal &&
    `Refused: ${valuation.refusal.reason}. What would change it: ${valuation.refusal.fix}.`,
    valuation?.fallback && `In its place ${fallbackText(valuation.fallback)}.`,
    answer.valuation_withheld &&
    `No value shown: ${answer.valuation_withheld}.`,
    `Read for ${read.strategy}: ${read.verdict}; ${read.reasons.join("; ")}.`,
    underwriting && dealText(underwriting),
    risk.score !== null && `Risk ${risk.score} of 100.`,
    ...risk.flags.filter(({ status }) => status === "flagged").map((
      { label, severity, reason },
    ) => `${label} (${severity}): ${reason}.`),
    tract &&
    `Tract ${tract.geoid}${tract.area ? ` in ${tract.area}` : ""}: percentile ${
      tract.strategy_scores[read.strategy].percentile ?? "none"
    } for ${read.strategy}.`,
  ].filter(Boolean).join(" ");
}

/** What is asked for a property, or that it is not for sale. */
function listingText(
  { listing, under_contract }: Pick<
    PropertyOutput,
    "listing" | "under_contract"
  >,
): string {
  if (listing) {
    const cut = listing.price_cut === null
      ? ""
      : `, cut by ${percent(listing.price_cut, 1)}`;
    return `For sale at ${
      dollars(listing.list_price)
    } since ${listing.listed} (${count(listing.days_on_market, "day")})${cut}`;
  }
  return under_contract
    ? `Under contract, listed at ${
      dollars(under_contract.list_price)
    } on ${under_contract.listed}`
    : "Not for sale in the loaded listings";
}

/** The deal at the list price in a sentence. */
function dealText(
  { price, cash_to_close, metrics, ranges }: NonNullable<
    PropertyOutput["underwriting"]
  >,
): string {
  const range = ranges?.cash_flow;
  const flow = metrics?.cash_flow != null
    ? dollars(metrics.cash_flow)
    : range && range.low !== null && range.high !== null
    ? `${dollars(range.low)} to ${dollars(range.high)}`
    : null;
  return `At ${dollars(price)}${
    cash_to_close === null ? "" : `: cash to close ${dollars(cash_to_close)}`
  }${flow === null ? "" : `, cash flow ${flow} a year`}.`;
}
