import assert from "node:assert/strict";
import {
  createMcpHandler,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { ANONYMOUS } from "../../../core/access/principal.ts";
import { isTextOnly, mcpServer } from "../../../core/mcp/server.ts";
import { compileRegistry } from "../../../core/service/registry.ts";
import { bareSnapshot, sample, sampleAt } from "../../../harness/sample.ts";
import { post, sampleApp, unlimited } from "../../../harness/app.ts";
import fc from "../../fast_check.ts";

const MODERN = "2026-07-28";
const VERSIONS = [MODERN, ...SUPPORTED_PROTOCOL_VERSIONS];
const REQUEST_ID = "the-same-for-both";
const DEPRECATED = "?deprecated=true";

type Headers = Readonly<Record<string, string>>;

/** What came back, without how it was sent: as one message or as a stream of one. */
interface Answer {
  readonly status: number;
  readonly message: string;
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const message = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return {
    status: response.status,
    message: message.replaceAll("<", "\\u003c").replaceAll(">", "\\u003e"),
  };
}

/** The endpoint, and the SDK by itself on the same tools; both know the same scopes. */
function both(...scopes: Parameters<typeof unlimited>) {
  const app = sampleApp({ access: unlimited(...scopes) });
  const sdk = createMcpHandler(({ requestInfo }) =>
    mcpServer({
      registry: compileRegistry([sample, sampleAt]),
      listsDeprecated: requestInfo?.url.endsWith(DEPRECATED),
      textOnly: isTextOnly(
        requestInfo?.headers.get("mcp-protocol-version") ?? undefined,
      ),
      requestId: REQUEST_ID,
      resourceMetadata:
        "http://127.0.0.1:8787/.well-known/oauth-protected-resource/mcp",
      context: (rest) => ({
        ...rest,
        snapshot: bareSnapshot(),
        today: 20_000,
        principal: { ...ANONYMOUS, scopes: new Set(scopes) },
      }),
      onDefect: () => {},
    })
  );
  const send = (body: unknown, headers: Headers, query: string) =>
    post(`/mcp${query}`, body, { ...headers, "x-request-id": REQUEST_ID });
  return {
    ours: async (body: unknown, headers: Headers, query = "") =>
      await answerOf(await app.fetch(send(body, headers, query))),
    sdk: async (body: unknown, headers: Headers, query = "") =>
      await answerOf(
        await sdk.fetch(send(body, headers, query), { parsedBody: body }),
      ),
  };
}

const envelope = (version: string) => ({
  "io.modelcontextprotocol/protocolVersion": version,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
});

/** A message as a client of that revision sends it, with its headers. */
function asked(
  version: string,
  method: string,
  params: Record<string, unknown> = {},
  id: unknown = 1,
): [Record<string, unknown>, Headers] {
  const modern = version >= MODERN;
  return [
    {
      jsonrpc: "2.0",
      id,
      method,
      params: modern ? { ...params, _meta: envelope(version) } : params,
    },
    {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": version,
      ...(modern && { "mcp-method": method }),
      ...(modern && "name" in params && { "mcp-name": String(params.name) }),
    },
  ];
}

Deno.test("a list of tools is what the SDK answers, in every revision, the first time and later", async () => {
  const { ours, sdk } = both("read");
  for (const version of VERSIONS) {
    for (const id of [1, "a", '","tools":[]', "<b>", 2]) {
      for (const query of ["", DEPRECATED, "?deprecated=false"]) {
        const [message, headers] = asked(version, "tools/list", {}, id);
        const answer = await ours(message, headers, query);
        assert.equal(answer.status, 200);
        assert.deepEqual(answer, await sdk(message, headers, query));
        const { result } = JSON.parse(answer.message);
        assert.equal(result.tools.length, query === DEPRECATED ? 3 : 2);
      }
    }
  }
});

Deno.test("a call is what the SDK answers: results, wrong inputs, defects, missing scopes", async () => {
  for (const scopes of [["read", "underwrite"], ["read"]] as const) {
    const { ours, sdk } = both(...scopes);
    for (const version of VERSIONS) {
      for (
        const [name, given] of [
          ["estimate_rent", { price: -1 }],
          ["estimate_rent", { price: 100 }],
          ["estimate_rent", { price: 200, tags: ["<b>"] }],
          ["estimate_rent", {}],
          ["estimate_rent", undefined],
          ["estimate_rent", { price: 1, address: "broken" }],
          ["rent", { cost: 5 }],
          ["estimate_rent_at", { price: 1, pin: "x" }],
          ["none", {}],
        ] as const
      ) {
        const call = asked(version, "tools/call", { name, arguments: given });
        assert.deepEqual(await ours(...call), await sdk(...call), name);
        assert.deepEqual(await ours(...call), await sdk(...call), name);
      }
    }
  }
});

Deno.test("answers to generated messages are those of the SDK, whatever was asked before", async () => {
  const { ours, sdk } = both("read", "underwrite");
  const often = <T>(value: T, ...others: T[]) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(value) },
      { weight: 1, arbitrary: fc.constantFrom(...others) },
    );
  const message = fc.record({
    version: fc.constantFrom(...VERSIONS),
    header: often<string | undefined>(undefined, MODERN, "2025-11-25", "1"),
    accept: often<string | undefined>(
      "application/json, text/event-stream",
      "application/json",
      "text/html",
    ),
    methodHeader: often<string | undefined>(undefined, "tools/list", "<b>"),
    nameHeader: often<string | undefined>(undefined, "rent", "<b>"),
    jsonrpc: often<unknown>("2.0", "1.0", 2),
    id: fc.oneof(
      fc.integer(),
      fc.string(),
      fc.constantFrom<unknown>(1.5, null, 2 ** 53, {}, true),
    ),
    method: often<unknown>("tools/call", "tools/list", "ping", "tools", 1),
    name: often<unknown>("estimate_rent", "rent", "no such tool", 1, undefined),
    arguments: often<unknown>({ price: 1 }, {}, { price: "1" }, [], null, "x"),
    meta: often<unknown>(undefined, {}, { a: 1 }, [], null, envelope("1")),
    more: often<Record<string, unknown>>({}, { cursor: "x" }, { cursor: 1 }),
    beside: often<Record<string, unknown>>({}, { more: 1 }),
  });
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(message, async (given) => {
      const [plain, headers] = asked(
        given.version,
        given.method as string,
        { name: given.name, arguments: given.arguments, ...given.more },
        given.id,
      );
      const { params, ...rest } = plain;
      const body = {
        ...rest,
        ...given.beside,
        jsonrpc: given.jsonrpc,
        params: {
          ...params as object,
          ...(given.meta !== undefined && { _meta: given.meta }),
        },
      };
      const { accept: _, ...others } = headers;
      const sent = {
        ...others,
        ...(given.accept && { accept: given.accept }),
        ...(given.header && { "mcp-protocol-version": given.header }),
        ...(given.methodHeader && { "mcp-method": given.methodHeader }),
        ...(given.nameHeader && { "mcp-name": given.nameHeader }),
      } as Headers;
      // As it arrives: JSON has no undefined.
      const arrived = JSON.parse(JSON.stringify(body));
      const expected = await sdk(arrived, sent);
      for (let time = 0; time < 2; time++) {
        assert.deepEqual(await ours(arrived, sent), expected);
      }
      seen.add(expected.status);
    }),
    { numRuns: 500 },
  );
  assert(seen.has(200) && seen.has(400));
});
