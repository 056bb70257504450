import { Strategy } from "../../contracts/envelope.ts";
import type { PulseOutput } from "../../contracts/pulse.ts";
import type { TractOutput } from "../../contracts/tract.ts";
import type { ViewportOutput } from "../../contracts/viewport.ts";
import { dollars } from "../engine/figures.ts";
import { count, miles, percent } from "../engine/words.ts";

/** Tracts, ZIPs and townships of an overview that are told; the answer has them all. */
const TOLD = 5;
/** Tracts of an area that are told. */
const TRACTS_TOLD = 25;

/** Returns the county at a glance in words. */
export function pulseText(
  { leaders, read, section8_zips, reassessment, vintages }: PulseOutput,
): string {
  const [own, ...others] = [
    read.strategy,
    ...Strategy.options.filter((each) => each !== read.strategy),
  ].map((strategy) => ({ strategy, tracts: leaders[strategy] }));
  const zips = section8_zips.slice(0, TOLD).map((each) =>
    `${each.zip} ${percent(each.yield, 1)}`
  );
  const townships = reassessment.slice(0, TOLD).map((each) =>
    `${each.name} ${percent(each.shock, 1)} in tax year ${each.next_year}`
  );
  return [
    own.tracts.length > 0
      ? `Best tracts for ${own.strategy}:`
      : `No tract is scored for ${own.strategy}.`,
    ...own.tracts.slice(0, TOLD).map((tract) => `- ${tractLine(tract)}`),
    ...others.flatMap(({ strategy, tracts: [best] }) =>
      best ? [`Best for ${strategy}: ${tractLine(best)}.`] : []
    ),
    zips.length > 0
      ? `Best Section 8 ZIPs, by a year of two-bedroom rent as a share of the median price: ${
        zips.join(", ")
      }.`
      : "No ZIP has both HUD rents and enough sales.",
    townships.length > 0
      ? `Greatest reassessment shocks, by which the tax bill would grow: ${
        townships.join(", ")
      }.`
      : "No township has both assessed values and sales.",
    `Data: ${vintages.map(({ what, to }) => `${what} to ${to}`).join("; ")}.`,
  ].join("\n");
}

interface RankedTract {
  readonly geoid: string;
  readonly area: string | null;
  readonly percentile: number | null;
  readonly price_level: number | null;
}

function tractLine(
  { geoid, area, percentile, price_level }: RankedTract,
): string {
  return [
    area ? `${geoid} in ${area}` : geoid,
    percentile === null ? "no percentile" : `percentile ${percentile}`,
    price_level === null
      ? "no price level"
      : `price level ${dollars(price_level)}`,
  ].join(", ");
}

/** Returns the tracts of an area or a box in words, best first. */
export function viewportText(
  { area, tracts_in_view, tracts, strategy, median_price_level }:
    ViewportOutput,
): string {
  const rest = tracts_in_view - Math.min(tracts.length, TRACTS_TOLD);
  return [
    `${area ? area.name : "The box"} has ${count(tracts_in_view, "tract")}${
      median_price_level === null
        ? ""
        : `, median price level ${dollars(median_price_level)}`
    }${tracts.length > 0 ? `; best for ${strategy} first` : ""}.`,
    ...tracts.slice(0, TRACTS_TOLD).map((tract) => `- ${tractLine(tract)}`),
    ...(rest > 0 ? [`${count(rest, "more tract")}, not listed here.`] : []),
  ].join("\n");
}

/** Returns the report on a tract in words. */
export function tractText(answer: TractOutput): string {
  const { geoid, name, community_area, township, zip, read, refusal, price } =
    answer;
  const place = [community_area, township?.name, zip && `ZIP ${zip}`];
  return [
    `${name} (${geoid}), ${place.filter(Boolean).join(", ")}.`,
    refusal
      ? `No scores: ${refusal.reason}. What would change it: ${refusal.fix}.`
      : `County percentiles: ${scoresText(answer)}.`,
    `Read for ${read.strategy}: ${read.verdict}; ${read.reasons.join("; ")}.`,
    price &&
    `Price level ${dollars(price.level)} from ${
      price.source.replace("_", " ")
    } of ${price.year}.`,
    rentsText(answer),
    taxText(answer),
    commuteText(answer.commute),
    ...answer.risks.map(({ status, reason }) => `${RISKS[status]}: ${reason}.`),
  ].filter(Boolean).join("\n");
}

const RISKS = {
  flagged: "Risk",
  clear: "No risk flagged",
  unknown: "Unknown",
  not_tracked: "Not tracked",
} as const satisfies Record<TractOutput["risks"][number]["status"], string>;

function scoresText({ strategy_scores }: TractOutput): string {
  return Strategy.options.map((each) => {
    const { percentile, confidence } = strategy_scores[each];
    return percentile === null
      ? `${each} no score`
      : `${each} ${percentile} (confidence ${confidence})`;
  }).join(", ");
}

function rentsText({ rents, section8 }: TractOutput): string | null {
  if (rents === null) return null;
  const market = rents.market.map((rent, i) => `${i + 1} bed ${dollars(rent)}`);
  const voucher = rents.payment_standards.slice(1).map(dollars);
  const yielded = section8 &&
    `; two-bedroom voucher rent is ${
      percent(section8.yield, 1)
    } of the price a year`;
  return `Market rent a month: ${
    market.join(", ")
  }; voucher rent of ${rents.fiscal_year} for the same: ${voucher.join(", ")}${
    yielded ?? ""
  }.`;
}

function taxText({ property_tax }: TractOutput): string | null {
  if (property_tax === null) return null;
  const { tax_at_price_level, next_reassessment_year, assessed_to_price } =
    property_tax;
  return `${
    [
      `Property tax ${
        percent(property_tax.effective_rate, 2)
      } of market value a year${
        tax_at_price_level === null
          ? ""
          : `, ${dollars(tax_at_price_level)} at the price level`
      }`,
      next_reassessment_year !== null &&
      `next reassessment ${next_reassessment_year}`,
      assessed_to_price &&
      `assessed at the price, a bill would grow by ${
        percent(assessed_to_price.shock, 1)
      }`,
    ].filter(Boolean).join("; ")
  }.`;
}

function commuteText(
  { transit_share, nearest_station, station_distance_m }:
    TractOutput["commute"],
): string | null {
  const parts = [
    transit_share !== null &&
    `${percent(transit_share)} of workers commute by transit`,
    nearest_station !== null && station_distance_m !== null &&
    `nearest station ${nearest_station}, ${miles(station_distance_m)} away`,
  ].filter(Boolean);
  return parts.length === 0 ? null : `Commute: ${parts.join("; ")}.`;
}
