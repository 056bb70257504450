import { codeAt } from "../../tables.ts";
import type { SnapshotData } from "../../snapshot.ts";
import { type Facts, FEATURES } from "../training/features.ts";
import { ASSESSOR_GRADES, placeOnScale } from "../training/ordinal_scales.ts";

/** Where a property's facts are: a row of `parcels` (newest) or `sales` (as of the sale), and its parcel. */
export interface FactsAt {
  readonly facts: Facts;
  readonly row: number;
  readonly parcel: number;
}

/** One line of the adjustment grid: what it is called and what each side has. */
interface LineSpec {
  readonly label: string;
  show(at: FactsAt, snapshot: SnapshotData): number | string | null;
}

const known = (value: number): number | null =>
  Number.isFinite(value) ? Math.round(value * 100) / 100 : null;

/** Joins what is known, or null when nothing is. */
function words(...parts: readonly (string | null)[]): string | null {
  const said = parts.filter((part) => part !== null && part !== "");
  return said.length > 0 ? said.join(", ") : null;
}

const counted = (value: number, one: string, many = `${one}s`) =>
  Number.isFinite(value)
    ? `${Math.round(value * 100) / 100} ${value === 1 ? one : many}`
    : null;

/** The lines an adjustment is split into. Every `line` of `FEATURES` is one of these. */
const LINES: Readonly<Record<string, LineSpec>> = {
  size: {
    label: "Living area, sqft",
    show: ({ facts, row }) => known(facts.bldg_sqft[row]),
  },
  lot: {
    label: "Lot, sqft",
    show: ({ facts, row }) => known(facts.land_sqft[row]),
  },
  year_built: {
    label: "Year built",
    show: ({ facts, row }) =>
      facts.year_renovated[row] > 0
        ? words(
          facts.year_built[row] > 0 ? `${facts.year_built[row]}` : null,
          `renovated ${facts.year_renovated[row]}`,
        )
        : known(facts.year_built[row]),
  },
  rooms: {
    label: "Rooms",
    show: ({ facts, row }) =>
      words(
        counted(facts.bedrooms[row], "bedroom"),
        counted(facts.rooms[row], "room"),
      ),
  },
  baths: {
    label: "Baths",
    show: ({ facts, row }) =>
      words(
        counted(facts.full_baths[row], "full", "full"),
        facts.half_baths[row] > 0
          ? counted(facts.half_baths[row], "half", "half")
          : null,
      ),
  },
  basement: {
    label: "Basement",
    show: ({ facts, row }) =>
      words(
        codeAt(facts.basement, row),
        codeAt(facts.basement_finish, row),
        counted(facts.basement_sqft[row], "sqft", "sqft"),
      ),
  },
  garage: {
    label: "Garage",
    show: ({ facts, row }) =>
      facts.garage_cars[row] === 0 ? "none" : words(
        counted(facts.garage_cars[row], "car"),
        codeAt(facts.garage, row),
      ),
  },
  condition: {
    label: "Condition and quality",
    show: (at, snapshot) =>
      words(
        graded("condition", at, snapshot),
        graded("quality", at, snapshot),
        site(codeAt(at.facts.site, at.row)),
      ),
  },
  exterior: {
    label: "Exterior and roof",
    show: ({ facts, row }) =>
      words(codeAt(facts.exterior, row), codeAt(facts.roof, row)),
  },
  comfort: {
    label: "Heating, air, fireplaces",
    show: ({ facts, row }) =>
      words(
        codeAt(facts.heating, row),
        facts.air[row] > 0 ? "central air" : null,
        facts.fireplaces[row] > 0
          ? counted(facts.fireplaces[row], "fireplace")
          : null,
      ),
  },
  layout: {
    label: "Type and layout",
    show: ({ facts, row }) =>
      words(
        codeAt(facts.residence, row) ||
          counted(facts.stories[row], "story", "stories"),
        codeAt(facts.class, row) && `class ${codeAt(facts.class, row)}`,
        codeAt(facts.attic, row) && `attic ${codeAt(facts.attic, row)}`,
      ),
  },
  units: {
    label: "Apartments",
    show: unitCounts,
  },
  view: {
    label: "View and water",
    show: ({ facts, row }) =>
      words(
        ordinal("view", facts.view[row]),
        facts.waterfront[row] > 0 ? "waterfront" : null,
      ),
  },
  flood: {
    label: "Flood risk",
    show: ({ parcel }, { tables: { parcels } }) =>
      words(
        parcels.flood_zone[parcel] > 0 ? "FEMA hazard area" : null,
        ordinal("factor", parcels.flood_factor[parcel]),
      ),
  },
  location: {
    label: "Location",
    show: ({ parcel }, { tables: { parcels } }) =>
      codeAt(parcels.neighborhood, parcel) || codeAt(parcels.tract, parcel) ||
      null,
  },
  prior_sale: { label: "Prior sale of the subject", show: () => null },
  other: { label: "Everything else", show: () => null },
};

const ordinal = (name: string, value: number) =>
  Number.isFinite(value) ? `${name} ${value}` : null;

/** Apartments, and commercial units where there are some or Cook's record leaves them open. */
function unitCounts(
  { facts, row, parcel }: FactsAt,
  { tables: { parcels } }: SnapshotData,
): number | string | null {
  const commercial = facts.commercial_units[row];
  const isOpen = Number.isNaN(commercial) &&
    codeAt(parcels.county, parcel) === "cook";
  return commercial > 0 || isOpen
    ? words(
      counted(facts.units[row], "apartment"),
      isOpen
        ? "commercial units not on record"
        : counted(commercial, "commercial unit"),
    )
    : known(facts.units[row]);
}

/** A grade in words where the county's scale is known, otherwise its number. */
function graded(
  name: keyof typeof ASSESSOR_GRADES,
  { facts, row, parcel }: FactsAt,
  { tables: { parcels } }: SnapshotData,
): string | null {
  const grade = facts[name][row];
  const word = codeAt(parcels.county, parcel) === "cook" &&
    ASSESSOR_GRADES[name][grade - 1];
  return word ? `${name} ${word}` : ordinal(name, grade);
}

/** Whether the site raises or lowers the value; null where it does neither. */
function site(text: string): string | null {
  const place = placeOnScale("site", text);
  if (place > 0) return "beneficial site";
  return place < 0 ? "detracting site" : null;
}

/** Names of the lines, in the order of the grid; `other` is last. */
export const LINE_NAMES: readonly string[] = Object.keys(LINES);

/** The line of what the subject's prior sale adds, which no feature has. */
export const PRIOR_SALE_LINE = LINE_NAMES.indexOf("prior_sale");

/** Line of each feature, as a place in `LINE_NAMES`. */
export const LINE_OF_FEATURE: readonly number[] = FEATURES.map(({ line }) => {
  const at = LINE_NAMES.indexOf(line);
  if (at < 0) throw new RangeError(`no such line: ${line}`);
  return at;
});

/** A line's label. */
export function lineLabel(line: number): string {
  return LINES[LINE_NAMES[line]].label;
}

/** What a property has on a line, as it is shown. */
export function lineValue(
  line: number,
  at: FactsAt,
  snapshot: SnapshotData,
): number | string | null {
  return LINES[LINE_NAMES[line]].show(at, snapshot);
}
