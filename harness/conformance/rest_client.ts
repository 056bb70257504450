/** An operation of the OpenAPI document, as far as a client is made from it. */
interface ApiOperation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, ApiResponse>>;
  readonly parameters?: readonly (ApiParameter | { readonly $ref: string })[];
}

interface ApiResponse {
  readonly content?: Readonly<Record<string, unknown>>;
}

interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly schema: { readonly enum?: readonly unknown[] };
}

/** The OpenAPI document, as far as a client is made from it. */
export interface Api {
  readonly paths: Readonly<Record<string, { readonly get?: ApiOperation }>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, ApiParameter>>;
  };
}

/** Pictures: of a listing, which the ids used here are none of, and of a street, which needs a photo service. */
const PICTURES = new Set(["/api/og/{file}", "/api/photo"]);

/**
 * A program that calls every GET but pictures with a client whose types come from the OpenAPI document, which
 * stands beside it as `api.d.ts`. It takes the address, a key and the operator's secret. An id that
 * has no example and is no key's has to be answered 404.
 *
 * @param keyId id of a key, for the paths that name one
 */
export function clientProgram(api: Api, keyId: string): string {
  const calls = Object.entries(api.paths).flatMap(([path, { get }]) => {
    if (!get || PICTURES.has(path)) return [];
    const given: Record<"path" | "query", Record<string, unknown>> = {
      path: {},
      query: {},
    };
    let known = true;
    for (const each of get.parameters ?? []) {
      const parameter = "$ref" in each
        ? api.components.parameters[each.$ref.split("/").at(-1)!]
        : each;
      if (!parameter.required && parameter.example === undefined) continue;
      given[parameter.in as "path" | "query"][parameter.name] =
        parameter.example ??
          Object.values(parameter.examples ?? {})[0]?.value ??
          parameter.schema.enum?.[0] ?? keyId;
      if (parameter.name === "id" && !path.includes("/keys/")) {
        known = parameter.example !== undefined ||
          parameter.examples !== undefined;
      }
    }
    const params = Object.fromEntries(
      Object.entries(given).filter(([, fields]) =>
        Object.keys(fields).length > 0
      ),
    );
    // A stream is open when its head is there; it is not read to its end.
    const stream = "text/event-stream" in (get.responses["200"].content ?? {});
    const options = JSON.stringify({
      params,
      ...stream && { parseAs: "stream" },
    });
    const client = isOperators(get) ? "operator" : "caller";
    return [
      `await ${
        known ? "answered" : "unknown"
      }("${path}", await ${client}.GET("${path}", ${options}));`,
    ];
  });
  return `import createClient from "openapi-fetch";
import type { paths } from "./api";

declare const Deno: { readonly args: readonly string[] };
const [baseUrl, key, secret] = Deno.args;
const clientOf = (bearer: string) =>
  createClient<paths>({
    baseUrl,
    headers: { authorization: \`Bearer \${bearer}\` },
  });
const caller = clientOf(key);
const operator = clientOf(secret);
let calls = 0;
async function answered(
  path: string,
  { data, response }: { data?: unknown; response: Response },
) {
  if (!response.ok || data === undefined) {
    throw new Error(\`\${path}: \${response.status}\`);
  }
  if (data instanceof ReadableStream) await data.cancel();
  calls++;
}
function unknown(path: string, { response }: { response: Response }) {
  if (response.status !== 404) throw new Error(\`\${path}: \${response.status}\`);
  calls++;
}
${calls.join("\n")}
console.log(\`\${calls} GETs\`);
`;
}

function isOperators({ security = [] }: ApiOperation): boolean {
  return security.some((each) => "operator" in each);
}
