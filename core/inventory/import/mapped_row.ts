import { ListedType } from "../../../contracts/inventory.ts";
import { parseNumber, readDate } from "../../ingest/values.ts";
import type { ListingReport } from "../lifecycle/report.ts";
import { LISTING_STATUSES, type ListingStatus } from "../listing.ts";
import { splitUnit } from "../matching/split_unit.ts";
import type {
  ListingMapping,
  ListingRule,
  ListingTarget,
} from "./listing_mapping.ts";

/** Greatest price that is believed, US dollars. */
const MAX_PRICE = 1e9;

/** Reads the cells of a row by the names of our fields; `""` where there is none. */
export type CellReader = (target: ListingTarget) => string;

/** Returns how a mapping reads the rows under a header, and the columns of it that are not there. */
export function cellReader(
  { columns }: ListingMapping,
  header: readonly string[],
): {
  readonly missing: readonly string[];
  readonly of: (cells: readonly string[]) => CellReader;
} {
  const rules = new Map<string, ListingRule & { readonly at: number[] }>();
  const missing: string[] = [];
  for (const [target, rule] of Object.entries(columns)) {
    if (rule === undefined) continue;
    const at = rule.columns.map((name) => header.indexOf(name))
      .filter((column) => column >= 0);
    if (at.length === 0) missing.push(rule.columns[0]);
    rules.set(target, { ...rule, at });
  }
  return {
    missing,
    of: (cells) => (target) => {
      const rule = rules.get(target);
      if (!rule) return "";
      const cell = rule.at.map((column) => cells[column])
        .find((text) => text !== "") ?? "";
      if (!rule.values) return cell;
      return rule.values.get(cell.toLowerCase()) ??
        (cell === "" ? "" : rule.otherwise ?? cell);
    },
  };
}

/**
 * Returns the listing that a row tells of, or why it is not taken.
 *
 * @param changedAt when the file was made, epoch milliseconds
 */
export function readMappedRow(
  cell: CellReader,
  changedAt: number,
): ListingReport | { readonly reason: string } {
  const key = cell("key");
  if (key === "") return { reason: "no listing key" };
  const line = cell("address");
  if (line === "") return { reason: "no address" };
  const listPrice = numberOf(cell("list_price"), 1, MAX_PRICE);
  if (listPrice === null) {
    return {
      reason: cell("list_price") === ""
        ? "no price"
        : "the price is not a price",
    };
  }
  const word = cell("status");
  const status = word === "" ? "active" : statusOf(word);
  if (status === null) return { reason: `unknown status ${word}` };
  const split = splitUnit(line);
  return {
    key,
    status,
    changedAt,
    statusChangedAt: null,
    priceChangedAt: null,
    address: split.address,
    unit: cell("unit") || split.unit,
    city: cell("city") || null,
    zip: /^\d{5}/.exec(cell("zip"))?.[0] ?? null,
    parcelNumber: cell("parcel_number") || null,
    lat: numberOf(cell("lat"), -90, 90),
    lon: numberOf(cell("lon"), -180, 180),
    propType: ListedType.safeParse(cell("prop_type")).data ?? null,
    listPrice,
    originalPrice: numberOf(cell("original_price"), 1, MAX_PRICE),
    closePrice: numberOf(cell("close_price"), 1, MAX_PRICE),
    closedOn: readDate(cell("closed_on")) ?? null,
    onMarket: readDate(cell("on_market")) ?? null,
    daysOnMarket: numberOf(cell("days_on_market"), 0, 20_000),
    bedrooms: numberOf(cell("bedrooms"), 0, 200),
    bathrooms: numberOf(cell("bathrooms"), 0, 200),
    livingArea: numberOf(cell("living_area"), 50, 1e6),
    yearBuilt: numberOf(cell("year_built"), 1600, 2200),
    units: numberOf(cell("units"), 1, 10_000),
    photoCount: 0,
    photos: [],
    mayShow: true,
    mayShowAddress: true,
  };
}

function statusOf(word: string): ListingStatus | null {
  return LISTING_STATUSES.find((status) => status === word) ?? null;
}

function numberOf(text: string, min: number, max: number): number | null {
  const value = parseNumber(text);
  return value >= min && value <= max ? value : null;
}
