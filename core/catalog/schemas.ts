import type { z } from "zod";
import { CONSTANTS } from "../../contracts/constants.ts";
import { Read, Strategy, Warning } from "../../contracts/envelope.ts";
import {
  ERROR_STATUS,
  ERROR_TITLES,
  type ErrorCode,
  Problem,
} from "../../contracts/errors.ts";
import { Event, EventKind } from "../../contracts/events.ts";
import { Factor, TractStrategyScore } from "../../contracts/scoring.ts";
import { TractOutput } from "../../contracts/tract.ts";
import {
  AdjustmentLine,
  Arv,
  Comp,
  CompsOutput,
  Refusal,
  RejectedComp,
  ValuationState,
} from "../../contracts/valuation.ts";
import { type JsonSchema, jsonSchemaOf } from "../schema/schema_text.ts";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** Names of the contracts published as JSON Schema. */
export const CONTRACT_NAMES = [
  "valuation",
  "scoring",
  "constants",
  "errors",
  "events",
] as const;
/** Name of a contract published as JSON Schema. */
export type ContractName = (typeof CONTRACT_NAMES)[number];

/** Where a contract is served. */
export function contractPath(name: ContractName): string {
  return `/api/contracts/${name}.json`;
}

/** A contract as JSON Schema. */
export function contractSchema(name: ContractName): JsonSchema {
  return {
    $schema: DIALECT,
    $id: contractPath(name),
    ...CONTRACTS[name](),
  };
}

const CONTRACTS: Readonly<Record<ContractName, () => JsonSchema>> = {
  valuation: () =>
    document("A valuation, as get_comps answers it", CompsOutput, {
      ValuationState,
      Refusal,
      Arv,
      Comp,
      AdjustmentLine,
      RejectedComp,
      Warning,
    }),
  scoring: () =>
    document(
      "Scores of a place, as get_tract_report answers them",
      TractOutput,
      {
        Strategy,
        TractStrategyScore,
        Factor,
        Read,
      },
    ),
  constants: () => ({
    title: "The numbers of the service",
    ...exactly(CONSTANTS),
  }),
  errors: () => ({
    ...document(
      "An error, as every interface tells it (RFC 9457)",
      Problem,
      {},
    ),
    $defs: Object.fromEntries(
      (Object.keys(ERROR_STATUS) as ErrorCode[]).map((code) => [code, {
        $anchor: code,
        title: ERROR_TITLES[code],
        type: "object",
        properties: {
          code: { const: code },
          status: { const: ERROR_STATUS[code] },
        },
      }]),
    ),
  }),
  events: () =>
    document("An entry of an owner's event log", Event, { EventKind }),
};

/** A schema with its parts under names. */
function document(
  title: string,
  schema: z.ZodType,
  parts: Readonly<Record<string, z.ZodType>>,
): JsonSchema {
  const { $schema: _, ...whole } = jsonSchemaOf(schema, "output");
  const defs = Object.entries(parts).map(([name, part]) => {
    const { $schema: _, ...bare } = jsonSchemaOf(part, "output");
    return [name, bare] as const;
  });
  return {
    title,
    ...whole,
    ...(defs.length > 0 && { $defs: Object.fromEntries(defs) }),
  };
}

/** The schema of one value and no other. */
function exactly(value: unknown): JsonSchema {
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    return { const: value as JsonSchema["const"] };
  }
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, exactly(part)]),
    ),
    required: Object.keys(value),
    additionalProperties: false,
  };
}
