import { canonicalWords } from "../engine/subject/street_words.ts";
import { codeAt, type Table, TABLES } from "../engine/tables.ts";
import { orderBy, type Row, TableBuilder } from "../snapshot/builder.ts";
import { csvDataset, type Dataset } from "./dataset.ts";
import { FACT_BOUNDS } from "./facts.ts";
import { optional, required } from "./fields.ts";
import {
  MAX_PRICE,
  parseNumber,
  readCode,
  readDate,
  readNumber,
  readPin,
} from "./values.ts";

/** A listing before it is matched to a parcel. */
export interface ListingRow {
  readonly row: Omit<Row<typeof TABLES.listings>, "parcel"> & {
    readonly listing_id: string;
  };
  /** 14 digits or `""`. */
  readonly pin: string;
  /** As the feed gives it, with or without city and ZIP. */
  readonly address: string;
}

/** Statuses of a home that is for sale, as RESO spells them -> as stored. */
const FOR_SALE = new Map([
  ["active", "Active"],
  ["pending", "Pending"],
  ["active under contract", "Pending"],
]);

/** Homes for sale, in RESO Data Dictionary names. */
export const LISTINGS: Dataset = csvDataset("listings", /listings?/, {
  listing_id: required("ListingKey", "ListingId"),
  pin: optional("ParcelNumber"),
  list_price: required("ListPrice"),
  listed: optional("OnMarketDate", "ListingContractDate"),
  status: required("StandardStatus"),
  units: optional("NumberOfUnitsTotal"),
  bedrooms: optional("BedroomsTotal"),
  address: optional("UnparsedAddress"),
}, ({ listings, today }, tally) => (cells) => {
  const listing_id = readCode(cells.listing_id);
  if (listing_id === "") return "no listing key";
  const status = FOR_SALE.get(cells.status.toLowerCase());
  if (status === undefined) return "status: not for sale";
  const list_price = parseNumber(cells.list_price);
  if (!(list_price > 0 && list_price <= MAX_PRICE)) {
    return "list price: not a price";
  }
  let listed = readDate(cells.listed);
  if (listed === undefined || listed > today) {
    // Where the feed hides the date, the day the listing was first seen is taken.
    tally.remark("on-market date unknown");
    listed = today;
  }
  tally.covers("day", listed);
  listings.push({
    row: {
      listing_id,
      list_price,
      listed,
      status,
      units: readNumber(cells.units, "units", FACT_BOUNDS.units, tally),
      bedrooms: readNumber(
        cells.bedrooms,
        "bedrooms",
        FACT_BOUNDS.bedrooms,
        tally,
      ),
    },
    pin: readPin(cells.pin) ?? "",
    address: cells.address,
  });
});

/**
 * The listings table, sorted by listing: each matched by PIN, else by a street address that one
 * parcel alone has (and ZIP code, when the listing gives one). -1 where nothing matches.
 */
export function joinListings(
  listings: readonly ListingRow[],
  parcels: Table<typeof TABLES.parcels>,
  rowOf: (pin: string) => number | undefined,
): Table<typeof TABLES.listings> {
  const byAddress = addressKeys(
    parcels,
    listings.filter(({ pin }) => rowOf(pin) === undefined)
      .map(({ address }) => address),
  );
  const order = orderBy(
    listings.length,
    (a, b) => listings[a].row.listing_id < listings[b].row.listing_id ? -1 : 1,
  );
  const builder = new TableBuilder(TABLES.listings);
  order.forEach((at, i) => {
    const { row, pin, address } = listings[at];
    if (i > 0 && listings[order[i - 1]].row.listing_id === row.listing_id) {
      return;
    }
    const parcel = rowOf(pin) ?? byAddress.get(addressKey(address)) ?? -1;
    builder.push({ ...row, parcel });
  });
  return builder.take();
}

/** Street address and ZIP code in canonical words: `12 N OAK ST 60618`. */
function addressKey(address: string): string {
  const [street] = address.split(",");
  const zip = /\b(\d{5})(?:-\d{4})?\s*$/.exec(address.slice(street.length));
  return [...canonicalWords(street), zip?.[1] ?? ""].join(" ").trim();
}

/**
 * Parcels by address, with and without the ZIP code, where the house number is one of those
 * asked for; an address of several parcels is left out.
 */
function addressKeys(
  parcels: Table<typeof TABLES.parcels>,
  wanted: readonly string[],
): ReadonlyMap<string, number> {
  const numberOf = (address: string) => /^\s*(\S*)/.exec(address)![1];
  const numbers = new Set(wanted.map(numberOf));
  const rows = new Map<string, number>();
  const ambiguous = new Set<string>();
  const add = (key: string, row: number) => {
    if (rows.has(key)) ambiguous.add(key);
    else rows.set(key, row);
  };
  for (let row = 0; row < parcels.rows; row++) {
    const address = parcels.address.at(row);
    if (address === "" || !numbers.has(numberOf(address))) continue;
    const street = canonicalWords(address).join(" ");
    const zip = codeAt(parcels.zip, row);
    add(street, row);
    if (zip !== "") add(`${street} ${zip}`, row);
  }
  for (const key of ambiguous) rows.delete(key);
  return rows;
}
