import { Option } from "@commander-js/extra-typings";
import type { z } from "zod";
import { invalidParams } from "../contracts/errors.ts";
import {
  expectedOf,
  type JsonSchema,
  jsonSchemaOf,
} from "../core/operations/expected.ts";
import { numberOr } from "./number.ts";

/** An option of a command and the input field that it fills. */
export interface Flag {
  readonly option: Option;
  /** Where the value goes: `["custom_assumptions", "rate"]`. */
  readonly path: readonly string[];
  /** The value that text stands for, on the command line or in a table. */
  read(text: string): unknown;
}

/**
 * The options that an operation's input stands for. Fields of a nested object become options of
 * their own, so that `custom_assumptions.purchase_price` is `--purchase-price`.
 *
 * @param without fields that the command takes in another way
 */
export function flagsOf(
  input: z.ZodObject,
  without: ReadonlySet<string>,
): Flag[] {
  return flagsAt(jsonSchemaOf(input, "input"), [])
    .filter(({ path }) => !without.has(path[0]));
}

function flagsAt(schema: JsonSchema, path: readonly string[]): Flag[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (typeof field !== "object") return [];
    const here = [...path, name];
    return field.type === "object" && field.properties
      ? flagsAt(field, here)
      : [flagOf(here, field)];
  });
}

function flagOf(path: readonly string[], schema: JsonSchema): Flag {
  const name = path[path.length - 1];
  const long = `--${name.replaceAll("_", "-")}`;
  const about = [schema.description, `(${expectedOf(schema)})`]
    .filter(Boolean).join(" ");
  if (schema.type === "boolean") {
    return {
      path,
      option: new Option(long, about),
      read: (text) => text === "true" || (text === "false" ? false : text),
    };
  }
  const kind = holds(schema, "number") || holds(schema, "integer")
    ? "number"
    : schema.type === "array"
    ? "list"
    : schema.enum
    ? "name"
    : "text";
  const read = kind === "number"
    ? numberOr
    : kind === "list"
    ? (text: string) => text.split(",").map((item) => item.trim())
    : (text: string) => text;
  const option = new Option(`${long} <${kind}>`, about)
    .argParser((text: string, previous: unknown) => {
      if (previous !== undefined) throw invalidParams(name, "given once");
      return read(text);
    });
  return { path, option, read };
}

function holds(schema: JsonSchema, type: string): boolean {
  return schema.type === type ||
    (schema.anyOf ?? []).some((each) =>
      typeof each === "object" && holds(each as JsonSchema, type)
    );
}

/** The input that the options given stand for. */
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
