import assert from "node:assert/strict";
import { LIMITS } from "../../contracts/constants/limits.ts";
import { Problem } from "../../contracts/errors.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { BAD_INPUTS, type BadInput } from "../operations/bad_inputs.ts";
import { post, problemOf, request, sampleApp } from "../../harness/app.ts";

const app = sampleApp({ registry: compileRegistry(OPERATIONS) });

Deno.test("the table holds at least forty different mistakes", () => {
  assert(
    new Set(BAD_INPUTS.map(({ operation, json }) => operation + json)).size >=
      40,
  );
});

/** The request of a bad input over REST; undefined for what a path and query cannot say. */
function restRequest({ operation, json }: BadInput): Request | undefined {
  if (operation === "deep_underwrite_asset") {
    return post("/api/underwrite", json);
  }
  const { property_id, address, lat, lon, ...query } = JSON.parse(json);
  const subject = property_id ?? address ??
    (lat !== undefined && lon !== undefined ? `${lat},${lon}` : undefined);
  const named = [property_id, address, lat ?? lon].filter((way) =>
    way !== undefined
  );
  if (subject === undefined || subject === "" || named.length > 1) {
    return undefined;
  }
  // In a path, text that is not a point or identifier is an address.
  if (
    property_id?.startsWith("<") || typeof lat === "string" || lat === Infinity
  ) return undefined;
  return request(
    `/api/comps/${encodeURIComponent(subject)}?${new URLSearchParams(query)}`,
  );
}

Deno.test("REST refuses each bad input with its code, field and expected", async () => {
  let asked = 0;
  for (const bad of BAD_INPUTS) {
    const asks = restRequest(bad);
    if (!asks) continue;
    asked++;
    const { code, status, field, expected } = await problemOf(
      await app.fetch(asks),
    );
    assert.deepEqual({ code, status, field, expected }, {
      code: "invalid_params",
      status: 400,
      field: bad.field,
      expected: bad.expected,
    }, bad.title);
  }
  assert(asked >= 30, `${asked}`);
});

/** The problem in the answer of `tools/call`: an error result, or the data of a JSON-RPC error. */
async function mcpProblem({ operation, json }: BadInput): Promise<Problem> {
  const response = await app.fetch(post(
    "/mcp",
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${operation}","arguments":${json}}}`,
    { accept: "application/json, text/event-stream" },
  ));
  const text = await response.text();
  const { result, error } = JSON.parse(text.slice(text.indexOf("{")));
  if (error) return Problem.parse(error.data);
  assert.equal(result.isError, true);
  assert.equal(result.structuredContent, undefined);
  return Problem.parse(JSON.parse(result.content[0].text));
}

Deno.test("MCP refuses each bad input with its code, field and expected", async () => {
  for (const bad of BAD_INPUTS) {
    const { code, field, expected } = await mcpProblem(bad);
    // These are found while the message is read, before it is a call.
    const at = ["given once", "left out"].includes(bad.expected)
      ? `params.arguments.${bad.field}`
      : bad.field;
    assert.deepEqual(
      { code, field, expected },
      { code: "invalid_params", field: at, expected: bad.expected },
      bad.title,
    );
  }
});

Deno.test("bodies and queries that cannot be read are refused by their kind", async () => {
  const headers = { "content-type": "application/json" };
  const plain = { "content-type": "text/plain" };
  const packed = { ...headers, "content-encoding": "gzip" };
  const json = (body: BodyInit, given: Record<string, string> = headers) =>
    request("/api/underwrite", { method: "POST", body, headers: given });
  for (
    const [title, bad, code, field, expected] of [
      ["no body", json(""), "invalid_params", "body", "valid JSON"],
      [
        "half a body",
        json(`{"property_id":`),
        "invalid_params",
        "body",
        "valid JSON",
      ],
      ["NaN", json(`{"units":NaN}`), "invalid_params", "body", "valid JSON"],
      [
        "Infinity",
        json(`{"units":-Infinity}`),
        "invalid_params",
        "body",
        "valid JSON",
      ],
      ["a comment", json(`{} // x`), "invalid_params", "body", "valid JSON"],
      ["two values", json(`{}{}`), "invalid_params", "body", "valid JSON"],
      [
        "not UTF-8",
        json(new Uint8Array([0x7b, 0xff, 0x7d])),
        "invalid_params",
        "body",
        "JSON in UTF-8",
      ],
      [
        "deep",
        json("[".repeat(5_000) + "]".repeat(5_000)),
        "invalid_params",
        "body",
        "at most 32 levels of nesting",
      ],
      [
        "a form",
        json("property_id=1", plain),
        "unsupported_media_type",
        "Content-Type",
        "application/json",
      ],
      [
        "gzip",
        json("{}", packed),
        "unsupported_media_type",
        "Content-Encoding",
        "identity",
      ],
      [
        "too large",
        json(" ".repeat(LIMITS.body_bytes + 1)),
        "payload_too_large",
        "body",
        "at most 65536 bytes",
      ],
      ["a list", json("[]"), "invalid_params", "input", undefined],
      [
        "twice",
        request("/api/comps/1?strategy=flip&strategy=hold"),
        "invalid_params",
        "strategy",
        "given once",
      ],
      [
        "empty",
        request("/api/comps/1?strategy="),
        "invalid_params",
        "strategy",
        "one of flip, brrrr, hold, section8",
      ],
      [
        "in both",
        request("/api/comps/1?lat=41.8"),
        "invalid_params",
        "lat",
        "given in the path only",
      ],
      [
        "health",
        request("/api/health?verbose=1"),
        "invalid_params",
        "verbose",
        "no fields",
      ],
    ] as const
  ) {
    const problem = await problemOf(await app.fetch(bad));
    assert.equal(problem.code, code, title);
    assert.equal(problem.field, field, title);
    if (expected !== undefined) assert.equal(problem.expected, expected, title);
  }
});
