import { DAY_MS } from "../../contracts/day.ts";
import type { Deprecation } from "../../contracts/deprecations.ts";
import type { Manifest } from "../../contracts/manifest.ts";
import { LIMITS } from "../../contracts/constants/limits.ts";
import type { JsonSchema } from "../schema/schema_text.ts";

/** A change that a caller of the old contract would notice. */
export interface Break {
  /** What changed, for example `get_comps.input.prop_type`. */
  readonly what: string;
  readonly how: string;
}

/** Everything in a new manifest that breaks callers of an old one. */
export function breaksOf(before: Manifest, after: Manifest): Break[] {
  return before.tools.flatMap((old) => {
    const { name } = old;
    const now = after.tools.find((tool) => tool.name === name);
    if (!now) return [{ what: name, how: "the name is gone" }];
    const breaks = inputBreaks(
      `${name}.input`,
      old.input_schema,
      now.input_schema,
    );
    if (old.scope !== now.scope) {
      breaks.push({ what: `${name}.scope`, how: `now ${now.scope}` });
    }
    if (now.deprecated) return breaks;
    if (old.deprecated) return breaks;
    if (JSON.stringify(old.rest) !== JSON.stringify(now.rest)) {
      breaks.push({ what: `${name}.rest`, how: "the path or method changed" });
    }
    return [
      ...breaks,
      ...outputBreaks(`${name}.output`, old.output_schema, now.output_schema),
    ];
  });
}

/**
 * Returns the breaks that may not be published: those without a new version, or without an
 * announcement that covers them and whose notice has passed. Before version 1.0.0 none is refused.
 *
 * @param today ISO date
 */
export function refusedBreaks(
  breaks: readonly Break[],
  versions: { readonly before: string; readonly after: string },
  deprecations: readonly Deprecation[],
  today: string,
): readonly (Break & { readonly why: string })[] {
  if (versions.after.startsWith("0.")) return [];
  return breaks.flatMap((each) => {
    if (versions.before === versions.after) {
      return [{ ...each, why: "the version is still the same" }];
    }
    const covering = deprecations.filter(({ what }) =>
      each.what === what || each.what.startsWith(`${what}.`)
    );
    if (covering.length === 0) {
      return [{
        ...each,
        why: "no entry of contracts/deprecations.ts covers it",
      }];
    }
    const passed = covering.some(({ deprecated, sunset }) =>
      daysBetween(deprecated, sunset) >= LIMITS.deprecation_days &&
      sunset <= today
    );
    return passed ? [] : [{
      ...each,
      why: `its notice of ${LIMITS.deprecation_days} days has not passed`,
    }];
  });
}

/** Whole days from one ISO date to another. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** Keywords whose change may narrow or widen: a rule that is new or another is a break. */
const RULE_KEYWORDS = [
  "pattern",
  "allOf",
  "not",
  "if",
  "dependentRequired",
] as const;

/** What was accepted must be accepted still. */
export function inputBreaks(
  at: string,
  before: JsonSchema,
  after: JsonSchema,
): Break[] {
  const breaks = sharedBreaks(at, before, after, inputBreaks);
  for (const name of after.required ?? []) {
    if (!before.required?.includes(name)) {
      breaks.push({ what: `${at}.${name}`, how: "now required" });
    }
  }
  for (const value of before.enum ?? []) {
    if (after.enum && !after.enum.includes(value)) {
      breaks.push({ what: at, how: `${JSON.stringify(value)} is not taken` });
    }
  }
  const narrower = (lower: boolean, name: keyof JsonSchema) => {
    const now = after[name] as number | undefined;
    if (now === undefined) return;
    const was = before[name] as number | undefined;
    if (was === undefined || (lower ? now > was : now < was)) {
      breaks.push({ what: at, how: `${String(name)} is now ${now}` });
    }
  };
  for (const name of ["minimum", "exclusiveMinimum", "minLength", "minItems"]) {
    narrower(true, name);
  }
  for (const name of ["maximum", "exclusiveMaximum", "maxLength", "maxItems"]) {
    narrower(false, name);
  }
  const rules = after.type === undefined
    ? RULE_KEYWORDS
    : [...RULE_KEYWORDS, "anyOf", "oneOf"] as const;
  for (const name of rules) {
    if (after[name] === undefined) continue;
    if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) {
      breaks.push({ what: at, how: `another ${name}` });
    }
  }
  return breaks;
}

/** What was answered must be answered still. */
export function outputBreaks(
  at: string,
  before: JsonSchema,
  after: JsonSchema,
): Break[] {
  const breaks = sharedBreaks(at, before, after, outputBreaks);
  for (const name of before.required ?? []) {
    const kept = Object.hasOwn(after.properties ?? {}, name);
    if (kept && !after.required?.includes(name)) {
      breaks.push({ what: `${at}.${name}`, how: "may be missing now" });
    }
  }
  for (const value of after.enum ?? []) {
    if (before.enum && !before.enum.includes(value)) {
      breaks.push({ what: at, how: `${JSON.stringify(value)} is a new value` });
    }
  }
  return breaks;
}

/** Types, fields that are gone, and the same within. */
function sharedBreaks(
  at: string,
  before: JsonSchema,
  after: JsonSchema,
  within: (at: string, before: JsonSchema, after: JsonSchema) => Break[],
): Break[] {
  const was = typesOf(before), is = typesOf(after);
  if (was !== is) {
    return [{ what: at, how: `was ${was}, now ${is}` }];
  }
  const fields = Object.entries(before.properties ?? {}).flatMap(
    ([name, schema]) => {
      const what = `${at}.${name}`;
      const now = after.properties?.[name];
      return now === undefined
        ? [{ what, how: "the field is gone" }]
        : within(what, schema as JsonSchema, now as JsonSchema);
    },
  );
  const choices = choicesOf(before).flatMap((choice, n) => {
    const now = choicesOf(after)[n];
    return now === undefined ? [] : within(at, choice, now);
  });
  const items = isSchema(before.items) && isSchema(after.items)
    ? within(`${at}[]`, before.items, after.items)
    : [];
  const values = isSchema(before.additionalProperties) &&
      isSchema(after.additionalProperties)
    ? within(`${at}.*`, before.additionalProperties, after.additionalProperties)
    : [];
  return [...fields, ...choices, ...items, ...values];
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Where a type stands beside them they are rules, not choices. */
function choicesOf({ type, anyOf, oneOf }: JsonSchema): JsonSchema[] {
  return type === undefined ? (anyOf ?? oneOf ?? []) as JsonSchema[] : [];
}

function typesOf(schema: JsonSchema): string {
  const choices = choicesOf(schema);
  if (choices.length > 0) return choices.map(typesOf).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  return Array.isArray(schema.type)
    ? schema.type.join(" or ")
    : schema.type ?? "anything";
}
