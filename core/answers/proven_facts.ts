import type { ProvenFact } from "../../contracts/property.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import { parcelFacts } from "../engine/subject/facts.ts";
import { codeAt, FACTS } from "../engine/tables.ts";

/** What people call a fact, and its unit. */
const LABELS: Readonly<Partial<Record<keyof typeof FACTS, string>>> = {
  class: "Property class",
  bldg_sqft: "Living area",
  land_sqft: "Lot",
  basement_sqft: "Basement area",
  year_built: "Year built",
  year_renovated: "Year renovated",
  bedrooms: "Bedrooms",
  rooms: "Rooms",
  full_baths: "Full baths",
  half_baths: "Half baths",
  fireplaces: "Fireplaces",
  stories: "Stories",
  units: "Apartments",
  commercial_units: "Commercial units",
  cards: "Buildings on the parcel",
  garage_cars: "Garage, cars",
  condition: "Condition, on the county's scale",
  quality: "Construction quality, on the county's scale",
  waterfront: "On the water",
  air: "Central air",
  attic: "Attic",
  basement: "Basement",
  basement_finish: "Basement finish",
  exterior: "Exterior walls",
  heating: "Heating",
  roof: "Roof",
  garage: "Garage",
  porch: "Porch",
  residence: "Type of residence",
  site: "Site",
  view: "View, on the county's scale",
};

/** Returns what the county records of a parcel, each fact with its source; nothing for a bare point. */
export function provenFacts(
  snapshot: SnapshotData,
  parcel: number,
): ProvenFact[] {
  if (parcel < 0) return [];
  const { parcels } = snapshot.tables;
  const recorded = parcelFacts(snapshot, parcel);
  const year = recorded.facts_year;
  const vintage = year === undefined ? null : `tax year ${year}`;
  const facts = (Object.keys(LABELS) as (keyof typeof FACTS)[])
    .flatMap((field): ProvenFact[] => {
      const value = recorded[field];
      if (value === undefined) return [];
      const { unit } = FACTS[field];
      const isFlag = unit === "0/1";
      return [{
        field,
        label: LABELS[field]!,
        value: isFlag ? (value === 1 ? "yes" : "no") : value,
        unit: unit === "sqft" ? unit : "",
        source: "county_record",
        vintage,
      }];
    });
  const area = (
    field: "neighborhood" | "tax_code",
    label: string,
  ): ProvenFact[] => {
    const value = codeAt(parcels[field], parcel);
    return value === "" ? [] : [{
      field,
      label,
      value,
      unit: "",
      source: "county_record",
      vintage,
    }];
  };
  return [
    ...facts,
    ...area("neighborhood", "Assessor's neighborhood"),
    ...area("tax_code", "Tax code"),
  ];
}
