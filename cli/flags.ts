import { Option } from "@commander-js/extra-typings";
import type { z } from "zod";
import { invalidParams, quoteUntrusted } from "../contracts/errors.ts";
import type { Unit } from "../contracts/units.ts";
import { readFigure, unitAt } from "../core/schema/figures.ts";
import {
  expectedOf,
  type JsonSchema,
  jsonSchemaOf,
} from "../core/schema/schema_text.ts";
import { numberOr } from "./number.ts";

/** An option of a command and the input field that it fills. */
export interface Flag {
  readonly option: Option;
  /** Where the value goes: `["custom_assumptions", "rate"]`. */
  readonly path: readonly string[];
  /** The value of a text, on the command line or in a table. */
  read(text: string): unknown;
}

/**
 * The options of an operation's input. Fields of a nested object become options of
 * their own, so that `custom_assumptions.purchase_price` is `--purchase-price`.
 *
 * @param without fields that the command takes in another way
 */
export function flagsOf(
  input: z.ZodObject,
  without: ReadonlySet<string>,
): Flag[] {
  const flags = flagsAt(jsonSchemaOf(input, "input"), [], input)
    .filter(({ path }) => !without.has(path[0]));
  const names = new Set(flags.map(({ path }) => path[path.length - 1]));
  for (const { option } of flags) {
    option.description = inOptions(option.description, names);
  }
  return flags;
}

/** Returns advice about input fields in the words of a command line: `what_if.bldg_sqft` is `--bldg-sqft`. */
export function adviceInOptions(text: string): string {
  return text.replaceAll("property_id", "PIN").replace(
    /(?<![\w-])(?:what_if\.(\w+)|(?<=\bgive )(arv|units)\b|([a-z]+(?:_[a-z0-9]+)+))/g,
    (_, ...names) => optionOf(names.find((name) => name !== undefined)),
  );
}

/** Text about input fields in the words of a command line: a field that has an option is called by it. */
function inOptions(text: string, names: ReadonlySet<string>): string {
  return text.replaceAll("`", "").replace(
    /(?<![\w-])[a-z]+(?:_[a-z0-9]+)+/g,
    (name) => names.has(name) ? optionOf(name) : name,
  );
}

function flagsAt(
  schema: JsonSchema,
  path: readonly string[],
  input: z.ZodObject,
): Flag[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (typeof field !== "object") return [];
    const here = [...path, name];
    return field.type === "object" && field.properties
      ? flagsAt(field, here, input)
      : flagsOfField(here, field, unitAt(input, here));
  });
}

/** The option that an input field stands behind: `--max-price` of `max_price`. */
export function optionOf(name: string): string {
  return `--${name.replaceAll("_", "-")}`;
}

function flagsOfField(
  path: readonly string[],
  schema: JsonSchema,
  unit: Unit | undefined,
): Flag[] {
  return schema.type === "boolean"
    ? switches(path, schema)
    : [flagOf(path, schema, unit)];
}

/** What turns a field on, and what turns it off. */
function switches(path: readonly string[], schema: JsonSchema): Flag[] {
  const long = optionOf(path[path.length - 1]);
  const off = long.replace("--", "--no-");
  const about = [schema.description, `(${off} for false)`];
  const read = (text: string) =>
    text === "true" || (text === "false" ? false : text);
  return [
    { path, option: new Option(long, about.filter(Boolean).join(" ")), read },
    { path, option: new Option(off).hideHelp(), read },
  ];
}

const READERS = {
  number: numberOr,
  list: (text: string) => text.split(",").map((item) => item.trim()),
  numbers: (text: string) => text.split(",").map(numberOr),
  json: jsonOr,
  name: (text: string) => text,
  text: (text: string) => text,
};

function flagOf(
  path: readonly string[],
  schema: JsonSchema,
  unit: Unit | undefined,
): Flag {
  const name = path[path.length - 1];
  const kind = kindOf(schema);
  const about = [
    meaningOf(kind, schema),
    unit === undefined ? spelling(kind, schema) : EXAMPLES[unit],
  ]
    .filter(Boolean).join(" ");
  const read = unit === undefined
    ? READERS[kind]
    : (text: string) => figureOr(text, path, unit, schema);
  const names = [SAME_FIGURE[name] ?? [], name].flat().map(optionOf);
  const option = new Option(`${names.join(", ")} <${kind}>`, about)
    .argParser((text: string, previous: unknown) => {
      if (previous !== undefined) throw invalidParams(name, "given once");
      return read(text);
    });
  // For the help and the shell. The contract checks, as it does for tables.
  const { enum: choices } = kind === "list" ? itemsOf(schema) : schema;
  option.argChoices = choices as string[] | undefined;
  return { path, option, read };
}

/** Fields whose figure people know by another name too: either option fills the field. */
const SAME_FIGURE: Readonly<Record<string, string>> = {
  purchase_price: "price",
  price: "purchase_price",
};

/** How people write a figure of a unit, for the help. */
const EXAMPLES: Readonly<Record<Unit, string>> = {
  dollars: "($350,000, 350k or 350000)",
  dollars_per_month: "($2,400 or 2400)",
  dollars_per_year: "($6,200 or 6200)",
  fraction: "(25% or 0.25)",
  fraction_per_year: "(7.25% or 0.0725)",
  months: "(a whole number)",
  count: "(a whole number)",
};

/**
 * The number that a text writes; text that is none stays text, for the contract to refuse.
 *
 * @throws {Fault} `invalid_params` with the likely meaning of what could be read in two ways
 */
function figureOr(
  text: string,
  path: readonly string[],
  unit: Unit,
  bounds: JsonSchema,
): number | string {
  const read = readFigure(text, unit, bounds);
  if ("value" in read) return read.value;
  if (read.likely === null) return text;
  throw invalidParams(
    path.join("."),
    `${expectedOf(bounds)}; ${read.likely}`,
    `${optionOf(path[path.length - 1])} ${
      quoteUntrusted(text)
    } could mean two things`,
  );
}

const itemsOf = (schema: JsonSchema) => schema.items as JsonSchema;

function kindOf(schema: JsonSchema): keyof typeof READERS {
  if (holds(schema, "number") || holds(schema, "integer")) return "number";
  if (schema.type === "array") {
    const items = itemsOf(schema);
    return holds(items, "object")
      ? "json"
      : holds(items, "number")
      ? "numbers"
      : "list";
  }
  return schema.enum ? "name" : "text";
}

/** What an option is, with what the values of a list mean. */
function meaningOf(kind: keyof typeof READERS, schema: JsonSchema): string {
  const values = kind === "list" ? itemsOf(schema).description : undefined;
  return [schema.description, values].filter(Boolean).join("; ");
}

/** What to write after an option; the help adds the choices by itself. */
function spelling(kind: keyof typeof READERS, schema: JsonSchema): string {
  switch (kind) {
    case "name":
      return "";
    case "list":
      return `(${
        expectedOf({ ...schema, items: undefined })
      }, with commas between them)`;
    case "json":
      return `(${expectedOf(schema)}, as JSON: ${expectedOf(itemsOf(schema))})`;
    default:
      return `(${expectedOf(schema)})`;
  }
}

/** The value of a JSON text; other text stays text, for the contract to refuse. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function holds(schema: JsonSchema, type: string): boolean {
  return schema.type === type ||
    (schema.anyOf ?? schema.oneOf ?? []).some((each) =>
      typeof each === "object" && holds(each as JsonSchema, type)
    );
}

/** The input of the options given. */
export function flagInput(
  flags: readonly Flag[],
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const { option, path } of flags) {
    const value = given[option.attributeName()];
    if (value === undefined) continue;
    let place = input;
    for (const key of path.slice(0, -1)) {
      place = (place[key] ??= {}) as Record<string, unknown>;
    }
    place[path[path.length - 1]] = value;
  }
  return input;
}
