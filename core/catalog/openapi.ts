import { SUBJECT_FIELDS, SUBJECT_TEXT } from "../../contracts/subject.ts";
import {
  ERROR_STATUS,
  ERROR_TITLES,
  type ErrorCode,
  Problem,
} from "../../contracts/errors.ts";
import { type Endpoint, ENDPOINTS } from "../../contracts/openapi.ts";
import type { OperationContract } from "../../contracts/operation.ts";
import { LAST_EVENT_ID } from "../../contracts/events.ts";
import { IDEMPOTENCY_KEY } from "../../contracts/saved.ts";
import { VERSION } from "../../contracts/version.ts";
import type { JsonSchema } from "../schema/schema_text.ts";
import { aliasDescription, type Registry } from "../service/registry.ts";
import { CONTRACT_NAMES } from "./schemas.ts";
import { Components, type Ref, ref } from "./components.ts";

/** A JSON object of the document. */
type Json = Record<string, unknown>;

const DESCRIPTION =
  "Comps valuation, underwriting and place scores for Cook and Lake County, Illinois. " +
  "Values are screening numbers from an automated model, not appraisals. A refusal is an answer " +
  "(HTTP 200 with `refusal`), an error is RFC 9457 problem details with a code of a closed list.";

const TAGS = {
  analysis: "Values, underwriting and places; the same answers as over MCP",
  tools: "The same operations by tool name, with the arguments of an MCP call",
  account: "What a caller with a credential may see and do about it",
  operator: "For the operator, with the write secret as bearer",
  contracts: "What is promised, for machines",
  service: "The service itself",
};

const SECURITY_SCHEMES = {
  key: {
    type: "http",
    scheme: "bearer",
    description: "an API key (svc_) or an OAuth access token (svct_)",
  },
  operator: {
    type: "http",
    scheme: "bearer",
    description: "the server's write secret",
  },
};

/** Errors that any path may answer. */
const ALWAYS: readonly ErrorCode[] = [
  "invalid_params",
  "forbidden_origin",
  "rate_limited",
  "internal",
  "busy",
];

/** The whole REST API as OpenAPI 3.1. */
export function openApiOf({ operations }: Registry): Json {
  const schemas = new Components(operations, ENDPOINTS);
  const paths: Record<string, Json> = {};
  const add = (path: string, method: string, operation: Json) => {
    paths[path] = { ...paths[path], [method]: operation };
  };
  for (const { contract } of operations) {
    const { method, path } = contract.rest;
    add(
      `/api${path}`,
      method.toLowerCase(),
      restOperation(contract, schemas),
    );
    if (contract.tool === false) continue;
    add(
      `/api/tools/${contract.name}`,
      "post",
      toolOperation(contract, schemas),
    );
    for (const alias of contract.aliases) {
      add(`/api/tools/${alias.name}`, "post", {
        ...toolOperation(contract, schemas),
        operationId: `tool_${alias.name}`,
        description: aliasDescription(alias, contract.name),
        deprecated: true,
        requestBody: jsonBody(schemas.input(alias.input)),
      });
    }
  }
  for (const endpoint of ENDPOINTS) {
    add(endpoint.path, endpoint.method, endpointOperation(endpoint, schemas));
  }
  const parts = { parameters: PARAMETERS, responses: problems(paths, schemas) };
  return {
    openapi: "3.1.0",
    info: {
      title: "Twoflat",
      version: VERSION,
      description: DESCRIPTION,
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
      contact: { name: "The operator of this server" },
    },
    servers: [{ url: "/", description: "this server" }],
    tags: Object.entries(TAGS).map(([name, description]) => ({
      name,
      description,
    })),
    paths: Object.fromEntries(
      Object.entries(paths).sort(([a], [b]) => a < b ? -1 : 1),
    ),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      ...parts,
      schemas: schemas.usedIn([paths, parts]),
    },
  };
}

function restOperation(
  contract: OperationContract,
  schemas: Components,
): Json {
  const { rest } = contract;
  const get = rest.method === "GET";
  return {
    operationId: contract.name,
    tags: ["analysis"],
    summary: contract.title,
    description: contract.description,
    security: securityOf(contract),
    ...get
      ? {
        parameters: parametersOf(
          rest.path,
          schemas.queryOf(contract.input),
          contract.examples,
        ),
      }
      : {
        ...repeatable(contract),
        requestBody: jsonBody(
          schemas.input(contract.input),
          contract.examples,
        ),
      },
    responses: {
      200: jsonAnswer(contract.title, schemas.output(contract.output), get),
      ...get && { 304: { description: "as it was: see If-None-Match" } },
      ...errorResponses([
        ...scopeErrors(contract),
        "not_found",
        ...(get ? [] : BODY_ERRORS),
      ]),
    },
  };
}

function toolOperation(
  contract: OperationContract,
  schemas: Components,
): Json {
  return {
    operationId: `tool_${contract.name}`,
    tags: ["tools"],
    summary: contract.title,
    description: `The tool ${contract.name}, as over MCP.`,
    security: securityOf(contract),
    ...repeatable(contract),
    requestBody: jsonBody(schemas.input(contract.input), contract.examples),
    responses: {
      200: jsonAnswer(contract.title, schemas.output(contract.output), false),
      ...errorResponses([
        ...scopeErrors(contract),
        "not_found",
        ...BODY_ERRORS,
      ]),
    },
  };
}

const BODY_ERRORS: readonly ErrorCode[] = [
  "payload_too_large",
  "unsupported_media_type",
];

function scopeErrors(
  { needsAccount }: OperationContract,
): readonly ErrorCode[] {
  return needsAccount
    ? ["unauthorized", "forbidden_scope", "conflict", "idempotency_mismatch"]
    : ["unauthorized", "forbidden_scope"];
}

function endpointOperation(endpoint: Endpoint, schemas: Components): Json {
  const { method, path, answer, media = "application/json" } = endpoint;
  const cached = endpoint.revalidated ?? endpoint.tag === "contracts";
  const schema = answer ? schemas.output(answer) : media.startsWith("image/")
    // OpenAPI 3.1 would leave it open; clients read bytes only where they are told so.
    ? { type: "string", format: "binary" }
    : { type: "object" };
  const parameters = [
    ...parametersOf(
      path,
      endpoint.query ? schemas.queryOf(endpoint.query) : {},
    ),
    ...media === "text/event-stream"
      ? [ref("parameters", "last_event_id")]
      : [],
    ...endpoint.isRepeatable ? [ref("parameters", "idempotency_key")] : [],
  ];
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.caller === "owner"
      ? `${endpoint.summary}. Needs the scope write-state, or the owner's own session.`
      : `${endpoint.summary}.`,
    security: endpoint.caller === "anyone"
      ? []
      : endpoint.caller === "operator"
      ? [{ operator: [] }]
      : [{ key: [] }],
    ...parameters.length > 0 && { parameters },
    ...endpoint.body && {
      requestBody: {
        required: !endpoint.bodyOptional,
        content: {
          "application/json": {
            schema: schemas.input(endpoint.body),
          },
        },
      },
    },
    responses: {
      [endpoint.status ?? 200]: jsonAnswer(
        endpoint.summary,
        schema,
        cached,
        media,
      ),
      ...cached && { 304: { description: "as it was: see If-None-Match" } },
      ...errorResponses([
        ...endpoint.caller === "anyone"
          ? []
          : ["unauthorized", "forbidden_scope"] as const,
        ...(path.includes("{") ? ["not_found" as const] : []),
        ...method === "post" ? ["conflict" as const, ...BODY_ERRORS] : [],
        ...endpoint.isRepeatable ? ["idempotency_mismatch" as const] : [],
        ...endpoint.errors ?? [],
      ]),
    },
  };
}

/** Parameters that no operation's input names. Those of a path are named so: generators give a parameter and a schema one type name. */
const PARAMETERS = {
  subject_in_path: {
    name: "subject",
    in: "path",
    required: true,
    description:
      "a property_id (in Cook County a 14-digit PIN), `lat,lon`, or an address",
    schema: {
      type: "string",
      minLength: 1,
      maxLength: 200,
      pattern: SUBJECT_TEXT.source,
    },
    examples: { point: { value: "41.8381,-87.6513" } },
  },
  contract_in_path: {
    name: "contract",
    in: "path",
    required: true,
    description: "name of the contract",
    schema: { type: "string", enum: [...CONTRACT_NAMES] },
  },
  id_in_path: {
    name: "id",
    in: "path",
    required: true,
    description: "the eight characters after svc_",
    schema: { type: "string", pattern: "^[0-9A-Za-z]{8}$" },
  },
  idempotency_key: {
    name: "Idempotency-Key",
    in: "header",
    description: "idempotency_key, if the body has none",
    schema: { type: "string", pattern: IDEMPOTENCY_KEY.source },
  },
  last_event_id: {
    name: "Last-Event-ID",
    in: "header",
    description: "seq of the last event the caller has; overrides since",
    schema: { type: "string", pattern: LAST_EVENT_ID.source },
  },
};

/** Path and query parameters: what the path does not name is a query parameter. */
function parametersOf(
  path: string,
  { properties = {}, required = [] }: JsonSchema,
  examples: OperationContract["examples"] = [],
): Json[] {
  const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const inPath = named.map((name) =>
    !Object.hasOwn(properties, name) ? ref("parameters", `${name}_in_path`) : {
      name,
      in: "path",
      required: true,
      ...described(properties[name] as JsonSchema),
      ...exampleOf(name, examples),
    }
  );
  const elsewhere = new Set([
    ...named,
    ...(named.includes("subject") ? SUBJECT_FIELDS : []),
  ]);
  const inQuery = Object.entries(properties)
    .filter(([name]) => !elsewhere.has(name))
    .map(([name, schema]) => ({
      name,
      in: "query",
      required: required.includes(name),
      ...described(schema as JsonSchema),
      ...(schema as JsonSchema).type === "array" &&
        { style: "form", explode: false },
      ...exampleOf(name, examples),
    }));
  return [...inPath, ...inQuery];
}

function described({ description, ...schema }: JsonSchema): Json {
  return { ...description !== undefined && { description }, schema };
}

/** The parameter in the first example: together the examples of all parameters are one good call. */
function exampleOf(
  name: string,
  [first]: OperationContract["examples"],
): Json {
  return first && Object.hasOwn(first.input, name)
    ? { example: (first.input as Json)[name] }
    : {};
}

/** Who may call: a read without a credential is allowed, everything else needs one. */
function securityOf({ scope, needsAccount }: OperationContract): Json[] {
  return scope === "read" && !needsAccount ? [{}, { key: [] }] : [{ key: [] }];
}

/** A mutation's key may come as a header. */
function repeatable({ input }: OperationContract): Json {
  return Object.hasOwn(input.shape, "idempotency_key")
    ? { parameters: [ref("parameters", "idempotency_key")] }
    : {};
}

function jsonBody(
  schema: Ref,
  examples: OperationContract["examples"] = [],
): Json {
  return {
    required: true,
    content: {
      "application/json": {
        schema,
        ...examples.length > 0 && {
          examples: Object.fromEntries(
            examples.map(({ title, input }, n) => [
              `example_${n + 1}`,
              { summary: title, value: input },
            ]),
          ),
        },
      },
    },
  };
}

function jsonAnswer(
  description: string,
  schema: Json,
  tagged: boolean,
  media = "application/json",
): Json {
  return {
    description,
    headers: {
      "X-Request-Id": ref("headers", "RequestId"),
      ...tagged && { ETag: ref("headers", "ETag") },
    },
    content: { [media]: { schema } },
  };
}

const HEADERS = {
  RequestId: {
    description: "quote it when you report a problem",
    schema: { type: "string" },
  },
  ETag: {
    description: "send it back as If-None-Match",
    schema: { type: "string" },
  },
  RetryAfter: { description: "seconds", schema: { type: "integer" } },
};

/** The problem responses that the paths refer to, by status: codes that share one share a response. */
function problems(
  paths: Json,
  schemas: Components,
): Record<string, Json> {
  const text = JSON.stringify(paths);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const [code, status] of Object.entries(ERROR_STATUS)) {
    if (!text.includes(`/problem_${status}"`)) continue;
    byStatus.set(status, [...byStatus.get(status) ?? [], code as ErrorCode]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [`problem_${status}`, {
      description: codes.map((code) => `${code}: ${ERROR_TITLES[code]}`)
        .join("; "),
      headers: {
        "X-Request-Id": ref("headers", "RequestId"),
        ...(status === 429) && { "Retry-After": ref("headers", "RetryAfter") },
      },
      content: {
        "application/problem+json": {
          schema: schemas.output(Problem),
          examples: Object.fromEntries(codes.map((code) => [code, {
            value: {
              type: `/api/contracts/errors.json#${code}`,
              title: ERROR_TITLES[code],
              status,
              code,
              detail: ERROR_TITLES[code],
              request_id: "2f1c6f7e-4f0b-4a55-9d0a-3a1f6f2f0c11",
            },
          }])),
        },
      },
    }]),
  );
}

function errorResponses(codes: readonly ErrorCode[]): Json {
  const statuses = new Set(
    [...ALWAYS, ...codes].map((code) => ERROR_STATUS[code]),
  );
  return Object.fromEntries(
    [...statuses].sort((a, b) => a - b).map((status) => [
      String(status),
      ref("responses", `problem_${status}`),
    ]),
  );
}
