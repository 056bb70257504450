import { z } from "zod";
import { Scope } from "./scope.ts";

/** A JSON Schema (2020-12), or any other JSON object. */
const JsonObject = z.record(z.string(), z.unknown());

const common = {
  name: z.string(),
  title: z.string(),
  description: z.string(),
  scope: Scope.nullable().describe(
    "scope the caller needs; null if any credential is enough",
  ),
  needs_account: z.boolean().describe("anonymous callers are refused"),
  cost_units: z.int().min(1).describe("metered for each call"),
  input_schema: JsonObject,
};

/** A tool under its current name. */
const CurrentTool = z.object({
  ...common,
  deprecated: z.literal(false),
  output_schema: JsonObject,
  annotations: z.record(z.string(), z.boolean()),
  examples: z.array(
    z.object({ title: z.string(), input: JsonObject }).strict(),
  ),
  rest: z.object({ method: z.string(), path: z.string() }).strict(),
}).strict();

/** A name that still works and will end. */
const DeprecatedTool = z.object({
  ...common,
  deprecated: z.literal(true),
  replacement: z.string().describe("the tool to call instead"),
  deprecated_since: z.iso.date(),
  sunset: z.iso.date().describe("day after which the name may stop working"),
}).strict();

/** Answer of `GET /mcp/v2/manifest`: every tool under every name it answers to. */
export const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  endpoint: z.string(),
  protocol_versions: z.array(z.string()).describe("newest first"),
  contracts: z.record(z.string(), z.string()).describe(
    "URL of each contract",
  ),
  tools: z.array(
    z.discriminatedUnion("deprecated", [CurrentTool, DeprecatedTool]),
  ),
}).strict();
/** Answer of `GET /mcp/v2/manifest`. */
export type Manifest = z.infer<typeof Manifest>;

/** Answer of `GET /api/mcp-tools`: current tools in the shape that language models' interfaces take. */
export const ToolCatalog = z.object({
  version: z.string(),
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      scope: Scope.nullable(),
      cost_units: z.int().min(1),
      parameters: JsonObject.describe("JSON Schema of the input"),
    }).strict(),
  ),
}).strict();
/** Answer of `GET /api/mcp-tools`. */
export type ToolCatalog = z.infer<typeof ToolCatalog>;
