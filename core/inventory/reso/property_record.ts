import { plainText } from "../../engine/plain_text.ts";
import type { z } from "zod";
import type { ListedType } from "../../../contracts/inventory.ts";
import {
  type ListingReport,
  MAX_PHOTOS,
  type SourceRecord,
} from "../lifecycle/report.ts";
import type { ListingStatus } from "../listing.ts";
import { splitUnit } from "../matching/split_unit.ts";
import {
  dayField,
  flagField,
  numberField,
  type ResoRecord,
  textField,
  timeField,
} from "./record_fields.ts";

/** Greatest price that is believed, US dollars. */
const MAX_PRICE = 1e9;

/** Standard statuses without spaces and in lower case; the enumerated form has none of either. */
const STATUSES: ReadonlyMap<string, ListingStatus> = new Map([
  ["active", "active"],
  ["activeundercontract", "active_under_contract"],
  ["canceled", "canceled"],
  ["cancelled", "canceled"],
  ["closed", "closed"],
  ["comingsoon", "coming_soon"],
  ["expired", "expired"],
  ["hold", "hold"],
  ["pending", "pending"],
  ["withdrawn", "withdrawn"],
]);

/**
 * Returns what a `Property` record of the Data Dictionary 2.0 says. Names and meanings are
 * RESO's; values may come as numbers or as text, and enumerations with or without spaces.
 */
export function readProperty(record: ResoRecord): SourceRecord {
  const key = textField(record, "ListingKey", 255);
  if (key === null) {
    return { kind: "rejected", key: null, reason: "it has no ListingKey" };
  }
  const rejected = (reason: string): SourceRecord => ({
    kind: "rejected",
    key,
    reason,
  });
  const changedAt = timeField(record, "ModificationTimestamp");
  const word = plain(textField(record, "StandardStatus", 40));
  if (record.MlgCanView === false || word === "delete") {
    return { kind: "gone", key, at: changedAt };
  }
  if (changedAt === null) return rejected("no ModificationTimestamp");
  const status = STATUSES.get(word);
  if (status === undefined) {
    return rejected(
      word === "" ? "no StandardStatus" : `StandardStatus is ${word}`,
    );
  }
  if (/lease/i.test(textField(record, "PropertyType", 80) ?? "")) {
    return rejected("it is for rent, not for sale");
  }
  const listPrice = numberField(record, "ListPrice", 1, MAX_PRICE);
  if (listPrice === null) return rejected("no ListPrice");
  const photos = photosOf(record);
  const report: ListingReport = {
    key,
    status,
    changedAt,
    statusChangedAt: timeField(record, "StatusChangeTimestamp"),
    priceChangedAt: timeField(record, "PriceChangeTimestamp"),
    ...addressOf(record),
    parcelNumber: textField(record, "ParcelNumber", 40),
    ...positionOf(record),
    propType: propTypeOf(record),
    listPrice,
    originalPrice: numberField(record, "OriginalListPrice", 1, MAX_PRICE),
    closePrice: numberField(record, "ClosePrice", 1, MAX_PRICE),
    closedOn: dayField(record, "CloseDate"),
    onMarket: dayField(record, "OnMarketDate") ??
      dayField(record, "ListingContractDate"),
    daysOnMarket: numberField(record, "DaysOnMarket", 0, 20_000),
    bedrooms: numberField(record, "BedroomsTotal", 0, 200),
    bathrooms: numberField(record, "BathroomsTotalDecimal", 0, 200) ??
      numberField(record, "BathroomsTotalInteger", 0, 200),
    livingArea: numberField(record, "LivingArea", 50, 1e6),
    yearBuilt: numberField(record, "YearBuilt", 1600, 2200),
    units: unitsOf(record),
    photoCount: numberField(record, "PhotosCount", 0, 10_000) ?? photos.length,
    photos,
    mayShow: flagField(record, "InternetEntireListingDisplayYN") ?? true,
    mayShowAddress: flagField(record, "InternetAddressDisplayYN") ?? true,
  };
  return { kind: "listing", report };
}

/** A word without spaces and punctuation, in lower case. */
function plain(text: string | null): string {
  return (text ?? "").toLowerCase().replace(/[^a-z]/g, "");
}

function addressOf(
  record: ResoRecord,
): Pick<ListingReport, "address" | "unit" | "city" | "zip"> {
  const part = (name: string) => textField(record, name, 80) ?? "";
  const number = part("StreetNumber") || part("StreetNumberNumeric");
  const name = part("StreetName");
  const line = number !== "" && name !== ""
    ? [
      number,
      part("StreetDirPrefix"),
      name,
      part("StreetSuffix"),
      part("StreetDirSuffix"),
    ].filter(Boolean).join(" ")
    : textField(record, "UnparsedAddress", 200)?.split(",")[0].trim() ?? "";
  const split = splitUnit(plainText(line));
  return {
    address: split.address || null,
    unit: plainText(part("UnitNumber")) || split.unit,
    city: plainText(part("City") || part("PostalCity")) || null,
    zip: /^\d{5}/.exec(part("PostalCode"))?.[0] ?? null,
  };
}

/** A position on the globe; feeds write 0, 0 for none. */
function positionOf(
  record: ResoRecord,
): Pick<ListingReport, "lat" | "lon"> {
  const lat = numberField(record, "Latitude", -90, 90);
  const lon = numberField(record, "Longitude", -180, 180);
  return lat && lon ? { lat, lon } : { lat: null, lon: null };
}

/** Apartments by the standard's names of small buildings. */
const UNITS_OF: ReadonlyMap<string, number> = new Map([
  ["duplex", 2],
  ["triplex", 3],
  ["quadruplex", 4],
]);

function unitsOf(record: ResoRecord): number | null {
  return numberField(record, "NumberOfUnitsTotal", 1, 10_000) ??
    UNITS_OF.get(plain(textField(record, "PropertySubType", 80))) ?? null;
}

/** The standard's subtypes; `Multi Family` and `Apartment` mean five or more apartments. */
const SUBTYPES: ReadonlyMap<string, z.infer<typeof ListedType>> = new Map([
  ["singlefamilyresidence", "sfh"],
  ["condominium", "condo"],
  ["townhouse", "townhome"],
  ["duplex", "mf2_4"],
  ["triplex", "mf2_4"],
  ["quadruplex", "mf2_4"],
  ["multifamily", "apartment"],
  ["apartment", "apartment"],
  ["stockcooperative", "coop"],
  ["owneryourown", "coop"],
  ["mixeduse", "mixed_use"],
]);

function propTypeOf(record: ResoRecord): z.infer<typeof ListedType> | null {
  const subtype = plain(textField(record, "PropertySubType", 80));
  const type = plain(textField(record, "PropertyType", 80));
  const local = plain(textField(record, "MRD_TYP", 80));
  const units = unitsOf(record);
  const known = SUBTYPES.get(subtype);
  const isIncome = type === "residentialincome" || known === "apartment";
  if (local === "twotofourunits") return "mf2_4";
  if (isIncome && units !== null && units >= 2) {
    return units <= 4 ? "mf2_4" : "apartment";
  }
  if (known) return known;
  return type === "" || type.startsWith("residential") ? null : "other";
}

/** Photos of the expanded `Media`, in their order. */
function photosOf({ Media }: ResoRecord): string[] {
  if (!Array.isArray(Media)) return [];
  return Media
    .filter((each): each is ResoRecord =>
      typeof each === "object" && each !== null
    )
    .filter((each) => !["document", "video"].includes(categoryOf(each)))
    .map((each) => ({
      url: textField(each, "MediaURL", 1_000) ?? "",
      order: numberField(each, "Order", -1e6, 1e6) ?? Infinity,
    }))
    .filter(({ url }) => /^https?:\/\//i.test(url))
    .sort((a, b) => a.order - b.order)
    .slice(0, MAX_PHOTOS)
    .map(({ url }) => url);
}

const categoryOf = (media: ResoRecord) =>
  plain(textField(media, "MediaCategory", 40));
