import { subjectName } from "../../answers/subject_name.ts";
import { fallbackText } from "../../answers/valuation_fields.ts";
import { withFieldAt } from "../../../contracts/errors.ts";
import { compareDeals as contract } from "../../../contracts/operations/compare_deals.ts";
import { deepUnderwriteAsset } from "../../../contracts/operations/deep_underwrite_asset.ts";
import type {
  ComparedDeal,
  CompareInput,
  CompareOutput,
} from "../../../contracts/compare.ts";
import type { UnderwriteOutput } from "../../../contracts/underwriting.ts";
import {
  compareRank,
  metricSpan,
  returnOnCash,
} from "../../answers/deal_rank.ts";
import { spanText } from "../../answers/deal_lines.ts";
import { wouldWin } from "../../answers/would_win.ts";
import {
  underwriteAnswer,
  underwriteQuestion,
} from "../../answers/underwrite_answer.ts";
import { dollars, percent } from "../../engine/figures.ts";
import { joinDisclosures } from "../../engine/valuation/decision/disclosure.ts";
import type { Operation } from "../../service/operation.ts";
import { replayRow } from "../../service/replay_row.ts";
import { cooperativeYield } from "../../service/cooperative_yield.ts";
import { valueInput } from "../../service/value_input.ts";

/** Underwrites several purchases and ranks them. */
export const compareDeals: Operation<
  typeof CompareInput,
  typeof CompareOutput
> = {
  contract,
  async run(context, { properties, ...shared }) {
    const question = await underwriteQuestion(context, shared);
    const { strategy } = question;
    const pause = cooperativeYield(context, properties.length, "deals");
    const answers: UnderwriteOutput[] = [];
    for (const [at, { purchase_price, ...subject }] of properties.entries()) {
      await pause(answers.length);
      const custom = purchase_price === undefined
        ? question.custom
        : { ...question.custom, purchase_price };
      const valuation = withFieldAt(
        (field) => `properties.${at}.${field}`,
        () => valueInput(context, { ...subject, strategy }),
      );
      const answer = underwriteAnswer(context, valuation, {
        ...question,
        custom,
      });
      answers.push(answer);
      // By its analysis_id each deal is computed again as the underwriting that it is.
      context.replays?.keep(answer.analysis_id, () =>
        replayRow(
          deepUnderwriteAsset.name,
          {
            ...subject,
            ...shared,
            strategy,
            custom_assumptions: {
              ...shared.custom_assumptions,
              ...purchase_price !== undefined && { purchase_price },
            },
          },
          answer,
          context,
        ));
    }
    const ranked = answers.toSorted(compareRank);
    const [best] = ranked;
    const confidences = ranked.flatMap(({ confidence }) => confidence ?? []);
    return {
      as_of: best.as_of,
      model_versions: best.model_versions,
      model_version: best.model_version,
      warnings: [
        ...new Map(
          ranked.flatMap(({ warnings }) => warnings)
            .filter(({ code }) =>
              code === "dated_terms" || code === "no_association_dues"
            )
            .map((warning) => [warning.code, warning]),
        ).values(),
      ],
      confidence: confidences.length === 0 ? null : Math.min(...confidences),
      disclosure: joinDisclosures(
        ranked.map(({ disclosure }) => disclosure),
      ),
      read: best.read,
      strategy,
      preset: question.preset?.name ?? null,
      deals: ranked.map((answer, i) => dealOf(answer, i + 1, best)),
    };
  },
  summary: ({ deals, strategy, preset }) =>
    [
      `${deals.length} deals as ${strategy}, best first${
        preset ? `, preset "${preset}" applied` : ""
      }.`,
      ...deals.map(dealText),
    ].join("\n"),
};

function dealText(deal: ComparedDeal): string {
  const name = subjectName(deal, "a point");
  const pin = deal.address && deal.property_id;
  const price = deal.price === null ? "no price" : dollars(deal.price);
  const figures = [
    `${valueText(deal)} (${deal.state})`,
    `cash flow ${said(deal.cash_flow, (value) => dollars(value / 12))} a month`,
    `cash needed ${said(deal.cash_needed, dollars)}`,
    `DSCR ${said(deal.dscr, (value) => value.toFixed(2))}`,
    `return ${said(deal.return_on_cash, (value) => percent(value, 1))}`,
    `risk ${deal.risk_score ?? "unknown"}`,
  ];
  return `${deal.rank}. ${name}${pin ? ` (PIN ${pin})` : ""} at ${price}: ${
    deal.read.verdict.replace("_", " ")
  }; ${
    figures.join(", ")
  }. ${deal.would_win}. analysis_id ${deal.analysis_id}.`;
}

function valueText({ value, fallback }: ComparedDeal): string {
  return value
    ? `value ${spanText(value, dollars)}`
    : fallback
    ? `in place of a value ${fallbackText(fallback)}`
    : "no value";
}

function said(
  span: ComparedDeal["cash_flow"],
  text: (value: number) => string,
): string {
  return span === null ? "unknown" : spanText(span, text);
}

function dealOf(
  answer: UnderwriteOutput,
  rank: number,
  best: UnderwriteOutput,
): ComparedDeal {
  const { subject, assumptions, strategy, values, risk } = answer;
  return {
    rank,
    property_id: subject.property_id,
    address: subject.address,
    city: subject.city,
    price: assumptions.purchase_price.value,
    state: answer.state,
    value: answer.arv || assumptions.arv.source === "given"
      ? values?.after_repair ?? null
      : null,
    fallback: answer.fallback,
    confidence: answer.confidence,
    read: answer.read,
    cash_flow: metricSpan(answer, "cash_flow"),
    cash_needed: metricSpan(answer, "cash_needed"),
    dscr: metricSpan(answer, strategy === "brrrr" ? "brrrr_dscr" : "dscr"),
    return_on_cash: returnOnCash(answer),
    risk_score: risk.score,
    would_win: wouldWin(answer, rank, best),
    analysis_id: answer.analysis_id,
  };
}
