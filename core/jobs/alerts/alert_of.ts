import type { Alert, MatchReason } from "../../../contracts/alerts.ts";
import type { Profile } from "../../../contracts/saved_items.ts";
import { RISK_LABELS } from "../../answers/risk_labels.ts";
import { dollars } from "../../engine/figures.ts";
import { assessRisk, riskCaseOf } from "../../engine/risk/risk.ts";
import { roundTo } from "../../engine/rounding.ts";
import type { SnapshotData } from "../../engine/snapshot.ts";
import { parcelSubject } from "../../engine/subject/resolve.ts";
import { codeAt } from "../../engine/tables.ts";
import { valueSubject } from "../../engine/valuation/value.ts";
import { type Columns, listingAt } from "../../inventory/index/columns.ts";
import { scoreAt } from "../../inventory/index/scored_row.ts";
import type { Listing } from "../../inventory/listing.ts";
import { modelVersionsOf } from "../../service/stamp.ts";
import { alertIdOf } from "../../store/alerts/raise.ts";

/** Order of severities, the worst first; those that are absent are not told. */
const SEVERITIES = ["high", "medium", "low"];

/** What an alert is made from. */
export interface AlertSource {
  readonly snapshot: SnapshotData;
  readonly columns: Columns;
  /** The day to answer for, days since 1970-01-01 UTC. */
  readonly today: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Origin of the property's page; unset gives a path. */
  readonly publicUrl?: string;
}

/** What an alert says of a listing, whoever it is for. */
interface ListingFacts
  extends Pick<Alert, "range" | "risk" | "valuation_id" | "disclosure"> {
  readonly modelVersions: Alert["model_versions"];
  readonly asOf: Alert["as_of"];
}

/** Makes the alert of a listing for a profile. */
export type AlertOf = (
  row: number,
  profile: Profile,
  reason: MatchReason,
) => Alert;

/**
 * Returns what makes alerts, with the same value, verdict and risks that a property has everywhere.
 * A listing is valued once for all profiles.
 */
export function alertsFrom(source: AlertSource): AlertOf {
  const known = new Map<number, ListingFacts>();
  return (row, profile, reason) => {
    let facts = known.get(row);
    if (!facts) {
      facts = factsOf(source, row);
      known.set(row, facts);
    }
    return alertOf(source, row, profile, reason, facts);
  };
}

function factsOf(
  { snapshot, columns, today }: AlertSource,
  row: number,
): ListingFacts {
  const listing = listingAt(columns, row);
  const valuation = valueSubject(
    snapshot,
    parcelSubject(snapshot, columns.parcel[row], "property_id", null),
    { today },
  );
  const { flags } = assessRisk(riskCaseOf(snapshot, valuation, {
    price: listing.listPrice,
    priceSource: "listing",
    listingUnits: listing.units,
    today,
  }));
  const { arv, fallback } = valuation;
  const [low, high] = arv
    ? [arv.conservative, arv.aggressive]
    : [fallback?.low, fallback?.high];
  return {
    range: low === undefined || high === undefined
      ? null
      : { low: roundTo(low, 0), high: roundTo(high, 0) },
    risk: flags
      .flatMap(({ code, severity }) =>
        severity !== null && SEVERITIES.includes(severity)
          ? [{ code, severity, title: RISK_LABELS[code] }]
          : []
      )
      .sort((a, b) =>
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)
      ),
    valuation_id: valuation.valuationId,
    disclosure: valuation.disclosure,
    modelVersions: modelVersionsOf(valuation.modelVersion),
    asOf: valuation.asOf,
  };
}

function alertOf(
  { columns, now, publicUrl = "" }: AlertSource,
  row: number,
  profile: Profile,
  reason: MatchReason,
  facts: ListingFacts,
): Alert {
  const listing = listingAt(columns, row);
  const score = scoreAt(columns, row, listing, "");
  const { percentile, dealScore, read } = score.strategies[profile.strategy];
  const { prices } = listing;
  const property = listing.pin!;
  return {
    alert_id: alertIdOf(profile.profile_id, property, reason),
    profile_id: profile.profile_id,
    profile_name: profile.name,
    reason,
    why: whyOf(profile, columns, row, listing),
    listing_id: listing.id,
    property_id: property,
    address: listing.address,
    city: listing.city,
    prop_type: listing.propType,
    list_price: roundTo(listing.listPrice, 0),
    previous_price: prices.length > 1
      ? roundTo(prices[prices.length - 2].price, 0)
      : null,
    score: dealScore,
    percentile,
    confidence: score.confidence,
    read: { ...read, reasons: [...read.reasons] },
    state: score.state,
    range: facts.range,
    risk: facts.risk,
    valuation_id: facts.valuation_id,
    disclosure: facts.disclosure,
    model_versions: facts.modelVersions,
    as_of: facts.asOf,
    raised_at: new Date(now).toISOString(),
    url: `${publicUrl}/property/${property}`,
  };
}

/** Each condition of the profile with the listing's own figure. */
function whyOf(
  profile: Profile,
  { figures, areas }: Columns,
  row: number,
  { listPrice, propType }: Listing,
): string[] {
  const { area, max_price, min_percentile, min_confidence, prop_types } =
    profile;
  return [
    area !== undefined
      ? `in ${area}`
      : profile.west !== undefined
      ? "in the profile's box"
      : `in ${codeAt(areas, row) || "the county"}`,
    `asked ${dollars(listPrice)}${
      max_price === undefined ? "" : `, at most ${dollars(max_price)}`
    }`,
    ...(min_percentile === undefined ? [] : [
      `percentile ${
        figures[`percentile:${profile.strategy}`][row]
      }, at least ${min_percentile}`,
    ]),
    ...(min_confidence === undefined
      ? []
      : [`confidence ${figures.confidence[row]}, at least ${min_confidence}`]),
    ...(prop_types ? [`type ${propType}`] : []),
  ];
}
