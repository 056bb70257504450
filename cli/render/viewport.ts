import type { ViewportOutput } from "../../contracts/viewport.ts";
import { count, money, plural, UNKNOWN } from "../format.ts";
import { style, table } from "../output.ts";
import { footerLines, paragraph, title } from "./parts.ts";

/** The tracts of an area or a box, best first. */
export function renderViewport(answer: ViewportOutput): string {
  const { area, west, south, east, north, tracts, tracts_in_view } = answer;
  const box = `${south}, ${west} to ${north}, ${east}`;
  return [
    style("title", area ? area.name : `box ${box}`),
    paragraph(
      [
        area && box,
        plural(tracts_in_view, "tract"),
        answer.median_price_level !== null &&
        `median price level ${money(answer.median_price_level)}`,
      ].filter(Boolean).join(" · "),
    ),
    ...namesLine("townships there", answer.townships),
    ...namesLine("community areas there", answer.community_areas),
    title(
      tracts.length < tracts_in_view
        ? `Best ${tracts.length} for ${answer.strategy}`
        : `Tracts, best for ${answer.strategy} first`,
    ),
    table(
      [
        { head: "Tract" },
        { head: "Area", wraps: true },
        { head: "Percentile", align: "right" },
        { head: "Confidence", align: "right", dispensable: 1 },
        { head: "Price level", align: "right" },
      ],
      tracts.map((tract) => [
        tract.geoid,
        tract.area ?? (tract.county === "lake" ? "Lake County" : UNKNOWN),
        tract.percentile === null ? UNKNOWN : tract.percentile.toFixed(1),
        count(tract.confidence),
        money(tract.price_level),
      ]),
      { indent: 2 },
    ),
    ...footerLines(answer),
  ].join("\n");
}

function namesLine(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [paragraph(`${what}: ${names.join(", ")}`)];
}
