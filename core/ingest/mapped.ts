import { basename } from "node:path";
import { Fault } from "../../contracts/errors.ts";
import {
  PROPERTY_ID,
  PROPERTY_ID_LENGTH,
  PROPERTY_ID_WORDS,
} from "../../contracts/subject.ts";
import { FACTS } from "../engine/tables.ts";
import type { CountyBuilder } from "./county.ts";
import { readCsv } from "./csv.ts";
import type { Dataset } from "./dataset.ts";
import { type Facts, unknownFacts } from "./facts.ts";
import { bindMapping, dayFirst, monthOnly, type Values } from "./mapped_row.ts";
import type { Mapping } from "./mapping.ts";
import type { Tally } from "./tally.ts";
import { saleProblem } from "./values.ts";
import { PLACE, type Place } from "./work_tables.ts";

/** Share of such dates from which they are no typing errors: then the others are read wrong. */
const DAY_FIRST_SHARE = 0.1;

/** Types of one home, unless the file says otherwise. */
const ONE_HOME = new Set(["sfh", "townhome", "condo", "coop"]);

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
      if (remarks[dayFirst("sale_date")] > read * DAY_FIRST_SHARE) {
        throw dayFirstFault(file);
      }
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
    exactDay: !tally.remarked(monthOnly("sale_date")),
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

function dayFirstFault(file: string): Fault {
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
