import type { JsonSchema } from "../schema/schema_text.ts";
import { type Break, inputBreaks, outputBreaks } from "./breaking.ts";

/** An OpenAPI document, as far as callers can break on it. */
export interface Api {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Call>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

interface Call {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly unknown[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
}

/**
 * Everything in a new OpenAPI document that breaks callers of an old one. A tool has one name on
 * every interface, so what breaks over REST and MCP is told in the same words.
 */
export function apiBreaksOf(before: Api, after: Api): Break[] {
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, old]) => {
      const name = old.operationId.replace(/^tool_/, "");
      const now = after.paths[path]?.[method];
      if (!now) {
        const gone = `${method.toUpperCase()} ${path} is gone`;
        return [{ what: name, how: gone }];
      }
      return [
        ...callerBreaks(name, old, now),
        ...inputBreaks(
          `${name}.input`,
          parametersOf(before, old),
          parametersOf(after, now),
        ),
        ...bodyBreaks(name, [before, old], [after, now]),
        // A deprecated name promises its input; the answer is its successor's.
        ...old.deprecated
          ? []
          : answerBreaks(name, [before, old], [after, now]),
      ];
    })
  );
}

type Described = readonly [Api, Call];

/** Who could call must be able to still. */
function callerBreaks(name: string, before: Call, after: Call): Break[] {
  const now = (after.security ?? []).map((each) => JSON.stringify(each));
  const kept = (before.security ?? []).every((each) =>
    now.includes(JSON.stringify(each))
  );
  return kept ? [] : [{ what: `${name}.scope`, how: "another credential" }];
}

/** Parameters as the fields of one object. */
function parametersOf(api: Api, { parameters = [] }: Call): JsonSchema {
  const all = parameters.map((each) => resolved(api, each) as Parameter);
  return {
    type: "object",
    properties: Object.fromEntries(
      all.map(({ name, schema }) => [name, schema]),
    ),
    required: all.filter(({ required }) => required).map(({ name }) => name),
  };
}

function bodyBreaks(
  name: string,
  [before, { requestBody: old }]: Described,
  [after, { requestBody: now }]: Described,
): Break[] {
  const what = `${name}.input`;
  const breaks: Break[] = now?.required && !old?.required
    ? [{ what, how: "a body is now required" }]
    : [];
  return old
    ? [
      ...breaks,
      ...contentBreaks(what, [before, old], [after, now ?? {}], inputBreaks),
    ]
    : breaks;
}

/** Statuses of success and what comes with them. */
function answerBreaks(
  name: string,
  [before, { responses: old }]: Described,
  [after, { responses: now }]: Described,
): Break[] {
  const what = `${name}.output`;
  return Object.keys(old).filter((status) => /^2/.test(status)).flatMap(
    (status) =>
      now[status] === undefined
        ? [{ what, how: `${status} is not answered` }]
        : contentBreaks(
          what,
          [before, resolved(before, old[status]) as Content],
          [after, resolved(after, now[status]) as Content],
          outputBreaks,
        ),
  );
}

function contentBreaks(
  what: string,
  [before, { content: old = {} }]: readonly [Api, Content],
  [after, { content: now = {} }]: readonly [Api, Content],
  breaksOf: typeof inputBreaks,
): Break[] {
  return Object.entries(old).flatMap(([media, { schema }]) =>
    now[media] === undefined ? [{ what, how: `${media} is gone` }] : breaksOf(
      what,
      resolved(before, schema) as JsonSchema,
      resolved(after, now[media].schema) as JsonSchema,
    )
  );
}

/** A part of the document with its references resolved. */
function resolved(api: Api, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => resolved(api, each));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...rest } = value as { readonly $ref?: string };
  const own = Object.entries(rest).map(([name, part]) =>
    [name, resolved(api, part)] as const
  );
  if (typeof $ref !== "string") return Object.fromEntries(own);
  const target = $ref.replace("#/", "").split("/").reduce<unknown>(
    (here, name) => (here as Record<string, unknown>)[name],
    api,
  );
  return { ...resolved(api, target) as object, ...Object.fromEntries(own) };
}
