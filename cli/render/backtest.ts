import type { Figures } from "../../core/engine/backtest/figures.ts";
import type { FlipFigures } from "../../core/engine/backtest/flips.ts";
import type {
  BacktestFigures,
  GroupFigures,
  Grouping,
} from "../../core/engine/backtest/groups.ts";
import { count, percent, plural, UNKNOWN } from "../format.ts";
import { table } from "../output.ts";
import { paragraph, title } from "./parts.ts";

const TITLES: Readonly<Record<Grouping, string>> = {
  segment: "By segment",
  prop_type: "By property type",
  township: "By township",
  price_third: "By thirds of the price",
  confidence: "By confidence",
  state: "By state",
  month: "By month",
};

/** The figures of a backtest as text. A grouping of one group says nothing new and is left out. */
export function backtestText({ overall, by }: BacktestFigures): string {
  const groups = Object.entries(by) as [Grouping, readonly GroupFigures[]][];
  return [
    overallText(overall),
    ...groups.filter(([, each]) => each.length > 1).map(([name, each]) =>
      `${title(TITLES[name])}\n${groupsText(each)}`
    ),
  ].join("\n");
}

function overallText(figures: Figures): string {
  const { ratios, bounds } = figures;
  const range = (name: keyof typeof bounds, write: (x: number) => string) =>
    bounds[name]
      ? `${write(bounds[name].low)} to ${write(bounds[name].high)}`
      : "";
  const share = (value: number | null | undefined) => percent(value);
  const plain = (digits: number) => (value: number | null | undefined) =>
    value?.toFixed(digits) ?? UNKNOWN;
  return table(
    [
      { head: "All sales" },
      { head: "", align: "right" },
      { head: "95% bounds" },
    ],
    [
      ["Sales", count(figures.sales), ""],
      ["Hit rate, share with a value", share(figures.hit_rate), ""],
      ["Value shown", share(figures.shown), ""],
      [
        "MdAPE, median error",
        share(ratios?.median_error),
        range("median_error", share),
      ],
      ["PPE5, within 5%", share(ratios?.within_5), ""],
      [
        "PPE10, within 10%",
        share(ratios?.within_10),
        range("within_10", share),
      ],
      [
        "PPE20, within 20%",
        share(ratios?.within_20),
        range("within_20", share),
      ],
      ["FSD, spread of the errors", share(ratios?.fsd), ""],
      [
        "Median ratio",
        plain(3)(ratios?.median_ratio),
        range("median_ratio", plain(3)),
      ],
      [
        "COD, spread of the ratios, %",
        plain(1)(ratios?.cod),
        range("cod", plain(1)),
      ],
      ["PRD, tilt by price; 1 is even", plain(3)(ratios?.prd), ""],
      [
        "PRB, tilt by price; 0 is even",
        plain(3)(ratios?.prb),
        range("prb", plain(3)),
      ],
      ["MKI, tilt by price; 1 is even", plain(3)(ratios?.mki), ""],
      ["Interval covers", share(figures.coverage), range("coverage", share)],
      ["Interval width", share(figures.width), ""],
    ],
  );
}

function groupsText(groups: readonly GroupFigures[]): string {
  return table(
    [
      { head: "Group" },
      { head: "Sales", align: "right" },
      { head: "Valued", align: "right", dispensable: 3 },
      { head: "MdAPE", align: "right" },
      { head: "PPE10", align: "right", dispensable: 2 },
      { head: "PPE20", align: "right" },
      { head: "Ratio", align: "right" },
      { head: "COD", align: "right", dispensable: 1 },
      { head: "PRB", align: "right", dispensable: 4 },
      { head: "Covered", align: "right" },
    ],
    groups.map(({ group, sales, hit_rate, ratios, coverage }) => [
      group,
      count(sales),
      percent(hit_rate),
      percent(ratios?.median_error),
      percent(ratios?.within_10),
      percent(ratios?.within_20),
      ratios?.median_ratio.toFixed(3) ?? UNKNOWN,
      ratios?.cod.toFixed(1) ?? UNKNOWN,
      ratios?.prb.toFixed(3) ?? UNKNOWN,
      percent(coverage),
    ]),
  );
}

/** Pairs from which a median gain says something of a market. */
const FEW_FLIPS = 10;

/** The median gain of resales; of a few pairs it is those homes' own story. */
export function gainText({ flips, median_gain }: FlipFigures): string {
  return flips < FEW_FLIPS ? `too few pairs (${flips})` : percent(median_gain);
}

/** What became of purchases that were resold soon, as text. */
export function flipsText(flips: FlipFigures): string {
  if (flips.valued === 0) {
    return `${title("Flips")}\n${
      paragraph("No tested purchase was resold 60 to 540 days later.")
    }`;
  }
  return `${title("Flips")}\n${
    table(
      [{ head: "Bought and resold within 60-540 days" }, {
        head: "",
        align: "right",
      }],
      [
        ["Flips", count(flips.flips)],
        ["With a value on the day of purchase", count(flips.valued)],
        ["Median error against the resale", percent(flips.median_error)],
        ["Within 20%", percent(flips.within_20)],
        ["Bias (below 0: resale prices were higher)", percent(flips.bias)],
        ["Resale within the interval", percent(flips.coverage)],
        ["Median gain, resale over purchase", gainText(flips)],
      ],
    )
  }\n${
    paragraph(
      `${
        plural(flips.flips, "pair")
      }; the value describes the house as it was bought, before any renovation.`,
    )
  }`;
}
