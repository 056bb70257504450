import { csvDataset, type Dataset } from "./dataset.ts";
import { optional, required } from "./fields.ts";
import { parseNumber, readDate, readFlag } from "./values.ts";

/** What a record of the City of Chicago is about. */
export type CityRecordKind = "permit" | "request_311" | "violation";

/** A dataset of the city's records; the names of the columns that say when and what. */
function cityDataset(
  kind: CityRecordKind,
  name: string,
  files: RegExp,
  columns: { readonly date: string; readonly what: string },
): Dataset {
  return csvDataset(name, files, {
    date: required(columns.date),
    what: required(columns.what),
    lat: required("latitude"),
    lon: required("longitude"),
    duplicate: optional("duplicate"),
  }, ({ reference, today }, tally) => (cells) => {
    const date = readDate(cells.date);
    if (date === undefined) return "date: not a date";
    if (date > today) return "date: in the future";
    const lat = parseNumber(cells.lat);
    const lon = parseNumber(cells.lon);
    if (Number.isNaN(lat + lon)) return "no position";
    if (readFlag(cells.duplicate) === 1) return "repeats another request";
    tally.covers("day", date);
    reference.add("city_records", {
      kind,
      what: cells.what.toUpperCase(),
      date,
      lat,
      lon,
    });
  });
}

/** Building permits, vacant-building requests and building violations of the City of Chicago. */
export const CITY_DATASETS: readonly Dataset[] = [
  cityDataset("permit", "Chicago permits", /chicago_permits|ydr8-5enu/, {
    date: "issue_date",
    what: "permit_type",
  }),
  cityDataset("request_311", "Chicago 311 requests", /chicago_311|v6vf-nfxy/, {
    date: "created_date",
    what: "sr_type",
  }),
  cityDataset(
    "violation",
    "Chicago building violations",
    /chicago_violations|22u3-xenr/,
    {
      date: "violation_date",
      what: "violation_status",
    },
  ),
];
