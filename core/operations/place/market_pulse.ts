import { Strategy } from "../../../contracts/envelope.ts";
import { marketPulse as contract } from "../../../contracts/operations/market_pulse.ts";
import type { PulseInput, PulseOutput } from "../../../contracts/pulse.ts";
import { zipYields } from "../../engine/market_pulse/zip_yields.ts";
import {
  type TownshipShock,
  townshipShocks,
} from "../../engine/market_pulse/reassessment.ts";
import { roundTo } from "../../engine/rounding.ts";
import {
  countyScores,
  type TractScores,
} from "../../engine/scoring/county_scores.ts";
import type { SnapshotData } from "../../engine/snapshot.ts";
import type { Operation } from "../../service/operation.ts";
import { loadedVintages } from "../../answers/data_vintages.ts";
import { pulseText } from "../../answers/place_text.ts";
import {
  areaName,
  placeEnvelope,
  placesConfidence,
} from "../../answers/place_fields.ts";

/** The county at a glance. */
export const marketPulse: Operation<typeof PulseInput, typeof PulseOutput> = {
  contract,
  run(context, { metro, strategy = "brrrr", limit }) {
    const { snapshot, today } = context;
    const tracts = countyScores(snapshot, today);
    const leaders = byStrategy((each) =>
      leadersOf(snapshot, tracts, each, limit)
    );
    const zips = zipYields(snapshot, today);
    const shocks = townshipShocks(snapshot, today);
    const confidences = leaders[strategy].map(({ confidence }) => confidence);
    return {
      ...placeEnvelope(
        context,
        placesConfidence(confidences),
        {
          strategy,
          verdict: "no_read",
          reasons: [
            "the county overview has no verdict; get_tract_report gives one for a tract, get_comps and deep_underwrite_asset for a property",
          ],
        },
      ),
      metro,
      tracts: {
        total: tracts.length,
        lake: tracts.filter(({ county }) => county === "lake").length,
        scored: byStrategy((each) =>
          tracts.filter(({ strategies }) =>
            strategies[each].percentile !== null
          ).length
        ),
      },
      leaders,
      section8_zips: zips.slice(0, limit).map((zip) => ({
        zip: zip.zip,
        fiscal_year: zip.fiscalYear,
        two_bedroom: roundTo(zip.twoBedroom, 0),
        three_bedroom: roundTo(zip.threeBedroom, 0),
        median_price: roundTo(zip.medianPrice, 0),
        sales: zip.sales,
        yield: roundTo(zip.yield, 4),
      })),
      zips_compared: zips.length,
      reassessment: shocks.flatMap((each) =>
        each.ratio === null || each.shock === null ||
          each.assessedYear === null
          ? []
          : [{
            township: each.township,
            name: each.name,
            triad: each.triad,
            assessed_year: each.assessedYear,
            ratio: roundTo(each.ratio, 4),
            sales: each.sales,
            shock: roundTo(each.shock, 4),
            next_year: each.nextYear,
          }]
      ),
      reassessment_unknown: unknownByTriad(shocks),
      vintages: loadedVintages(context).map((vintage) => ({ ...vintage })),
    };
  },
  summary: pulseText,
};

function byStrategy<T>(of: (strategy: Strategy) => T): Record<Strategy, T> {
  return Object.fromEntries(
    Strategy.options.map((strategy) => [strategy, of(strategy)]),
  ) as Record<Strategy, T>;
}

function leadersOf(
  snapshot: SnapshotData,
  tracts: readonly TractScores[],
  strategy: Strategy,
  limit: number,
): PulseOutput["leaders"][Strategy] {
  return tracts.flatMap((tract) => {
    const { percentile, confidence } = tract.strategies[strategy];
    return percentile === null || tract.price === null ? [] : [{
      geoid: tract.geoid,
      area: areaName(snapshot, tract.areas),
      exact: percentile,
      percentile: roundTo(percentile, 1),
      confidence: roundTo(confidence, 0),
      price_level: roundTo(tract.price.level, 0),
      price_source: tract.price.source,
    }];
  })
    .sort((a, b) => b.exact - a.exact || (a.geoid < b.geoid ? -1 : 1))
    .slice(0, limit)
    .map(({ exact: _, ...leader }) => leader);
}

function unknownByTriad(
  shocks: readonly TownshipShock[],
): PulseOutput["reassessment_unknown"] {
  const groups = new Map<string, PulseOutput["reassessment_unknown"][number]>();
  for (const { triad, name, nextYear, shock } of shocks) {
    if (shock !== null) continue;
    const group = groups.get(triad) ??
      { triad, next_year: nextYear, townships: [] };
    groups.set(triad, group);
    group.townships.push(name);
  }
  return [...groups.values()].sort((a, b) =>
    a.next_year - b.next_year || (a.triad < b.triad ? -1 : 1)
  );
}
