import { SUGGESTIONS } from "../../engine/places/named.ts";
import { SCORING } from "../../../contracts/constants/scoring.ts";
import { type Read, Strategy } from "../../../contracts/envelope.ts";
import { Fault } from "../../../contracts/errors.ts";
import { getTractReport as contract } from "../../../contracts/operations/get_tract_report.ts";
import { FACTOR_NAMES, FACTORS } from "../../../contracts/scoring.ts";
import type { TractInput, TractOutput } from "../../../contracts/tract.ts";
import type { Refusal } from "../../../contracts/valuation.ts";
import { titleCase, townshipName } from "../../engine/places/named.ts";
import { tractRowOf } from "../../engine/places/tract_rows.ts";
import { roundTo } from "../../engine/rounding.ts";
import { areaYears } from "../../engine/scoring/area_years.ts";
import {
  countyScores,
  type TractScores,
} from "../../engine/scoring/county_scores.ts";
import { tractRisks } from "../../engine/scoring/tract_risks.ts";
import type { SnapshotData } from "../../engine/snapshot.ts";
import { triadOf } from "../../engine/tax/property_tax.ts";
import type { Operation } from "../../service/operation.ts";
import { placeEnvelope } from "../../answers/place_fields.ts";
import { tractText } from "../../answers/place_text.ts";
import {
  commuteOf,
  factorOf,
  rentsOf,
  section8Of,
  taxOf,
} from "../../answers/tract_fields.ts";

/** Reports on one census tract. */
export const getTractReport: Operation<typeof TractInput, typeof TractOutput> =
  {
    contract,
    run(context, { geoid, strategy = "brrrr" }) {
      const { snapshot, today } = context;
      const row = tractRowOf(snapshot, geoid);
      if (row < 0) throw unknownTract(snapshot, geoid);
      const tract = countyScores(snapshot, today)[row];
      const { tracts } = snapshot.tables;
      const { areas, price, county, strategies } = tract;
      const refusal = refusalOf(tract);
      const { percentile, confidence } = strategies[strategy];
      const years = areaYears(snapshot);
      return {
        ...placeEnvelope(
          context,
          percentile === null ? null : roundTo(confidence, 0),
          readOf(tract, strategy, refusal),
        ),
        geoid,
        name: tracts.name.at(row),
        county,
        lat: roundTo(tracts.lat[row], 6),
        lon: roundTo(tracts.lon[row], 6),
        township: areas.township === "" ? null : {
          code: areas.township,
          name: townshipName(snapshot, areas.township),
          triad: triadOf(snapshot, areas.township) || null,
        },
        community_area: titleCase(areas.communityArea) || null,
        zip: areas.zip || null,
        parcels: areas.parcels,
        refusal,
        strategy,
        strategy_scores: scoresOf(tract, refusal),
        factors: FACTOR_NAMES.map((name) =>
          factorOf(name, tract.factors[name])
        ),
        price: price && {
          level: roundTo(price.level, 0),
          source: price.source,
          median: roundTo(price.median, 0),
          bridge: roundTo(price.bridge, 4),
          year: price.year,
          sales: price.sales,
          median_price_per_sqft: price.medianPerSqft &&
            roundTo(price.medianPerSqft, 2),
        },
        prices_by_year: (years.byTract.get(geoid) ?? []).map((each) => ({
          year: each.year,
          sales: each.sales,
          q1: roundTo(each.q1, 0),
          median: roundTo(each.median, 0),
          q3: roundTo(each.q3, 0),
        })),
        prices_by_year_source: years.byTract.has(geoid) ? years.source : null,
        rents: rentsOf(snapshot, tract, today),
        section8: section8Of(snapshot, tract, today),
        property_tax: taxOf(snapshot, tract, today),
        commute: commuteOf(snapshot, row),
        risks: tractRisks(snapshot, geoid, areas.communityArea !== "")
          .map((risk) => ({
            ...risk,
            share: risk.share === null ? null : roundTo(risk.share, 4),
          })),
      };
    },
    summary: tractText,
  };

function unknownTract(snapshot: SnapshotData, geoid: string): Fault {
  const { geoid: known } = snapshot.tables.tracts;
  const shared = (id: string) => {
    let digits = 0;
    while (digits < geoid.length && id[digits] === geoid[digits]) digits++;
    return digits;
  };
  const candidates = known.dictionary
    .filter((id) => shared(id) >= "17031".length)
    .map((id) => ({ id, digits: shared(id) }))
    .sort((a, b) => b.digits - a.digits || (a.id < b.id ? -1 : 1))
    .slice(0, SUGGESTIONS)
    .map(({ id }) => id);
  return new Fault("not_found", "no tract of the snapshot has this geoid", {
    field: "geoid",
    expected: "a census tract of Cook or Lake County, Illinois (2020 census)",
    ...(candidates.length > 0 && { candidates }),
  });
}

function refusalOf({ unscored }: TractScores): Refusal | null {
  switch (unscored) {
    case "lake_county":
      return {
        code: "lake_county",
        reason:
          "Lake County is context only: its sales are not available, so its tracts are not ranked",
        fix: "a tract of Cook County",
      };
    case "no_price":
      return {
        code: "missing_facts",
        reason:
          "the tract has no price level for houses and flats: too few sales, and no usable census value",
        fix: "a snapshot with sales there",
      };
    case null:
      return null;
  }
}

function scoresOf(
  tract: TractScores,
  refusal: Refusal | null,
): TractOutput["strategy_scores"] {
  const score = (strategy: Strategy) => {
    const { percentile, confidence, missing } = tract.strategies[strategy];
    return {
      percentile: percentile === null ? null : roundTo(percentile, 1),
      confidence: percentile === null ? null : roundTo(confidence, 0),
      missing: [...missing],
      read: readOf(tract, strategy, refusal),
    };
  };
  return {
    flip: score("flip"),
    brrrr: score("brrrr"),
    hold: score("hold"),
    section8: score("section8"),
  };
}

/** A place can be worth a closer look; what to pay there is a property's question. */
function readOf(
  { strategies, factors }: TractScores,
  strategy: Strategy,
  refusal: Refusal | null,
): Read {
  const { percentile, missing } = strategies[strategy];
  if (refusal) {
    return { strategy, verdict: "no_read", reasons: [refusal.reason] };
  }
  const gaps = missing.map((name) => {
    const { raw } = factors[name];
    return `${FACTORS[name].label} is missing: ${
      "missing" in raw ? raw.missing : "not ranked"
    }`;
  });
  if (percentile === null) {
    return {
      strategy,
      verdict: "no_read",
      reasons: ["too few of the score's factors are known", ...gaps],
    };
  }
  const { screen_percentile } = SCORING;
  const figure = `percentile ${roundTo(percentile, 1)} of the county's tracts`;
  return percentile >= screen_percentile
    ? {
      strategy,
      verdict: "screen",
      reasons: [`${figure}: look at single properties`, ...gaps],
    }
    : {
      strategy,
      verdict: "skip",
      reasons: [`${figure}, below ${screen_percentile}`, ...gaps],
    };
}
