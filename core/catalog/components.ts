import { z } from "zod";
import { Problem } from "../../contracts/errors.ts";
import type { Endpoint } from "../../contracts/openapi.ts";
import { type JsonSchema, withRules } from "../schema/schema_text.ts";
import type { Registry } from "../service/registry.ts";
import { PARTS } from "./parts.ts";

/** A reference within the OpenAPI document. */
export type Ref = { readonly $ref: string };

/** Returns the reference to a component of the OpenAPI document. */
export function ref(kind: string, name: string): Ref {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Schemas that are read, or answered, each under one name. */
type Named = ReturnType<typeof z.registry<{ id: string }>>;

/**
 * The schemas of the OpenAPI document. Each has one name, and where it is a part of another one,
 * there is a reference to it: so a client that is made from the document has one type of each.
 */
export class Components {
  readonly #inputs: Named = z.registry<{ id: string }>();
  readonly #outputs: Named = z.registry<{ id: string }>();
  readonly #schemas: Record<"input" | "output", Record<string, JsonSchema>>;

  constructor(
    operations: Registry["operations"],
    endpoints: readonly Endpoint[],
  ) {
    for (const [name, part] of Object.entries(PARTS)) {
      enter(this.#inputs, part, name);
      enter(this.#outputs, part, name);
    }
    enter(this.#outputs, Problem, "Problem");
    for (const { contract } of operations) {
      enter(this.#inputs, contract.input, `${pascal(contract.name)}Input`);
      enter(this.#outputs, contract.output, `${pascal(contract.name)}Output`);
      for (const { name, input } of contract.aliases) {
        enter(this.#inputs, input, `${pascal(name)}Input`);
      }
    }
    for (const { id, query, body, answer } of endpoints) {
      enter(this.#inputs, query, `${pascal(id)}Query`);
      enter(this.#inputs, body, `${pascal(id)}Body`);
      enter(this.#outputs, answer, pascal(id));
    }
    this.#schemas = {
      input: schemasOf(this.#inputs, "input"),
      output: schemasOf(this.#outputs, "output"),
    };
  }

  /** Returns a reference to what is read. */
  input(schema: z.ZodType): Ref {
    return ref("schemas", this.#inputs.get(schema)!.id);
  }

  /** Returns a reference to what is answered. */
  output(schema: z.ZodType): Ref {
    return ref("schemas", this.#outputs.get(schema)!.id);
  }

  /** Returns what is read, as fields of a query: an object among them stands there by its own fields. */
  queryOf(schema: z.ZodType): JsonSchema {
    const { input } = this.#schemas;
    const whole = input[this.#inputs.get(schema)!.id];
    const own: Record<string, unknown> = {};
    const within: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(whole.properties ?? {})) {
      const { $ref } = field as JsonSchema;
      const part =
        ($ref ? input[$ref.split("/").at(-1)!] : field) as JsonSchema;
      if (part.type === "object") Object.assign(within, part.properties);
      else own[name] = field;
    }
    // A field of the input itself wins over one of an object.
    const properties = { ...own, ...within, ...own };
    return { ...whole, properties } as JsonSchema;
  }

  /** Returns the schemas that a document refers to, and those that these refer to. */
  usedIn(document: unknown): Record<string, JsonSchema> {
    const used: Record<string, JsonSchema> = {};
    const look = (part: unknown) => {
      for (const [, name] of JSON.stringify(part).matchAll(REFERENCE)) {
        if (Object.hasOwn(used, name)) continue;
        const { input, output } = this.#schemas;
        used[name] = output[name] ?? input[name];
        look(used[name]);
      }
    };
    look(document);
    return Object.fromEntries(
      Object.entries(used).sort(([a], [b]) => a < b ? -1 : 1),
    );
  }
}

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

function enter(named: Named, schema: z.ZodType | undefined, id: string): void {
  if (schema && !named.has(schema)) named.add(schema, { id });
}

function schemasOf(
  named: Named,
  io: "input" | "output",
): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(named, {
    io,
    uri: (name) => ref("schemas", name).$ref,
    override: withRules,
  });
  const made = JSON.parse(
    JSON.stringify(schemas),
    (_, value) => plain(value),
  ) as Record<string, JsonSchema>;
  return JSON.parse(
    JSON.stringify(made, (_, value) => bareReference(value, made)),
  );
}

/**
 * A reference without what stands beside it, where it leads to a schema with `if`: the generator of
 * Java clients takes both together for a value of any type.
 */
function bareReference(
  value: unknown,
  schemas: Readonly<Record<string, JsonSchema>>,
): unknown {
  const { $ref } = Object(value) as JsonSchema;
  return $ref && schemas[$ref.split("/").at(-1)!]?.if ? { $ref } : value;
}

/**
 * A schema without its address and dialect, as generators of clients read it: with one type, or one
 * and null, and with a number's width, which some take to be a single.
 */
function plain(value: unknown): unknown {
  if (
    typeof value !== "object" || value === null || Array.isArray(value)
  ) return value;
  const { $id: _, $schema: __, type, ...rest } = nullable(value as JsonSchema);
  if (
    Array.isArray(type) && type.filter((each) => each !== "null").length > 1
  ) {
    return { ...rest, anyOf: type.map((each) => plain({ type: each })) };
  }
  return {
    ...type && { type },
    ...[type].flat().includes("number") && { format: "double" },
    ...withFields(rest),
  };
}

/** A list or null as one type that may be null: some generators make an object of the choice. */
function nullable(schema: JsonSchema): JsonSchema {
  const { anyOf: [list, none, ...more] = [], ...rest } = schema as {
    readonly anyOf?: readonly JsonSchema[];
  };
  return list?.type === "array" && none?.type === "null" && more.length === 0
    ? { ...list, ...rest, type: ["array", "null"] } as JsonSchema
    : schema;
}

/** A record with a value of each name of a list is an object with these fields. */
function withFields(schema: JsonSchema): JsonSchema {
  const { propertyNames, additionalProperties, ...rest } = schema;
  if (!propertyNames || !schema.required) return schema;
  const fields = schema.required.map((name) =>
    [name, additionalProperties!] as const
  );
  return {
    ...rest,
    properties: Object.fromEntries(fields),
    additionalProperties: false,
  };
}

/** Returns `get_comps` as `GetComps`. */
function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());
}
