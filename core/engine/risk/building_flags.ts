import { RISK } from "../../../contracts/constants/risk.ts";
import type { Severity } from "../../../contracts/risk.ts";
import { codeAt } from "../tables.ts";
import {
  assessed,
  type Flag,
  notAssessed,
  type RiskCase,
  severityOf,
} from "./flag.ts";

/** Basement and flood: FEMA's zone, First Street's factor, and a basement to fill. */
export function basementFlood({ snapshot, subject }: RiskCase): Flag {
  const known = {
    code: "basement_flood",
    source:
      "FEMA flood zone and First Street flood factor in the county's parcel universe, county building record",
  } as const;
  const { parcels } = snapshot.tables;
  const row = subject.parcel;
  const zone = row < 0 ? NaN : parcels.flood_zone[row];
  const factor = row < 0 ? NaN : parcels.flood_factor[row];
  if (Number.isNaN(zone) && Number.isNaN(factor)) {
    return notAssessed("unknown", {
      ...known,
      reason: "no flood zone or flood factor is on record for the property",
    });
  }
  const basement = codeAt(parcels.basement, row);
  const below = basement === "Full" || basement === "Partial";
  const byFactor = severityOf(factor, RISK.flood_factor);
  const base = zone > 0 ? "high" : byFactor;
  // Water in a basement needs no river: a basement lifts a moderate factor one step.
  const severity: Severity = below && base === "low" ? "medium" : base;
  const reasons = [
    zone > 0
      ? "in a FEMA special flood hazard area: lenders require flood insurance"
      : zone === 0 && "outside FEMA's special flood hazard areas",
    factor >= 1 && `flood factor ${factor} of 10`,
    below
      ? `${basement.toLowerCase()} basement`
      : basement && `no basement (${basement.toLowerCase()})`,
  ].filter(Boolean);
  return assessed(severity, {
    ...known,
    reason: reasons.join(", "),
    figures: {
      flood_zone: Number.isNaN(zone) ? null : zone,
      flood_factor: Number.isNaN(factor) ? null : factor,
      basement: basement || null,
    },
    vintage: yearOf(parcels.facts_year[row]),
    blindSpots:
      "sewer backup, seepage and past claims are not recorded; ask for the seller's disclosure",
  });
}

/** Vintage stock: lead paint before 1978, old systems before 1940, very old ones before 1910. */
export function vintageStock({ snapshot, subject, yearBuilt }: RiskCase): Flag {
  const known = { code: "vintage_stock" } as const;
  const { parcels } = snapshot.tables;
  const row = subject.parcel;
  const recorded = row < 0 ? NaN : parcels.year_built[row];
  const year = recorded > 0 ? recorded : yearBuilt;
  const source = recorded > 0 ? "county building record" : "as listed";
  if (year === null) {
    return notAssessed("unknown", {
      ...known,
      source: "county building record",
      reason: "no year built is on record or given",
    });
  }
  const { lead_before, old_before, oldest_before } = RISK.vintage;
  const severity: Severity = year < oldest_before
    ? "high"
    : year < old_before
    ? "medium"
    : year < lead_before
    ? "low"
    : "none";
  const meaning = {
    high:
      "lead paint, and wiring, pipes and foundation from before building codes unless renewed",
    medium:
      "lead paint, and original wiring and galvanized or lead pipes unless renewed",
    low: "lead paint may be present and must be disclosed",
    none: "built after lead paint was banned",
  }[severity];
  const conflict = recorded > 0 && yearBuilt !== null && yearBuilt !== recorded
    ? ` (listed as ${yearBuilt}; the county's record was used)`
    : "";
  return assessed(severity, {
    ...known,
    source,
    reason: `built ${year}${conflict}: ${meaning}`,
    figures: {
      year_built: year,
      year_listed: yearBuilt,
      year_renovated: row >= 0 && parcels.year_renovated[row] > 0
        ? parcels.year_renovated[row]
        : null,
    },
    vintage: recorded > 0 ? yearOf(parcels.facts_year[row]) : null,
    blindSpots: "what was renewed since, with or without a permit",
  });
}

/** Legal units: apartments as listed against the county's count. More listed than recorded may not be legal. */
export function legalUnits(
  { snapshot, subject, listingUnits }: RiskCase,
): Flag {
  const known = {
    code: "legal_unit_mismatch",
    source: "listing against the county's building record",
  } as const;
  if (listingUnits === null) {
    return notAssessed("unknown", {
      ...known,
      reason: "no listing states the number of units; give listing_units",
    });
  }
  const { parcels } = snapshot.tables;
  const row = subject.parcel;
  const counted = row < 0 ? NaN : parcels.units[row];
  const units = counted > 0 ? counted : subject.propType === "sfh" ? 1 : NaN;
  if (Number.isNaN(units)) {
    return notAssessed("unknown", {
      ...known,
      reason: "the county records no number of units",
    });
  }
  const extra = listingUnits - units;
  const severity: Severity = extra >= 2
    ? "high"
    : extra === 1
    ? units === 1 ? "high" : "medium"
    : extra < 0
    ? "low"
    : "none";
  return assessed(severity, {
    ...known,
    reason: extra > 0
      ? `listed with ${listingUnits} units, the county records ${units}: the others may not be legal, and lenders and the city count the legal ones`
      : extra < 0
      ? `listed with ${listingUnits} units, the county records ${units}: some may have been joined without a change of record`
      : `listed and recorded with ${units}`,
    figures: { listing_units: listingUnits, county_units: units },
    vintage: yearOf(parcels.facts_year[row]),
    blindSpots: "zoning certificates and permits are not in the data",
  });
}

function yearOf(year: number): string | null {
  return year > 0 ? `${year}` : null;
}
