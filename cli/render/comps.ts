import { whatIfText } from "../../core/answers/what_if_answer.ts";
import { notUsedTexts } from "../../core/answers/comps_text.ts";
import { dashed } from "../../core/engine/subject/property_id.ts";
import { z } from "zod";
import {
  type AdjustmentLine,
  Comp,
  type CompsOutput,
} from "../../contracts/valuation.ts";
import {
  count,
  miles,
  money,
  percent,
  plural,
  ratio,
  signedMoney,
  UNKNOWN,
} from "../format.ts";
import { outputWidth, style, table } from "../output.ts";
import {
  footerLines,
  paragraph,
  readLines,
  subjectLines,
  title,
  valueLines,
  wrap,
} from "./parts.ts";

/** A comps answer as an investor reads it: value and verdict first, then the sales behind it. */
export function renderComps(answer: CompsOutput): string {
  const full = z.array(Comp).safeParse(answer.comps);
  return [
    ...subjectLines(answer.subject),
    "",
    ...valueLines(answer),
    ...(answer.what_if ? [paragraph(whatIfText(answer.what_if), 2)] : []),
    "",
    ...readLines(answer),
    ...areaLines(answer.area_context),
    ...(full.success
      ? [...compLines(answer, full.data), ...gridLines(full.data)]
      : [`${plural(answer.comps.length, "comp")}: --detail full shows them`]),
    ...rejectedLines(answer),
    ...footerLines(answer),
  ].join("\n");
}

function areaLines(context: CompsOutput["area_context"]): string[] {
  if (context === null) return [];
  return [
    title("Area, for context only"),
    paragraph(
      `${context.level} ${context.id}: ${
        plural(context.sales, "sale")
      }, median ${money(context.median_price)}, ${
        money(context.median_price_per_sqft)
      } a square foot`,
      2,
    ),
  ];
}

function compLines(
  { search, dispersion }: CompsOutput,
  comps: readonly Comp[],
): string[] {
  if (comps.length === 0) return [];
  const spread = dispersion === null
    ? ""
    : `; the middle half lies within ${
      percent(dispersion.iqr_share, 0)
    } of the median (refused above ${percent(dispersion.gate, 0)})`;
  const rows = comps.map((comp, i) => [
    String(i + 1),
    comp.address ?? dashed(comp.property_id),
    comp.sale_date,
    money(comp.sale_price),
    money(comp.adjusted_price),
    miles(comp.distance_m),
    ratio(comp.similarity),
    percent(comp.weight, 0),
    fact(comp, "bldg_sqft", count),
    fact(comp, "bedrooms", count),
    fact(comp, "year_built", String),
  ]);
  return [
    title(`Comparable sales: best ${comps.length} of ${search.accepted}`),
    paragraph(
      `within ${
        miles(search.radius_m)
      } and ${search.months} months: ${search.candidates} candidates${spread}`,
      2,
    ),
    table(
      [
        { head: "#" },
        { head: "Address", wraps: true },
        { head: "Sold", dispensable: 1 },
        { head: "Price", align: "right" },
        { head: "Adjusted", align: "right" },
        { head: "Away", align: "right", dispensable: 4 },
        { head: "Similar", align: "right", dispensable: 2 },
        { head: "Weight", align: "right", dispensable: 5 },
        { head: "Sqft", align: "right", dispensable: 3 },
        { head: "Bed", align: "right", dispensable: 7 },
        { head: "Built", align: "right", dispensable: 6 },
      ],
      rows,
      { indent: 2 },
    ),
  ];
}

function fact(
  comp: Comp,
  name: string,
  text: (value: number) => string,
): string {
  const value = comp.facts[name];
  return typeof value === "number" ? text(value) : UNKNOWN;
}

/** Adjustments with the largest effect get a row of their own; the others are summed into one. */
const GRID_ROWS = 8;
/** Blocks of comps side by side, one below the other, before the grid gets too long to read. */
const GRID_BLOCKS = 2;
const LABEL_WIDTH = 18;
const CELL_WIDTH = 10;

/** Comps side by side: each feature's value and what the difference is worth. */
function gridLines(comps: readonly Comp[]): string[] {
  if (comps.length === 0) return [];
  const effect = new Map<string, number>();
  for (const line of comps.flatMap((comp) => comp.adjustments)) {
    effect.set(
      line.feature,
      Math.max(effect.get(line.feature) ?? 0, Math.abs(line.amount)),
    );
  }
  const features = [...effect].filter(([, amount]) => amount > 0)
    .sort((a, b) => b[1] - a[1]).map(([feature]) => feature);
  const shown = features.slice(0, GRID_ROWS);
  // Two for the indent, two for the gap after each column; the subject is a column too.
  const room = outputWidth() - 2 - (LABEL_WIDTH + 2);
  const side = Math.max(1, Math.floor(room / (CELL_WIDTH + 2)) - 1);
  const gridded = comps.slice(0, side * GRID_BLOCKS);
  const blocks: string[] = [];
  for (let from = 0; from < gridded.length; from += side) {
    const block = gridded.slice(from, from + side);
    blocks.push(
      gridBlock(comps, block, from, shown, features.length - shown.length),
    );
  }
  const rest = gridded.length < comps.length
    ? `; the best ${gridded.length} are shown, --json has all`
    : "";
  return [
    title("What the differences are worth"),
    paragraph(
      `dollars added to a comp's time-adjusted price to make it comparable to the subject${rest}`,
      2,
    ),
    blocks.join("\n\n"),
  ];
}

function gridBlock(
  comps: readonly Comp[],
  block: readonly Comp[],
  from: number,
  shown: readonly string[],
  others: number,
): string {
  const line = (comp: Comp, feature: string): AdjustmentLine | undefined =>
    comp.adjustments.find((each) => each.feature === feature);
  const rows = [
    ["Sold for", "", ...block.map((comp) => money(comp.sale_price))],
    [
      "Market change",
      "",
      ...block.map((comp) =>
        signedMoney(comp.time_adjusted_price - comp.sale_price)
      ),
    ],
    ...shown.map((feature) => {
      // A comp that does not differ in a feature has no line for it.
      const any = comps.map((comp) => line(comp, feature))
        .find((each) => each !== undefined);
      return [
        any?.label ?? feature,
        factText(feature, any?.subject),
        ...block.map((comp) => {
          const own = line(comp, feature);
          return own === undefined
            ? "same"
            : `${factText(feature, own.comp)}\n${signedMoney(own.amount)}`;
        }),
      ];
    }),
  ];
  if (others > 0) {
    rows.push([
      `${others} smaller`,
      "",
      ...block.map((comp) =>
        signedMoney(
          comp.adjustments.filter((each) => !shown.includes(each.feature))
            .reduce((sum, each) => sum + each.amount, 0),
        )
      ),
    ]);
  }
  rows.push([
    style("title", "Adjusted"),
    "",
    ...block.map((comp) => style("title", money(comp.adjusted_price))),
  ]);
  return table(
    [
      { head: "", wraps: true },
      { head: "Subject", align: "right" },
      ...block.map((_, i) => ({
        head: `#${from + i + 1}`,
        align: "right" as const,
      })),
    ],
    rows,
    { indent: 2 },
  );
}

/** A fact of the grid; years go without a thousands separator. */
function factText(
  feature: string,
  value: number | string | null | undefined,
): string {
  if (value === null || value === undefined || value === "") return UNKNOWN;
  if (typeof value === "string") return wrap(value, CELL_WIDTH);
  return feature.startsWith("year") ? String(value) : count(value);
}

function rejectedLines(answer: CompsOutput): string[] {
  const { rejected } = answer;
  if (rejected.length === 0) return [];
  return [
    title("Not used"),
    paragraph(notUsedTexts(answer).join(", "), 2),
    table(
      [
        { head: "Address" },
        { head: "Sold", dispensable: 2 },
        { head: "Price", align: "right" },
        { head: "Away", align: "right", dispensable: 1 },
        { head: "Why", wraps: true },
      ],
      rejected.map((sale) => [
        sale.address ?? dashed(sale.property_id),
        sale.sale_date,
        money(sale.sale_price),
        miles(sale.distance_m),
        sale.detail,
      ]),
      { indent: 2 },
    ),
  ];
}
