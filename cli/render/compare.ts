import type { CompareOutput } from "../../contracts/compare.ts";
import type { Span } from "../../contracts/underwriting.ts";
import { spanText } from "../../core/answers/deal_lines.ts";
import { money, percent, ratio, UNKNOWN } from "../format.ts";
import { style, table } from "../output.ts";
import { footerLines, paragraph, verdict } from "./parts.ts";

/** Returns deals side by side, best first, each with what would make it win. */
export function renderCompare(answer: CompareOutput): string {
  const { deals, strategy, preset } = answer;
  const said = (span: Span | null, text: (value: number) => string) =>
    span === null ? UNKNOWN : spanText(span, text);
  return [
    style(
      "title",
      paragraph(
        `${deals.length} deals as ${strategy}, best first${
          preset ? `, with the preset "${preset}"` : ""
        }`,
      ),
    ),
    "",
    table(
      [
        { head: "", align: "right" },
        { head: "Property", wraps: true },
        { head: "Price", align: "right" },
        { head: "Verdict" },
        { head: "A month", align: "right" },
        { head: "Cash", align: "right", dispensable: 2 },
        { head: "DSCR", align: "right", dispensable: 3 },
        { head: "Return", align: "right", dispensable: 1 },
        { head: "Risk", align: "right", dispensable: 4 },
      ],
      deals.map((deal) => [
        String(deal.rank),
        deal.address ?? deal.property_id ?? "point",
        money(deal.price),
        verdict(deal.read.verdict),
        said(deal.cash_flow, (value) => money(value / 12)),
        said(deal.cash_needed, money),
        said(deal.dscr, ratio),
        said(deal.return_on_cash, percent),
        deal.risk_score === null ? UNKNOWN : String(deal.risk_score),
      ]),
    ),
    "",
    ...deals.map(({ rank, would_win }) => paragraph(would_win, 0, `${rank}. `)),
    ...footerLines({ ...answer, as_of: answer.as_of ?? "no sale" }),
  ].join("\n");
}
