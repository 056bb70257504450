import type { RiskFlag, RiskOutput } from "../../contracts/risk.ts";
import { money, UNKNOWN } from "../format.ts";
import { style, table } from "../output.ts";
import {
  footerLines,
  paragraph,
  readLines,
  subjectLines,
  title,
} from "./parts.ts";
import { flagStatus } from "./tract.ts";

/** A risk report: the score, then every flag with its reason. */
export function renderRisk(answer: RiskOutput): string {
  return [
    ...subjectLines(answer.subject),
    "",
    ...scoreLines(answer),
    "",
    ...readLines(answer),
    ...flagLines(answer.flags),
    ...blindSpotLines(answer.flags),
    ...footerLines(answer),
  ].join("\n");
}

const PRICE_SOURCES = {
  given: "as given",
  listing: "the asking price",
  model: "the ARV's base, because no price is given",
} as const;

function scoreLines(
  { risk_score, known_points, price }: RiskOutput,
): string[] {
  const at = price
    ? paragraph(
      `at ${money(price.amount)}, ${PRICE_SOURCES[price.source]}`,
      2,
    )
    : paragraph("without a price: give --price", 2);
  return risk_score === null
    ? [style("title", "No risk score: too little is known"), at]
    : [
      `${style("title", `Risk ${risk_score} of 100`)}  ${
        style("quiet", `flags worth ${known_points} points could be assessed`)
      }`,
      at,
    ];
}

/** The worst first; what was not assessed last. */
function flagLines(flags: readonly RiskFlag[]): string[] {
  const assessed = (flag: RiskFlag) => flag.severity === null ? 1 : 0;
  const ordered = flags.toSorted((a, b) =>
    assessed(a) - assessed(b) || b.points - a.points
  );
  return [
    title("Flags"),
    table(
      [
        { head: "Risk" },
        { head: "" },
        { head: "Points", align: "right", dispensable: 1 },
        { head: "Vintage", dispensable: 2 },
        { head: "Why", wraps: true },
      ],
      ordered.map((flag) => [
        flag.label,
        flag.status === "flagged"
          ? style(
            flag.severity === "high" ? "bad" : "caution",
            flag.severity ?? "",
          )
          : flagStatus(flag.status),
        flag.severity === null ? UNKNOWN : `${flag.points}/${flag.max_points}`,
        flag.vintage ?? "",
        flag.reason,
      ]),
      { indent: 2 },
    ),
  ];
}

function blindSpotLines(flags: readonly RiskFlag[]): string[] {
  const lines = flags.flatMap(({ label, blind_spots }) =>
    blind_spots === null
      ? []
      : [paragraph(`${label.toLowerCase()}: ${blind_spots}`, 2, "- ")]
  );
  return lines.length === 0
    ? []
    : [title("What the data cannot see"), ...lines];
}
