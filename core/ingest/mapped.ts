import { basename } from "node:path";
import { Fault } from "../../contracts/errors.ts";
import { FACTS } from "../engine/tables.ts";
import type { CountyBuilder } from "./county.ts";
import { readCsv } from "./csv.ts";
import type { Dataset } from "./dataset.ts";
import { dateReader } from "./date_format.ts";
import {
  FACT_BOUNDS,
  type Facts,
  PROPERTY_TYPES,
  unknownFacts,
} from "./facts.ts";
import {
  type ColumnRule,
  isNumeric,
  type Mapping,
  TARGETS,
} from "./mapping.ts";
import type { Tally } from "./tally.ts";
import {
  type Bounds,
  isUnknown,
  parseNumber,
  readCode,
  readDate,
  readFlag,
  readName,
  readNumber,
  readTract,
  readZip,
  saleProblem,
} from "./values.ts";
import { PLACE, type Place } from "./work_tables.ts";

/** A row's values by field. */
type Values = Record<string, string | number | undefined>;

const BOUNDS: Readonly<Record<string, Bounds>> = {
  ...FACT_BOUNDS,
  sale_price: { min: -Infinity, max: Infinity },
  parcels_in_deed: { min: 1, max: 100_000 },
  lat: { min: -90, max: 90 },
  lon: { min: -180, max: 180 },
  flood_zone: { min: 0, max: 1 },
  flood_factor: { min: 1, max: 10 },
};

const FLAGS = new Set(["flood_zone", "waterfront", "air"]);

/** Types of one home, unless the file says otherwise. */
const ONE_HOME = new Set(["sfh", "townhome", "condo", "coop"]);

const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  zip: readZip,
  tract: readTract,
  address: readName,
  city: readName,
};

/** A sales CSV read through a mapping: each row is a sale, and the parcel's facts at that time. */
export function mappedSales(mapping: Mapping): Dataset {
  return {
    name: "mapped sales",
    files: /\.(csv|tsv|txt)(\.gz)?$/,
    async read(path, { county, today }, tally, reading) {
      const file = basename(path);
      let firstBad: { reason: string; cells: string } | undefined;
      county.deedsKnown &&= "deed_type" in mapping.columns ||
        "deed_type" in mapping.constants;
      await readCsv(path, tally, (header) => {
        const valuesOf = bindMapping(mapping, header, file, tally);
        return (row) => {
          const values = valuesOf(row);
          const reason = addSale(county, values, today, tally);
          if (reason === undefined) return tally.keep();
          tally.reject(reason);
          firstBad ??= { reason, cells: row.join(mapping.delimiter) };
        };
      }, { ...reading, delimiter: mapping.delimiter });
      const { read, kept } = tally.report();
      if (read > 0 && kept === 0) throw nothingRead(file, tally, firstBad);
    },
  };
}

/** Adds a row as a sale; gives the reason when it cannot be one. */
function addSale(
  county: CountyBuilder,
  values: Values,
  today: number,
  tally: Tally,
): string | undefined {
  const id = text(values.property_id);
  if (id === "") return "property_id: empty";
  const day = number(values.sale_date);
  const price = number(values.sale_price);
  const date = Number.isNaN(day) ? undefined : day;
  const problem = saleProblem(date, price, today);
  if (problem !== undefined) return problem;
  tally.covers("day", day);
  const place: Record<string, string | number | undefined> = {};
  for (const name of Object.keys(PLACE)) place[name] = values[name];
  place.township ||= text(values.county);
  place.neighborhood ||= text(values.zip);
  county.addSale(id, {
    day,
    price,
    document: text(values.document),
    deedType: text(values.deed_type),
    propertyClass: text(values.class),
    multiParcel: number(values.parcels_in_deed) > 1,
    sameSale: false,
    place: place as Place,
    facts: factsOf(values),
  }, tally);
}

function factsOf(values: Values): Facts {
  const facts: Record<string, string | number> = unknownFacts();
  for (const name of Object.keys(FACTS)) {
    facts[name] = values[name] ?? facts[name];
  }
  if (Number.isNaN(facts.units) && ONE_HOME.has(text(facts.prop_type))) {
    facts.units = 1;
  }
  if (Number.isNaN(facts.facts_year)) facts.facts_year = 0;
  return facts as Facts;
}

const text = (value: string | number | undefined) =>
  value === undefined ? "" : `${value}`;
const number = (value: string | number | undefined) =>
  typeof value === "number" ? value : NaN;

/** A reader of rows with this header. Throws a Fault that names the first missing column. */
function bindMapping(
  { columns, constants }: Mapping,
  header: readonly string[],
  file: string,
  tally: Tally,
): (row: readonly string[]) => Values {
  const readers = Object.entries(columns).map(([target, rule]) => {
    const at = rule.columns.map((name) => position(header, name, target, file));
    return { target, at, read: cellReader(target, rule, tally) };
  });
  return (row) => {
    const values: Values = { ...constants };
    for (const { target, at, read } of readers) {
      const cell = at.length === 1
        ? row[at[0]].trim()
        : at.map((i) => row[i].trim()).filter(Boolean).join(" ");
      values[target] = read(cell);
    }
    return values;
  };
}

function position(
  header: readonly string[],
  name: string,
  target: string,
  file: string,
): number {
  const exact = header.indexOf(name);
  const at = exact >= 0
    ? exact
    : header.findIndex((other) => other.toLowerCase() === name.toLowerCase());
  if (at < 0) {
    throw new Fault(
      "invalid_params",
      `${file} has no column ${
        JSON.stringify(name)
      }, which the mapping reads as ${target}; its columns: ${
        header.join(", ").slice(0, 1000)
      }`,
      { field: `columns.${target}`, expected: "a column of the file" },
    );
  }
  if (header.indexOf(name, at + 1) >= 0) {
    throw new Fault(
      "invalid_params",
      `${file}: column ${JSON.stringify(name)} occurs more than once`,
      { field: `columns.${target}`, expected: "each column once" },
    );
  }
  return at;
}

/** How a cell of a field is read: unknown words, then the value table, then the field's own type. */
function cellReader(
  target: string,
  rule: ColumnRule,
  tally: Tally,
): (cell: string) => string | number {
  const unknown = new Set(rule.unknown);
  const values = new Map(Object.entries(rule.values ?? {}));
  const plain = plainReader(target, rule, tally);
  return (cell) => {
    if (cell === "" || unknown.has(cell)) return plain("");
    return values.get(cell) ?? rule.otherwise ?? plain(cell);
  };
}

function plainReader(
  target: string,
  rule: ColumnRule,
  tally: Tally,
): (cell: string) => string | number {
  if (TARGETS[target].type === "date") {
    const read = rule.format ? dateReader(rule.format)! : readDate;
    return (cell) => read(cell) ?? NaN;
  }
  if (FLAGS.has(target)) return readFlag;
  if (isNumeric(target)) {
    const bounds = BOUNDS[target];
    const { scale } = rule;
    if (scale === undefined) {
      return (cell) => readNumber(cell, target, bounds, tally);
    }
    return (cell) => {
      const value = isUnknown(cell) ? NaN : parseNumber(cell) * scale;
      return readNumber(`${value}`, target, bounds, tally);
    };
  }
  if (target === "prop_type") {
    return (cell) => {
      if (PROPERTY_TYPES.includes(cell)) return cell;
      tally.remark("prop_type: not a known type");
      return cell === "" ? "" : "other";
    };
  }
  return SPELLINGS[target] ?? readCode;
}

function nothingRead(
  file: string,
  tally: Tally,
  firstBad: { reason: string; cells: string } | undefined,
): Fault {
  const { rejected } = tally.report();
  const reasons = Object.entries(rejected)
    .map(([reason, rows]) => `${reason} (${rows} rows)`).join(", ");
  const first = firstBad
    ? `; the first bad row: ${JSON.stringify(firstBad.cells.slice(0, 200))}`
    : "";
  return new Fault(
    "invalid_params",
    `no row of ${file} is a sale under this mapping: ${reasons}${first}`,
    {
      field: "mapping",
      expected:
        "a mapping that fits the file; look at format, values and scale",
    },
  );
}
