import type {
  OperationAlias,
  OperationContract,
} from "../../contracts/operation.ts";
import { type JsonSchema, jsonSchemaOf } from "../schema/schema_text.ts";
import type { Operation } from "./operation.ts";

/** An operation as MCP lists it. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: OperationContract["annotations"];
  /** The card of a tool, for hosts of MCP Apps: under today's name, and under the one that older hosts read. */
  readonly _meta?: {
    readonly ui: { readonly resourceUri: string };
    readonly "ui/resourceUri": string;
  };
}

/** An operation under one of its names. */
export interface Named {
  readonly operation: Operation;
  /** Set when the name is a deprecated one. */
  readonly alias?: OperationAlias<Operation["contract"]["input"]>;
}

/** Everything the service can do, compiled once at start. */
export interface Registry {
  readonly operations: readonly Operation[];
  /** What agents are offered: current names only, in the order of `operations`; a deprecated name still works. */
  readonly tools: readonly ToolListing[];
  /** The deprecated names, for clients that call only what is listed and ask for these. */
  readonly deprecatedTools: readonly ToolListing[];
  /** The tool with this name or alias. */
  find(name: string): Named | undefined;
}

/**
 * Compiles the operations.
 *
 * @throws {TypeError} when two share a name, or a schema is not a plain closed object
 */
export function compileRegistry(operations: readonly Operation[]): Registry {
  const named = new Map<string, Named>();
  const add = (name: string, entry: Named) => {
    if (named.has(name)) {
      throw new TypeError(`two operations are called ${name}`);
    }
    named.set(name, entry);
  };
  const tools = operations.filter(({ contract }) => contract.tool !== false);
  for (const operation of tools) {
    add(operation.contract.name, { operation });
    for (const alias of operation.contract.aliases) {
      add(alias.name, { operation, alias });
    }
  }
  return {
    operations,
    tools: tools.map(({ contract }) => listing(contract)),
    deprecatedTools: tools.flatMap(({ contract }) =>
      contract.aliases.map((alias) => aliasListing(contract, alias))
    ),
    find: (name) => named.get(name),
  };
}

function listing(contract: OperationContract): ToolListing {
  const { name, title, description, annotations, card } = contract;
  const resourceUri = card && cardUri(card);
  return {
    name,
    title,
    description,
    inputSchema: plainObject(name, jsonSchemaOf(contract.input, "input")),
    outputSchema: plainObject(name, jsonSchemaOf(contract.output, "output")),
    annotations,
    ...(resourceUri && {
      _meta: { ui: { resourceUri }, "ui/resourceUri": resourceUri },
    }),
  };
}

/** Returns where a card is read. */
export function cardUri(
  card: NonNullable<OperationContract["card"]>,
): string {
  return `ui://twoflat/${card}`;
}

/** A deprecated name takes its own input and answers as its successor does. */
function aliasListing(
  contract: OperationContract,
  { name, input, sunset }: OperationAlias<OperationContract["input"]>,
): ToolListing {
  return {
    ...listing({ ...contract, name, input }),
    title: `${contract.title} (deprecated)`,
    description: aliasDescription({ sunset }, contract.name),
  };
}

/** What is said of a deprecated name. */
export function aliasDescription(
  { sunset }: Pick<OperationAlias<OperationContract["input"]>, "sunset">,
  name: string,
): string {
  return `Deprecated; works at least until ${sunset}. Use ${name}.`;
}

/** Agents' frameworks choke on a top-level union, and an open input would hide misspellings. */
function plainObject(
  name: string,
  { $schema: _, ...schema }: JsonSchema,
): JsonSchema {
  if (
    schema.type !== "object" || schema.anyOf || schema.oneOf || schema.allOf
  ) {
    throw new TypeError(
      `${name}: the schema must be a plain object at the top`,
    );
  }
  if (schema.additionalProperties !== false) {
    throw new TypeError(`${name}: the schema must be strict`);
  }
  return schema;
}
