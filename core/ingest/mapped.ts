import { basename } from "node:path";
import { Fault } from "../../contracts/errors.ts";
import {
  PROPERTY_ID,
  PROPERTY_ID_LENGTH,
  PROPERTY_ID_WORDS,
} from "../../contracts/subject.ts";
import { FACTS } from "../engine/tables.ts";
import { placeOnScale } from "../engine/valuation/training/ordinal_scales.ts";
import type { CountyBuilder } from "./county.ts";
import { readCsv } from "./csv.ts";
import type { Dataset } from "./dataset.ts";
import { dateReader } from "./date_format.ts";
import {
  FACT_BOUNDS,
  type Facts,
  PARCEL_TYPES,
  unknownFacts,
} from "./facts.ts";
import {
  type ColumnRule,
  isFlag,
  isMeasured,
  isNumeric,
  isWordScale,
  type Mapping,
  TARGETS,
} from "./mapping.ts";
import type { Tally } from "./tally.ts";
import {
  type Bounds,
  isDayFirst,
  isUnknown,
  parseNumber,
  readCode,
  readDate,
  readFlag,
  readMonth,
  readName,
  readTract,
  readZip,
  saleProblem,
  withinBounds,
} from "./values.ts";
import { PLACE, type Place } from "./work_tables.ts";

/** A row's values by field. */
type Values = Record<string, string | number | undefined>;

const BOUNDS: Readonly<Record<string, Bounds>> = {
  ...FACT_BOUNDS,
  sale_price: { min: -Infinity, max: Infinity },
  parcels_in_deed: { min: 1, max: 100_000 },
  lat: { min: -90, max: 90, zeroIsUnknown: true },
  lon: { min: -180, max: 180, zeroIsUnknown: true },
  flood_zone: { min: 0, max: 1 },
  flood_factor: { min: 1, max: 10 },
};

const DAY_FIRST = "sale_date: the day comes first";

const MONTH_ONLY =
  "sale_date: only the month is named; it counts from the month's last day";

/** Share of such dates from which they are no typing errors: then the others are read wrong. */
const DAY_FIRST_SHARE = 0.1;

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
      const { read, kept, remarks } = tally.report();
      if (remarks[DAY_FIRST] > read * DAY_FIRST_SHARE) throw dayFirst(file);
      if (kept === 0) throw nothingRead(file, tally, firstBad);
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
  if (!PROPERTY_ID.test(id) || id.length > PROPERTY_ID_LENGTH) {
    tally.remark(
      `property_id: cannot be requested; needed: ${PROPERTY_ID_WORDS}`,
      id,
    );
  }
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
    exactDay: !tally.remarked(MONTH_ONLY),
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
    return { target, at, read: fieldReader(target, rule, tally) };
  });
  const given: Values = Object.fromEntries(
    Object.entries(constants).map(([target, value]) => [
      target,
      meaningOf(target, value),
    ]),
  );
  return (row) => {
    const values = { ...given };
    for (const { target, at, read } of readers) {
      values[target] = read(at.map((i) => row[i].trim()));
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

/** How a field is read from its cells. */
function fieldReader(
  target: string,
  rule: ColumnRule,
  tally: Tally,
): (cells: readonly string[]) => string | number {
  const read = cellReader(target, rule, tally);
  if (!isMeasured(target)) {
    return (cells) =>
      read(cells.length === 1 ? cells[0] : cells.filter(Boolean).join(" "));
  }
  const bounds = BOUNDS[target];
  return (cells) => {
    let sum = NaN;
    for (const cell of cells) {
      const value = read(cell) as number;
      if (!Number.isNaN(value)) sum = Number.isNaN(sum) ? value : sum + value;
    }
    return Number.isNaN(sum) ? NaN : withinBounds(sum, target, bounds, tally);
  };
}

/** How one cell of a field is read: what of it matches, unknown words, the value table, then the field's own type. */
function cellReader(
  target: string,
  rule: ColumnRule,
  tally: Tally,
): (cell: string) => string | number {
  const part = partReader(rule.match);
  const unknown = new Set(rule.unknown);
  const values = new Map(
    Object.entries(rule.values ?? {}).map(([cell, value]) => [
      cell,
      meaningOf(target, value),
    ]),
  );
  const otherwise = rule.otherwise === undefined
    ? undefined
    : meaningOf(target, rule.otherwise);
  const plain = plainReader(target, rule, tally);
  return (whole) => {
    const cell = part(whole);
    if (cell === "" || unknown.has(cell)) return plain("");
    return values.get(cell) ?? otherwise ?? plain(cell);
  };
}

/** A value that the mapping itself gives, as the field holds it. */
function meaningOf(target: string, value: string | number): string | number {
  if (isFlag(target)) return readFlag(`${value}`);
  return TARGETS[target].type === "date" ? readDate(`${value}`)! : value;
}

/** What of a cell an expression matches: its groups joined with a space, else all of the match. */
function partReader(match: string | undefined): (cell: string) => string {
  if (match === undefined) return (cell) => cell;
  const pattern = new RegExp(match, "u");
  return (cell) => {
    const [all = "", ...groups] = pattern.exec(cell) ?? [];
    return groups.length === 0 ? all : groups.filter(Boolean).join(" ");
  };
}

function plainReader(
  target: string,
  rule: ColumnRule,
  tally: Tally,
): (cell: string) => string | number {
  if (TARGETS[target].type === "date") {
    if (rule.format) {
      const read = dateReader(rule.format)!;
      const exact = /D/.test(rule.format);
      return (cell) => {
        const day = read(cell);
        if (day !== undefined && !exact) tally.remark(MONTH_ONLY);
        return day ?? NaN;
      };
    }
    return (cell) => {
      if (isDayFirst(cell)) tally.note(DAY_FIRST);
      const month = readMonth(cell);
      if (month !== undefined) tally.remark(MONTH_ONLY);
      return month ?? readDate(cell) ?? NaN;
    };
  }
  if (isFlag(target)) {
    return (cell) => {
      const value = readFlag(cell);
      if (Number.isNaN(value) && !isUnknown(cell)) {
        tally.remark(`${target}: neither yes nor no`, cell);
      }
      return value;
    };
  }
  if (isNumeric(target)) {
    const { scale = 1, add = 0 } = rule;
    return (cell) => {
      if (isUnknown(cell)) return NaN;
      const value = parseNumber(cell) * scale + add;
      if (Number.isNaN(value)) tally.remark(`${target}: not a number`);
      return value;
    };
  }
  if (target === "prop_type") {
    return (cell) => {
      if (PARCEL_TYPES.includes(cell)) return cell;
      tally.remark(
        "prop_type: no known type, so not valued and not a comp",
        cell || undefined,
      );
      return cell === "" ? "" : "other";
    };
  }
  if (isWordScale(target)) {
    return (cell) => {
      const word = readCode(cell);
      if (word !== "" && Number.isNaN(placeOnScale(target, word))) {
        tally.remark(
          `${target}: not a value of its scale, so it counts as unknown`,
          word,
        );
      }
      return word;
    };
  }
  return SPELLINGS[target] ?? readCode;
}

function dayFirst(file: string): Fault {
  return new Fault(
    "invalid_params",
    `${file}: many of its dates have the day first, such as 31/12/2016; read month first, the others would be wrong`,
    {
      field: "columns.sale_date",
      expected: '"format": "D/M/YYYY"',
    },
  );
}

function nothingRead(
  file: string,
  tally: Tally,
  firstBad: { reason: string; cells: string } | undefined,
): Fault {
  const { rejected } = tally.report();
  const reasons = Object.entries(rejected)
    .map(([reason, rows]) => `${reason} (${rows} rows)`).join(", ") ||
    "it has no rows";
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
