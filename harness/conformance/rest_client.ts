import type { Call } from "./calls.ts";

/**
 * Returns a program that makes these calls with a client whose types come from the OpenAPI document,
 * which stands beside it as `api.d.ts`. It takes the address, a key and the operator's secret.
 */
export function clientProgram(calls: readonly Call[]): string {
  const lines = calls.map(
    ({ path, method, caller, status, isJson, ...call }) => {
      const { parameters, body, operation } = call;
      const params = Object.fromEntries(
        Object.entries(parameters).filter(([, fields]) =>
          Object.keys(fields).length > 0
        ),
      );
      const options = JSON.stringify({
        params,
        body,
        ...!isJson && { parseAs: "text" },
      });
      const name = method.toUpperCase();
      return `await expect(${status}, "${operation}", ${caller}.${name}("${path}", ${options}));`;
    },
  );
  return `import createClient from "openapi-fetch";
import type { paths } from "./api";

declare const Deno: { readonly args: readonly string[] };
const [baseUrl, own, secret] = Deno.args;
const clientOf = (bearer: string) =>
  createClient<paths>({
    baseUrl,
    headers: { authorization: \`Bearer \${bearer}\` },
  });
const key = clientOf(own);
const operator = clientOf(secret);
async function expect(
  status: number,
  operation: string,
  answer: Promise<{ data?: unknown; error?: unknown; response: Response }>,
) {
  const { data, error, response } = await answer;
  if (response.status !== status || (data ?? error) === undefined) {
    throw new Error(\`\${operation}: \${response.status} \${JSON.stringify(error)}\`);
  }
}
${lines.join("\n")}
// A stream is open when its head is there; it is not read to its end.
const { data, response } = await key.GET("/api/events", { parseAs: "stream" });
if (!response.ok) throw new Error(\`events: \${response.status}\`);
await data?.cancel();
console.log("${calls.length + 1} operations called");
`;
}
