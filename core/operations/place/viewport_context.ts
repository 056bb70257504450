import { invalidParams } from "../../../contracts/errors.ts";
import { viewportContext as contract } from "../../../contracts/operations/viewport_context.ts";
import type {
  ViewportInput,
  ViewportOutput,
} from "../../../contracts/viewport.ts";
import {
  type Bounds,
  findArea,
  type NamedArea,
  titleCase,
  townshipName,
} from "../../engine/places/named.ts";
import { roundTo } from "../../engine/rounding.ts";
import {
  countyScores,
  type TractScores,
} from "../../engine/scoring/county_scores.ts";
import { median } from "../../engine/statistics/quantile.ts";
import { boxOf, inBox } from "../../service/box.ts";
import type { Operation } from "../../service/operation.ts";
import { viewportText } from "../../answers/place_text.ts";
import {
  areaName,
  placeEnvelope,
  placesConfidence,
} from "../../answers/place_fields.ts";

/** The tracts of an area or a box. */
export const viewportContext: Operation<
  typeof ViewportInput,
  typeof ViewportOutput
> = {
  contract,
  run(context, input) {
    const { snapshot, today } = context;
    const { strategy = "brrrr", limit } = input;
    const area = input.area === undefined
      ? null
      : findArea(snapshot, input.area);
    const bounds = boundsOf(input, area);
    const [west, south, east, north] = bounds;
    const { tracts } = snapshot.tables;
    const inView = countyScores(snapshot, today).filter((tract) =>
      area && area.kind !== "city"
        ? belongs(tract, area)
        : inBox(bounds, tracts.lat[tract.row], tracts.lon[tract.row])
    ).toSorted((a, b) =>
      (b.strategies[strategy].percentile ?? -1) -
        (a.strategies[strategy].percentile ?? -1) ||
      (a.geoid < b.geoid ? -1 : 1)
    );
    const prices = inView.flatMap(({ price }) => price ? [price.level] : []);
    const shown = inView.slice(0, limit);
    const confidences = shown.flatMap(({ strategies }) =>
      strategies[strategy].percentile === null
        ? []
        : [strategies[strategy].confidence]
    );
    return {
      ...placeEnvelope(
        context,
        placesConfidence(confidences),
        {
          strategy,
          verdict: "no_read",
          reasons: [
            "a list of tracts has no verdict; get_tract_report gives one for a tract",
          ],
        },
      ),
      area: area && { kind: area.kind, id: area.id, name: area.name },
      west: roundTo(west, 6),
      south: roundTo(south, 6),
      east: roundTo(east, 6),
      north: roundTo(north, 6),
      strategy,
      townships: distinct(inView, "township")
        .map((code) => townshipName(snapshot, code)),
      community_areas: distinct(inView, "communityArea").map(titleCase),
      median_price_level: prices.length > 0 ? roundTo(median(prices), 0) : null,
      tracts_in_view: inView.length,
      tracts: shown.map((tract) => {
        const { percentile, confidence } = tract.strategies[strategy];
        return {
          geoid: tract.geoid,
          county: tract.county,
          lat: roundTo(tracts.lat[tract.row], 6),
          lon: roundTo(tracts.lon[tract.row], 6),
          area: areaName(snapshot, tract.areas),
          percentile: percentile === null ? null : roundTo(percentile, 1),
          confidence: percentile === null ? null : roundTo(confidence, 0),
          price_level: tract.price && roundTo(tract.price.level, 0),
        };
      }),
    };
  },
  summary: viewportText,
};

function boundsOf(input: ViewportInput, area: NamedArea | null): Bounds {
  const bounds = boxOf(input) ?? area?.bounds;
  if (bounds) return bounds;
  throw invalidParams(
    "area",
    "either area, or all of west, south, east and north",
    "no area is named and no box is given",
  );
}

function distinct(
  tracts: readonly TractScores[],
  of: "township" | "communityArea",
): string[] {
  return [...new Set(tracts.map(({ areas }) => areas[of]))]
    .filter((id) => id !== "").sort();
}

/** Whether a tract is of an area that tracts are assigned to as a whole. */
function belongs({ geoid, areas }: TractScores, { kind, id }: NamedArea) {
  switch (kind) {
    case "community_area":
      return areas.communityArea === id;
    case "township":
      return areas.township === id;
    case "zip":
      return areas.zip === id;
    default:
      return geoid === id;
  }
}
