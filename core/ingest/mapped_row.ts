import { Fault } from "../../contracts/errors.ts";
import { placeOnScale } from "../engine/valuation/training/ordinal_scales.ts";
import { dateReader } from "./date_format.ts";
import { FACT_BOUNDS, PARCEL_TYPES } from "./facts.ts";
import { FIELDS } from "./mapped_kind.ts";
import {
  type ColumnRule,
  isFlag,
  isMeasured,
  isNumeric,
  isWordScale,
  type Mapping,
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
  withinBounds,
} from "./values.ts";

/** A row's values by field. */
export type Values = Record<string, string | number | undefined>;

const BOUNDS: Readonly<Record<string, Bounds>> = {
  ...FACT_BOUNDS,
  sale_price: { min: -Infinity, max: Infinity },
  rent: { min: 50, max: 100_000 },
  sqft: { min: 80, max: 20_000, zeroIsUnknown: true },
  parcels_in_deed: { min: 1, max: 100_000 },
  lat: { min: -90, max: 90, zeroIsUnknown: true },
  lon: { min: -180, max: 180, zeroIsUnknown: true },
  flood_zone: { min: 0, max: 1 },
  flood_factor: { min: 1, max: 10 },
};

/** Returns the remark on a date with the day first. */
export const dayFirst = (target: string) => `${target}: the day comes first`;

/** Returns the remark on a date that names the month only. */
export const monthOnly = (target: string) =>
  `${target}: only the month is named; it counts from the month's last day`;

const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  zip: readZip,
  tract: readTract,
  address: readName,
  city: readName,
};

/** Returns a reader of rows with this header. Throws a `Fault` that names the first missing column. */
export function bindMapping(
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
  return FIELDS[target].type === "date" ? readDate(`${value}`)! : value;
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
  if (FIELDS[target].type === "date") {
    if (rule.format) {
      const read = dateReader(rule.format)!;
      const exact = /D/.test(rule.format);
      return (cell) => {
        const day = read(cell);
        if (day !== undefined && !exact) tally.remark(monthOnly(target));
        return day ?? NaN;
      };
    }
    return (cell) => {
      if (isDayFirst(cell)) tally.note(dayFirst(target));
      const month = readMonth(cell);
      if (month !== undefined) tally.remark(monthOnly(target));
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
