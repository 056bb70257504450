import { type ColumnSpec, FACTS, TABLES } from "../engine/tables.ts";
import { PLACE } from "./work_tables.ts";

/** What a row of a mapped file is, and the fields that a mapping can fill. */
export interface MappedKind {
  /** One row, for messages. */
  readonly record: string;
  /** Every field by name, with its type, unit and meaning. */
  readonly targets: Readonly<Record<string, ColumnSpec>>;
  /** Fields that a column or a constant must fill. */
  readonly required: readonly string[];
  /** What a field is when neither a column nor a constant gives it; other fields are unknown. */
  readonly defaults: Readonly<Record<string, string | number>>;
}

const { sale_date, sale_price, document, deed_type } = TABLES.sales;

/** A sale, with the parcel's place and facts at that time. */
export const MAPPED_SALE: MappedKind = {
  record: "sale",
  targets: {
    property_id: TABLES.parcels.property_id,
    sale_date,
    sale_price,
    document,
    deed_type,
    parcels_in_deed: {
      type: "i32",
      unit: "count",
      about: "parcels the deed conveys; a sale of several is not valid",
    },
    ...PLACE,
    ...FACTS,
  },
  required: ["property_id", "sale_date", "sale_price", "county"],
  defaults: { prop_type: "sfh" },
};

/** Kinds of rents that may be imported. */
export const RENT_KINDS: readonly string[] = ["lease", "asking"];

/** A lease or an asking rent of one unit. */
export const MAPPED_RENT: MappedKind = {
  record: "rent",
  targets: TABLES.rents,
  required: ["date", "rent", "bedrooms"],
  defaults: { kind: "lease" },
};

/** Every field of every kind: one name means one thing. */
export const FIELDS: Readonly<Record<string, ColumnSpec>> = {
  ...MAPPED_RENT.targets,
  ...MAPPED_SALE.targets,
};
