import assert from "node:assert/strict";
import type { App } from "../../routes/app.ts";
import { post, problemOf, request, sampleApp } from "../../harness/app.ts";
import fc from "../fast_check.ts";

const app = sampleApp();
const RUNS = { numRuns: 400 };

const FIELDS = [
  "price",
  "units",
  "address",
  "lat",
  "lon",
  "property_id",
  "strategy",
  "as_of",
  "tags",
  "assumptions",
  "rate",
  "__proto__",
  "constructor",
  "toString",
  "<b>",
];

/** Values that programs get wrong, nested a little. */
const hostileValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      null,
      true,
      0,
      -0,
      1,
      -1,
      1e300,
      5e-324,
      2 ** 53,
      "",
      "flip",
      "\0",
      "\ud800",
    ),
    fc.string({ unit: "binary" }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...FIELDS), tie("value"), { maxKeys: 4 }),
  ),
})).value;

const hostileInput = fc.record(
  {
    price: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, {
      weight: 1,
      arbitrary: hostileValue,
    }),
    ...Object.fromEntries(FIELDS.slice(1).map((name) => [name, hostileValue])),
  },
  { requiredKeys: ["price"] },
);

/** An answer is either right or a problem; never a failure of ours. */
async function checkRest(response: Response): Promise<void> {
  assert(response.headers.get("x-request-id"));
  if (response.status < 400) return void await response.body?.cancel();
  const problem = await problemOf(response);
  assert(problem.status < 500, JSON.stringify(problem));
  assert(
    !/[<>]/.test(problem.detail + problem.field + problem.expected),
    JSON.stringify(problem),
  );
}

Deno.test("hostile bodies never make REST fail", async () => {
  await fc.assert(
    fc.asyncProperty(hostileInput, async (input) => {
      await checkRest(await app.fetch(post("/api/rent", input)));
    }),
    RUNS,
  );
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), async (bytes) => {
      await checkRest(await app.fetch(post("/api/rent", bytes)));
    }),
    RUNS,
  );
});

Deno.test("hostile paths, queries and headers never make REST fail", async () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }).map((text) =>
      encodeURIComponent(text.toWellFormed())
    ),
    fc.constantFrom(
      "%",
      "%zz",
      "%ff",
      "%00",
      "..",
      "//",
      ";",
      "41.85,-87.65",
      "🏠",
      "1e999",
    ),
  );
  const query = fc.array(fc.tuple(fc.constantFrom(...FIELDS), piece), {
    maxLength: 4,
  })
    .map((pairs) =>
      pairs.map(([name, value]) => `${encodeURIComponent(name)}=${value}`).join(
        "&",
      )
    );
  const headers = fc.record({
    "if-none-match": fc.string(),
    "x-request-id": fc.string(),
    "content-type": fc.string(),
    origin: fc.webUrl(),
    accept: fc.string(),
  }, { requiredKeys: [] });
  const methods = fc.constantFrom(
    "GET",
    "HEAD",
    "OPTIONS",
    "PUT",
    "PATCH",
    "DELETE",
    "PROPFIND",
  );
  await fc.assert(
    fc.asyncProperty(
      methods,
      piece,
      query,
      headers,
      async (method, path, search, given) => {
        const at = new Headers();
        for (const [name, value] of Object.entries(given)) {
          try {
            at.set(name, value);
          } catch {
            // A client cannot send it either.
          }
        }
        const response = await app.fetch(
          request(`/api/rent-at/${path}?${search}`, { method, headers: at }),
        );
        if (method !== "HEAD") await checkRest(response);
        else assert(response.status < 500);
      },
    ),
    RUNS,
  );
});

const METHODS = [
  "tools/call",
  "tools/list",
  "initialize",
  "ping",
  "server/discover",
  "resources/list",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "notifications/initialized",
  "notifications/cancelled",
  "toString",
  "<b>",
];
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "hostile", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Mostly the first, now and then the other: enough of a message must be right to get anywhere. */
const mostly = <T>(
  right: fc.Arbitrary<T>,
  wrong: fc.Arbitrary<unknown> = hostileValue,
) => fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: wrong });

const hostileMessage = fc.record({
  jsonrpc: mostly(fc.constant("2.0")),
  id: mostly(fc.integer()),
  method: mostly(fc.constantFrom(...Array(9).fill("tools/call"), ...METHODS)),
  params: mostly(fc.record({
    name: mostly(fc.constantFrom("estimate_rent", "rent", "__proto__")),
    arguments: mostly(hostileInput),
    _meta: mostly(fc.constant(undefined), fc.constant(ENVELOPE)),
  })),
});

/** The last JSON-RPC message of a response, or undefined when there is no body. */
async function lastMessage(
  response: Response,
): Promise<Record<string, unknown> | undefined> {
  const text = await response.text();
  if (text === "") return undefined;
  const data = text.startsWith("{") || text.startsWith("[")
    ? text
    : text.trim().split("\n").findLast((line) => line.startsWith("data: "))
      ?.slice(6);
  return JSON.parse(data!);
}

/** Sends a message and names the kind of its outcome. */
async function call(
  app: App,
  body: unknown,
  headers: Record<string, string>,
): Promise<string> {
  const response = await app.fetch(post("/mcp", JSON.stringify(body), {
    accept: "application/json, text/event-stream",
    ...headers,
  }));
  assert(response.status < 500, `${response.status}`);
  assert(!(await response.clone().text()).includes("<b>"), "echoed");
  const message = await lastMessage(response);
  if (message === undefined || Array.isArray(message)) return "nothing";
  const { jsonrpc, result, error } = message as {
    jsonrpc: string;
    result?: { isError?: boolean };
    error?: object;
  };
  assert.equal(jsonrpc, "2.0");
  return error ? "protocol error" : result?.isError ? "tool error" : "answer";
}

Deno.test("hostile messages never make MCP fail or hang", async () => {
  const headers = mostly(
    fc.constant({}),
    fc.record({
      "mcp-protocol-version": fc.constantFrom(
        "2026-07-28",
        "2025-11-25",
        "2025-03-26",
        "<b>",
      ),
      "mcp-method": fc.constantFrom(...METHODS),
      "mcp-name": fc.constantFrom("estimate_rent", "rent", "<b>"),
      "mcp-session-id": fc.constantFrom("1", "<b>"),
    }, { requiredKeys: [] }),
  ) as fc.Arbitrary<Record<string, string>>;
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      mostly(hostileMessage, fc.array(hostileMessage, { maxLength: 3 })),
      headers,
      async (message, given) =>
        void outcomes.add(await call(app, message, given)),
    ),
    { numRuns: 1000 },
  );
  assert(
    outcomes.isSupersetOf(new Set(["answer", "tool error", "protocol error"])),
  );
});
