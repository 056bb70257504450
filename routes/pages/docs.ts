import type { Handler } from "@hono/hono";
import { html, raw } from "@hono/hono/html";
import type { JsonSchema } from "../../core/schema/schema_text.ts";
import { expectedOf } from "../../core/schema/schema_text.ts";
import { openApiOf } from "../../core/catalog/openapi.ts";
import { type Markup, sendShell } from "./shell.ts";
import type { RouteEnv, Service } from "../service.ts";

/** The parts of the OpenAPI document that the page shows. */
interface OpenApi {
  readonly info: { readonly description: string; readonly version: string };
  readonly tags: readonly { name: string; description: string }[];
  readonly paths: Readonly<Record<string, Record<string, ApiOperation>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, ApiParameter>>;
    readonly responses: Readonly<Record<string, { description: string }>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

interface ApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly security: readonly Record<string, unknown>[];
  readonly parameters?: readonly (ApiParameter | Reference)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<string, Reference | { description: string; content?: Content }>
  >;
}

interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

interface Reference {
  readonly $ref: string;
}

type Content = Readonly<
  Record<string, {
    readonly schema: JsonSchema | Reference;
    readonly examples?: Readonly<
      Record<string, { summary: string; value: unknown }>
    >;
  }>
>;

/** `GET /docs`: the OpenAPI document for people, made once. */
export function docs({ registry }: Service): Handler<RouteEnv> {
  let body: Markup | undefined;
  return async function docs(c) {
    body ??= raw(await render(openApiOf(registry) as unknown as OpenApi));
    return sendShell(c, { title: "API", at: "/docs", body }, { cached: true });
  };
}

function render(api: OpenApi): Markup {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation,
    }))
  );
  return html`<div class="api flow"><p class="lead">${
    prose(api.info.description)
  } Version ${api.info.version}.
The same as a document for programs: <a href="/api/openapi.json">OpenAPI</a>.</p>
      ${
    api.tags.map(({ name, description }) =>
      html`<h2 id="${name}">${name}</h2>
            <p>${prose(description)}.</p>
            ${
        operations.filter(({ operation }) => operation.tags.includes(name))
          .map(({ path, method, operation }) =>
            operationDetails(api, path, method, operation)
          )
      }`
    )
  }</div>`;
}

/** Text with what stands between backticks as code. */
function prose(text: string): (string | Markup)[] {
  return text.split("`").map((part, i) =>
    i % 2 === 1 ? html`<code>${part}</code>` : part
  );
}

function operationDetails(
  api: OpenApi,
  path: string,
  method: string,
  operation: ApiOperation,
): Markup {
  const parameters = (operation.parameters ?? []).map((each) =>
    "$ref" in each ? api.components.parameters[nameOf(each)] : each
  );
  const body = operation.requestBody?.content["application/json"];
  return html`<details id="${operation.operationId}">
    <summary>
      <h3 class="${operation.deprecated ? "deprecated" : ""}">
        <span class="method">${method.toUpperCase()}</span>
        <code>${path}</code>
      </h3>
      ${operation.summary}
    </summary>
    <p>${prose(operation.description)}</p>
    <p>Needs: ${needs(operation)}.</p>
    ${
    parameters.length > 0
      ? fieldTable(
        api,
        `Parameters of ${operation.operationId}`,
        parameters.map((each) => ({
          ...each,
          name: `${each.name} (${each.in})`,
        })),
      )
      : ""
  }
    ${
    body
      ? [
        fieldTable(
          api,
          `Body of ${operation.operationId}`,
          fieldsOf(api, body.schema),
        ),
        exampleOf(body),
      ]
      : ""
  }
    <p>Answers:</p>
    <ul>
      ${
    Object.entries(operation.responses).map(([status, response]) =>
      html`<li>${status}: ${
        "$ref" in response
          ? api.components.responses[nameOf(response)].description
          : response.description
      } ${schemaLink(response)}</li>`
    )
  }
    </ul>
  </details>`;
}

function needs({ security }: ApiOperation): string {
  const names = security.flatMap((each) => Object.keys(each));
  return names.length === 0
    ? "nothing"
    : names.length < security.length
    ? "nothing; with a key, its own limits"
    : names[0] === "operator"
    ? "the operator's secret"
    : "a key";
}

interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

function fieldTable(
  api: OpenApi,
  label: string,
  fields: readonly Field[],
): Markup {
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="${label}">
      <table>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Holds</th>
          <th scope="col">Meaning</th>
        </tr>
        ${fields.map(({ name, required, description, schema }) =>
          html`
            <tr>
              <td><code>${name}</code>${required ? ", needed" : ""}</td>
              <td>${expectedOf(schemaOf(api, schema))}</td>
              <td>${prose(description ?? "")}</td>
            </tr>
          `
        )}
      </table>
    </div>
  `;
}

function fieldsOf(api: OpenApi, schema: JsonSchema | Reference): Field[] {
  const { properties = {}, required = [] } = schemaOf(api, schema);
  return Object.entries(properties).map(([name, field]) => ({
    name,
    required: required.includes(name),
    description: (field as JsonSchema).description,
    schema: field as JsonSchema,
  }));
}

function exampleOf({ examples = {} }: Content[string]): Markup | "" {
  const [first] = Object.values(examples);
  return first
    ? html`
      <p>For example, ${first.summary}:</p>
      <pre>${JSON.stringify(first.value, null, 2)}</pre>
    `
    : "";
}

function schemaLink(
  response: Reference | { content?: Content },
): Markup | "" {
  if ("$ref" in response) return "";
  const [content] = Object.values(response.content ?? {});
  return content && isReference(content.schema)
    ? html`
      (<code>${nameOf(content.schema)}</code> in <a
        href="/api/openapi.json"
      >OpenAPI</a>)
    `
    : "";
}

/** A schema; of a reference, the schema it names. */
function schemaOf(api: OpenApi, schema: JsonSchema | Reference): JsonSchema {
  return isReference(schema) ? api.components.schemas[nameOf(schema)] : schema;
}

function isReference(schema: JsonSchema | Reference): schema is Reference {
  return "$ref" in schema && typeof schema.$ref === "string";
}

function nameOf({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}
