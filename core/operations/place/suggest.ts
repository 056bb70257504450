import { suggest as contract } from "../../../contracts/operations/suggest.ts";
import type {
  SuggestInput,
  Suggestion,
  SuggestOutput,
} from "../../../contracts/suggest.ts";
import { roundTo } from "../../engine/rounding.ts";
import { type Completion, completions } from "../../engine/subject/suggest.ts";
import { codeAt } from "../../engine/tables.ts";
import { typeNoun } from "../../engine/words.ts";
import { titleCase } from "../../engine/places/named.ts";
import { listingOfParcel } from "../../answers/active_listing.ts";
import type { Operation, OperationContext } from "../../service/operation.ts";
import { stampOf } from "../../service/stamp.ts";

/** Completes what is typed into a search box. */
export const suggest: Operation<typeof SuggestInput, typeof SuggestOutput> = {
  contract,
  run(context, { q, limit }) {
    return {
      ...stampOf(context.snapshot),
      suggestions: completions(context.snapshot, q, limit)
        .map((each) => suggestionOf(context, each)),
    };
  },
  summary: ({ suggestions }) =>
    suggestions.length === 0
      ? "No matches."
      : suggestions.map(({ text, detail }) => `${text} (${detail})`).join("; "),
};

const KINDS = {
  community_area: "community area of Chicago",
  city: "city",
  zip: "ZIP",
  township: "township",
  tract: "census tract",
} as const;

function suggestionOf(
  context: OperationContext,
  completion: Completion,
): Suggestion {
  const { kind } = completion;
  switch (kind) {
    case "place":
    case "zip": {
      const { name, bounds, kind: areaKind } = completion.area;
      const [west, south, east, north] = bounds.map((each) => roundTo(each, 6));
      return {
        kind,
        text: name,
        detail: KINDS[areaKind],
        property_id: null,
        area: name,
        lat: roundTo((south + north) / 2, 6),
        lon: roundTo((west + east) / 2, 6),
        bounds: [west, south, east, north],
        listed: false,
      };
    }
    case "street":
      return {
        kind,
        text: completion.name,
        detail: `street, properties: ${completion.properties}`,
        property_id: null,
        area: null,
        ...positionOf(context, completion.middle),
        bounds: null,
        listed: false,
      };
    case "address":
    case "property":
      return propertyOf(context, kind, completion.parcel);
  }
}

function positionOf(
  { snapshot: { tables: { parcels } } }: OperationContext,
  parcel: number,
): Pick<Suggestion, "lat" | "lon"> {
  const lat = parcels.lat[parcel], lon = parcels.lon[parcel];
  return Number.isNaN(lat + lon)
    ? { lat: null, lon: null }
    : { lat: roundTo(lat, 6), lon: roundTo(lon, 6) };
}

function propertyOf(
  context: OperationContext,
  kind: "address" | "property",
  parcel: number,
): Suggestion {
  const { parcels } = context.snapshot.tables;
  const id = parcels.property_id.at(parcel);
  const address = parcels.address.at(parcel);
  const place = [
    titleCase(codeAt(parcels.city, parcel)),
    codeAt(parcels.zip, parcel),
  ].filter((part) => part !== "").join(" ");
  const where = [address, place].filter((part) => part !== "").join(", ");
  const what = typeNoun(codeAt(parcels.prop_type, parcel));
  return {
    kind,
    text: kind === "property" ? id : where,
    detail: kind === "property"
      ? [where, what].filter((part) => part !== "").join(", ")
      : `${what}, PIN ${id}`,
    property_id: id,
    area: null,
    ...positionOf(context, parcel),
    bounds: null,
    listed: listingOfParcel(context, parcel) !== null,
  };
}
