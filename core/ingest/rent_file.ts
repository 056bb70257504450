import { basename } from "node:path";
import { Fault } from "../../contracts/errors.ts";
import { resolveAddress } from "../engine/subject/resolve_address.ts";
import { findParcel } from "../engine/subject/property_id.ts";
import type { SnapshotData } from "../engine/snapshot.ts";
import { type Table, TABLES } from "../engine/tables.ts";
import { type Row, TableBuilder } from "../snapshot/builder.ts";
import type { Manifest, SourceReport } from "../snapshot/manifest.ts";
import { openSnapshot } from "../snapshot/open.ts";
import { withTable } from "../snapshot/with_table.ts";
import { readCsv } from "./csv.ts";
import { MAPPED_RENT, RENT_KINDS } from "./mapped_kind.ts";
import { bindMapping, type Values } from "./mapped_row.ts";
import { type Mapping, parseMapping } from "./mapping.ts";
import { Tally } from "./tally.ts";

/** What the report of a snapshot calls files of rents. */
export const RENTS_DATASET = "rents";

/** A file of rents to import. */
export interface RentFile {
  readonly path: string;
  /** How it is read; without one its columns have our names. */
  readonly mapping?: Mapping;
  /** Whether it takes the place of rents imported before; else they stay beside it. */
  readonly replaces: boolean;
  /** Days since 1970-01-01; a rent of a later day is left out. */
  readonly today: number;
  readonly signal?: AbortSignal;
}

/** What became of an import. */
export interface RentImport {
  readonly report: SourceReport;
  /** Rents in the snapshot now. */
  readonly rents: number;
  readonly manifest: Manifest;
}

type Rent = Required<Row<(typeof TABLES)["rents"]>>;

/**
 * Imports leases and asking rents of a CSV file into a snapshot. A row is one unit; its place is that of the parcel
 * its identifier or address names, else its own. A rent that is there already is not taken twice.
 *
 * @throws {Fault} `invalid_params` when no row can be read, or the file or the snapshot cannot
 */
export async function importRents(
  dir: string,
  { path, mapping, replaces, today, signal }: RentFile,
): Promise<RentImport> {
  const snapshot = await openSnapshot(dir);
  const file = basename(path);
  const tally = new Tally(RENTS_DATASET, file);
  const kept = new Map<string, Rent>();
  if (!replaces) {
    for (const rent of rowsOf(snapshot.tables.rents)) {
      kept.set(JSON.stringify(rent), rent);
    }
  }
  await readCsv(path, tally, (header) => {
    const read = bindMapping(mapping ?? ownNames(header), header, file, tally);
    return (cells) => {
      const rent = rentOf(snapshot, read(cells), today);
      if (typeof rent === "string") return tally.reject(rent);
      const key = JSON.stringify(rent);
      if (kept.has(key)) return tally.reject("the same rent twice");
      kept.set(key, rent);
      tally.covers("day", rent.date);
      tally.keep();
    };
  }, { delimiter: mapping?.delimiter, signal });
  const report = tally.report();
  if (report.kept === 0) throw nothingRead(report);
  const reports = replaces
    ? [report]
    : [...earlier(snapshot.manifest, file), report];
  const manifest = await withTable(
    dir,
    snapshot.id,
    "rents",
    tableOf([...kept.values()]),
    { dataset: RENTS_DATASET, reports },
    signal,
  );
  return { report, rents: kept.size, manifest };
}

/** Takes all imported rents out of a snapshot. Returns how many there were. */
export async function clearRents(dir: string): Promise<number> {
  const { id, tables: { rents } } = await openSnapshot(dir);
  if (rents.rows > 0) {
    await withTable(dir, id, "rents", tableOf([]), {
      dataset: RENTS_DATASET,
      reports: [],
    });
  }
  return rents.rows;
}

/** Reports of files imported before, but of one with the same name. */
function earlier({ quality }: Manifest, file: string): SourceReport[] {
  return quality.sources.filter((source) =>
    source.dataset === RENTS_DATASET && source.file !== file
  );
}

/** The mapping of a file whose columns have our names. */
function ownNames(header: readonly string[]): Mapping {
  const columns = header.map((name) => name.toLowerCase())
    .filter((name) => Object.hasOwn(MAPPED_RENT.targets, name));
  return parseMapping(
    JSON.stringify({
      columns: Object.fromEntries(columns.map((name) => [name, name])),
    }),
    "the header",
    MAPPED_RENT,
  );
}

/** A row as a rent; the reason when it is none. */
function rentOf(
  snapshot: SnapshotData,
  values: Values,
  today: number,
): Rent | string {
  const text = (name: string) => `${values[name] ?? ""}`;
  const number = (name: string) => {
    const value = values[name];
    return typeof value === "number" ? value : NaN;
  };
  const kind = text("kind").toLowerCase() || "lease";
  if (!RENT_KINDS.includes(kind)) return "kind: neither lease nor asking";
  const [date, rent] = [number("date"), number("rent")];
  if (Number.isNaN(date)) return "date: not a day";
  if (date > today) return "date: in the future";
  if (!(rent > 0)) return "rent: not a rent a month";
  const place = placeOf(snapshot, values);
  if (typeof place === "string") return place;
  return {
    ...place,
    date,
    kind,
    rent: Math.fround(rent),
    bedrooms: Math.fround(number("bedrooms")),
    sqft: Math.fround(number("sqft")),
  };
}

/** Where a rent was paid; the reason when that is unknown. */
function placeOf(
  snapshot: SnapshotData,
  { property_id = "", address = "", lat, lon }: Values,
): Pick<Rent, "property_id" | "address" | "lat" | "lon"> | string {
  const { parcels } = snapshot.tables;
  const own = { property_id: "", address: `${address}`, lat: NaN, lon: NaN };
  const isPlaced = typeof lat === "number" && typeof lon === "number" &&
    !Number.isNaN(lat) && !Number.isNaN(lon);
  const parcel = property_id !== ""
    ? findParcel(snapshot, `${property_id}`)
    : isPlaced
    ? -1
    : parcelAt(snapshot, `${address}`);
  if (typeof parcel === "string") return parcel;
  if (parcel < 0) {
    return isPlaced
      ? { ...own, lat, lon }
      : "property_id: no parcel has it, and there is no lat and lon";
  }
  const at = {
    property_id: parcels.property_id.at(parcel),
    address: own.address || parcels.address.at(parcel),
    lat: parcels.lat[parcel],
    lon: parcels.lon[parcel],
  };
  return Number.isNaN(at.lat) ? "the county has no position for it" : at;
}

/** The parcel of an address; the reason when there is not exactly one. */
function parcelAt(snapshot: SnapshotData, address: string): number | string {
  if (address === "") return "no property_id, address, or lat and lon";
  try {
    return resolveAddress(snapshot, address);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.code === "not_found"
      ? "address: no parcel has it"
      : "address: more than one parcel may have it";
  }
}

function rowsOf(rents: Table<(typeof TABLES)["rents"]>): Rent[] {
  return Array.from({ length: rents.rows }, (_, row) => ({
    property_id: rents.property_id.at(row),
    address: rents.address.at(row),
    lat: rents.lat[row],
    lon: rents.lon[row],
    date: rents.date[row],
    kind: rents.kind.dictionary[rents.kind.values[row]],
    rent: rents.rent[row],
    bedrooms: rents.bedrooms[row],
    sqft: rents.sqft[row],
  }));
}

/** The table, sorted so that it does not depend on the order of import. */
function tableOf(rents: readonly Rent[]): Table<(typeof TABLES)["rents"]> {
  const builder = new TableBuilder(TABLES.rents);
  const keys = rents.map((rent) => [JSON.stringify(rent), rent] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [, rent] of keys) builder.push(rent);
  return builder.take();
}

function nothingRead({ file, rejected }: SourceReport): Fault {
  const reasons = Object.entries(rejected)
    .map(([reason, rows]) => `${reason} (${rows} rows)`).join(", ") ||
    "it has no rows";
  return new Fault(
    "invalid_params",
    `no row of ${file} is a rent: ${reasons}`,
    {
      field: "mapping",
      expected:
        "rows with date, rent, bedrooms and property_id, address, or lat and lon; other names need a mapping",
    },
  );
}
