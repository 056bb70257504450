import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { LIMITS } from "../../contracts/constants/limits.ts";
import type { Manifest, ToolCatalog } from "../../contracts/manifest.ts";
import type { OperationContract } from "../../contracts/operation.ts";
import { VERSION } from "../../contracts/version.ts";
import { type JsonSchema, jsonSchemaOf } from "../schema/schema_text.ts";
import { aliasDescription, type Registry } from "../service/registry.ts";
import { CONTRACT_NAMES, contractPath } from "./schemas.ts";

/** Protocol revisions that `/mcp` speaks, newest first: the stateless one, and those that are negotiated. */
const PROTOCOL_VERSIONS = ["2026-07-28", ...SUPPORTED_PROTOCOL_VERSIONS];

/** Every tool under every name it answers to. */
export function manifestOf(registry: Registry): Manifest {
  return {
    name: "twoflat",
    version: VERSION,
    endpoint: "/mcp",
    protocol_versions: PROTOCOL_VERSIONS,
    contracts: {
      ...Object.fromEntries(
        CONTRACT_NAMES.map((name) => [name, contractPath(name)]),
      ),
      openapi: "/api/openapi.json",
    },
    tools: toolsOf(registry).flatMap(({ contract }) => [
      {
        ...sharedFields(contract),
        name: contract.name,
        deprecated: false as const,
        input_schema: bare(jsonSchemaOf(contract.input, "input")),
        output_schema: bare(jsonSchemaOf(contract.output, "output")),
        annotations: { ...contract.annotations },
        examples: contract.examples.map(({ title, input }) => ({
          title,
          input,
        })),
        rest: {
          method: contract.rest.method,
          path: `/api${contract.rest.path}`,
        },
      },
      ...contract.aliases.map((alias) => ({
        ...sharedFields(contract),
        name: alias.name,
        description: aliasDescription(alias, contract.name),
        deprecated: true as const,
        replacement: contract.name,
        deprecated_since: alias.deprecated,
        sunset: alias.sunset,
        input_schema: bare(jsonSchemaOf(alias.input, "input")),
      })),
    ]),
  };
}

/** Current tools for interfaces that take a name, a description and parameters. */
export function catalogOf(registry: Registry): ToolCatalog {
  return {
    version: VERSION,
    tools: toolsOf(registry).map(({ contract }) => ({
      name: contract.name,
      description: contract.description,
      scope: contract.scope,
      cost_units: LIMITS.cost_units[contract.cost],
      parameters: bare(jsonSchemaOf(contract.input, "input")),
    })),
  };
}

/** A schema within another document, which names the dialect once. */
export function bare({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function sharedFields(contract: OperationContract) {
  return {
    title: contract.title,
    description: contract.description,
    scope: contract.scope,
    needs_account: contract.needsAccount ?? false,
    cost_units: LIMITS.cost_units[contract.cost],
  };
}

/** The operations that agents are offered. */
export function toolsOf({ operations }: Registry): Registry["operations"] {
  return operations.filter(({ contract }) => contract.tool !== false);
}
