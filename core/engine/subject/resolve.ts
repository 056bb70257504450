import { Fault, invalidParams } from "../../../contracts/errors.ts";
import type { SubjectQuery } from "../../../contracts/subject.ts";
import type { SnapshotData } from "../snapshot.ts";
import { codeAt } from "../tables.ts";
import type { NearParcel } from "../geo/parcel_index.ts";
import { areasAt } from "../places/areas.ts";
import { findParcel } from "./property_id.ts";
import { resolveAddress } from "./resolve_address.ts";
import { parcelAtPoint } from "./resolve_point.ts";

/** The property (or bare point) a question is about, found in a snapshot. */
export interface ResolvedSubject {
  /** How the caller named it. */
  readonly matchedBy: SubjectQuery["by"];
  /** Meters from the asked point to the parcel; null unless matched by point. */
  readonly matchDistance: number | null;
  /** Nearer to the asked point, of another type than the one asked for; null without one. */
  readonly passedOver: NearParcel | null;
  /** Row of `parcels`; -1 at a point without a parcel. */
  readonly parcel: number;
  /** Degrees; NaN when the county has no position for the parcel. */
  readonly lat: number;
  /** Degrees; NaN with `lat`. */
  readonly lon: number;
  /** `cook`, `lake`, ...; like the areas below `""` where unknown, as in the tables. */
  readonly county: string;
  /** Township or other assessment area. */
  readonly township: string;
  /** The assessor's neighborhood. */
  readonly neighborhood: string;
  /** 11-digit census tract GEOID. */
  readonly tract: string;
  /** The county's record, `""` at a bare point. */
  readonly propType: string;
}

/** How to choose where a query leaves a choice. */
export interface ResolveOptions {
  /** Picks among the parcels near a point; the county's record wins everywhere else. */
  readonly propType?: string;
}

/**
 * Finds the property a query names. A point with no parcel near it resolves to a subject without
 * a property: its area is known, its value is not.
 *
 * @throws {Fault} `not_found` when nothing matches, `invalid_params` with `candidates` when an
 * address matches more than one parcel or a point's degrees are exchanged
 */
export function resolveSubject(
  snapshot: SnapshotData,
  query: SubjectQuery,
  options: ResolveOptions = {},
): ResolvedSubject {
  switch (query.by) {
    case "property_id": {
      const parcel = findParcel(snapshot, query.property_id);
      if (parcel < 0) {
        throw new Fault("not_found", "no parcel has this property_id", {
          field: "property_id",
          expected: "an identifier of the loaded counties",
        });
      }
      return parcelSubject(snapshot, parcel, "property_id", null);
    }
    case "address":
      return parcelSubject(
        snapshot,
        resolveAddress(snapshot, query.address),
        "address",
        null,
      );
    case "point": {
      const { lat, lon } = query;
      const near = parcelAtPoint(snapshot, lat, lon, options.propType);
      return near
        ? {
          ...parcelSubject(snapshot, near.parcel, "point", near.distance),
          passedOver: near.passedOver,
        }
        : bareSubject(snapshot, lat, lon);
    }
  }
}

/**
 * The subject at a point without a parcel.
 *
 * @throws {Fault} `invalid_params` where only the exchanged point lies in the snapshot
 */
function bareSubject(
  snapshot: SnapshotData,
  lat: number,
  lon: number,
): ResolvedSubject {
  const areas = areasAt(snapshot, lat, lon);
  if (areas.tract === "" && areasAt(snapshot, lon, lat).tract !== "") {
    throw invalidParams(
      "lat",
      `the latitude first: ${lon},${lat}`,
      "latitude and longitude are exchanged",
    );
  }
  return {
    matchedBy: "point",
    matchDistance: null,
    passedOver: null,
    parcel: -1,
    lat,
    lon,
    ...areas,
    neighborhood: "",
    propType: "",
  };
}

/** The subject at a row of `parcels`. */
export function parcelSubject(
  snapshot: SnapshotData,
  parcel: number,
  matchedBy: SubjectQuery["by"],
  matchDistance: number | null,
): ResolvedSubject {
  const parcels = snapshot.tables.parcels;
  return {
    matchedBy,
    matchDistance,
    passedOver: null,
    parcel,
    lat: parcels.lat[parcel],
    lon: parcels.lon[parcel],
    county: codeAt(parcels.county, parcel),
    township: codeAt(parcels.township, parcel),
    neighborhood: codeAt(parcels.neighborhood, parcel),
    tract: codeAt(parcels.tract, parcel),
    propType: codeAt(parcels.prop_type, parcel),
  };
}
