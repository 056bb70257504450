/** Where our answers differ from those of the SDK's servers, and why: see differential_test.ts. */
import type { Peer } from "./endpoints.ts";

/** A way in which answers differ. */
export interface Difference {
  readonly reason: string;
  readonly seen: readonly {
    /** Names in `CASES`. */
    readonly cases: readonly string[];
    /** Status and shape of our answer. */
    readonly ours: string;
    /** Who answers what instead; an endpoint that is not named answers as ours does. */
    readonly theirs: Readonly<Record<string, readonly Peer[]>>;
  }[];
}

/** All of them. */
export const DIFFERENCES: readonly Difference[] = [
  {
    reason:
      "Ours tells the model how to use it; the examples have no instructions.",
    seen: [{
      cases: [
        "initialize 2025-11-25",
        "initialize 2026-07-28",
        "initialize, unknown version",
      ],
      ours:
        "200 SSE, id 1, result {capabilities: object, instructions: string, protocolVersion 2025-11-25, serverInfo: object}",
      theirs: {
        "200 SSE, id 1, result {capabilities: object, protocolVersion 2025-11-25, serverInfo: object}":
          ["sessions", "stateless"],
      },
    }, {
      cases: ["initialize 2025-06-18"],
      ours:
        "200 SSE, id 1, result {capabilities: object, instructions: string, protocolVersion 2025-06-18, serverInfo: object}",
      theirs: {
        "200 SSE, id 1, result {capabilities: object, protocolVersion 2025-06-18, serverInfo: object}":
          ["sessions", "stateless"],
      },
    }, {
      cases: ["initialize 2025-03-26"],
      ours:
        "200 SSE, id 1, result {capabilities: object, instructions: string, protocolVersion 2025-03-26, serverInfo: object}",
      theirs: {
        "200 SSE, id 1, result {capabilities: object, protocolVersion 2025-03-26, serverInfo: object}":
          ["sessions", "stateless"],
      },
    }, {
      cases: ["initialize 2024-11-05"],
      ours:
        "200 SSE, id 1, result {capabilities: object, instructions: string, protocolVersion 2024-11-05, serverInfo: object}",
      theirs: {
        "200 SSE, id 1, result {capabilities: object, protocolVersion 2024-11-05, serverInfo: object}":
          ["sessions", "stateless"],
      },
    }],
  },
  {
    reason:
      "The example opens a session only for an initialize that fits the schema; without sessions it reaches the SDK's handler, of v2 as of v1.",
    seen: [{
      cases: [
        "initialize, version of a wrong type",
        "initialize without params",
      ],
      ours: "200 SSE, id 1, error -32603",
      theirs: { "400 JSON, id null, error -32000": ["sessions"] },
    }],
  },
  {
    reason:
      "SDK v1 calls any body that is not a message a parse error; by JSON-RPC 2.0 what parses and is no request is -32600. SDK v2 tells its id as well, as JavaScript reads it.",
    seen: [{
      cases: ["id beyond 2^53"],
      ours: "400 JSON, id 9007199254740992, error -32600",
      theirs: { "400 JSON, id null, error -32700": ["sessions", "stateless"] },
    }, {
      cases: [
        "id null",
        "id an object",
        "empty object",
        "without method",
        "method a number",
      ],
      ours: "400 JSON, id null, error -32600",
      theirs: { "400 JSON, id null, error -32700": ["sessions", "stateless"] },
    }, {
      cases: ["id with a fraction"],
      ours: "400 JSON, id 1.5, error -32600",
      theirs: { "400 JSON, id null, error -32700": ["sessions", "stateless"] },
    }, {
      cases: [
        "tools/list, params an array",
        "without jsonrpc",
        "jsonrpc 1.0",
        "unknown member beside method",
      ],
      ours: "400 JSON, id 1, error -32600",
      theirs: { "400 JSON, id null, error -32700": ["sessions", "stateless"] },
    }],
  },
  {
    reason:
      "Our tools have an output schema, so they answer structured content as well.",
    seen: [{
      cases: ["tools/call with a progress token"],
      ours: "200 SSE, id 1, result {content: array, structuredContent: object}",
      theirs: {
        "200 SSE, id 1, result {content: array}": ["sessions", "stateless"],
      },
    }],
  },
  {
    reason:
      "A list of tools, and a call that asks for no progress, is one message: ours sends it as JSON, which is cheaper to make and can be compressed. Clients take both by MCP, transports, sending messages.",
    seen: [{
      cases: ["tools/list"],
      ours: "200 JSON, id 1, result {tools: array}",
      theirs: {
        "200 SSE, id 1, result {tools: array}": [
          "guide",
          "sessions",
          "stateless",
        ],
      },
    }, {
      cases: ["tools/call"],
      ours:
        "200 JSON, id 1, result {content: array, structuredContent: object}",
      theirs: {
        "200 SSE, id 1, result {content: array, structuredContent: object}": [
          "guide",
        ],
        // Without an output schema: see above.
        "200 SSE, id 1, result {content: array}": ["sessions", "stateless"],
      },
    }, {
      cases: [
        "tools/call without arguments",
        "tools/call, argument of a wrong type",
      ],
      ours: "200 JSON, id 1, result {content: array, isError true}",
      theirs: {
        "200 SSE, id 1, result {content: array, isError true}": [
          "guide",
          "sessions",
          "stateless",
        ],
      },
    }],
  },
  {
    reason:
      "MCP 2025-11-25, tools, error handling: an unknown tool is a protocol error, -32602. SDK v1 makes a tool result of it.",
    seen: [{
      cases: ["tools/call, unknown tool"],
      ours: "200 SSE, id 1, error -32602",
      theirs: {
        "200 SSE, id 1, result {content: array, isError true}": [
          "sessions",
          "stateless",
        ],
      },
    }],
  },
  {
    reason: "Our inputs are closed: a misspelt argument is told, not dropped.",
    seen: [{
      cases: ["tools/call, unknown argument"],
      ours: "200 JSON, id 1, result {content: array, isError true}",
      theirs: {
        "200 SSE, id 1, result {content: array, isError true}": ["guide"],
        "200 SSE, id 1, result {content: array}": ["sessions", "stateless"],
      },
    }],
  },
  {
    reason:
      "Wrong params are -32602 by JSON-RPC 2.0; SDK v1 calls them an internal error, v2 only those of tools/call not.",
    seen: [{
      cases: [
        "tools/call, arguments an array",
        "tools/call without name",
        "tools/call without params",
      ],
      ours: "200 SSE, id 1, error -32602",
      theirs: { "200 SSE, id 1, error -32603": ["sessions", "stateless"] },
    }, {
      cases: [
        "resources/read without params",
        "prompts/get, argument of a wrong type",
      ],
      ours: "200 SSE, id 1, error -32602",
      theirs: { "200 SSE, id 1, error -32603": ["sessions", "guide"] },
    }],
  },
  {
    reason:
      "MCP 2025-11-25, pagination: an invalid cursor is -32602, and a list of one page has no valid one. The SDKs do not look.",
    seen: [{
      cases: ["tools/list, unknown cursor"],
      ours: "200 JSON, id 1, error -32602",
      theirs: {
        "200 SSE, id 1, result {tools: array}": [
          "sessions",
          "stateless",
          "guide",
        ],
      },
    }, {
      cases: ["2026: tools/list, unknown cursor"],
      ours: "200 JSON, id 1, error -32602",
      theirs: {
        "200 JSON, id 1, result {_meta: object, cacheScope: string, resultType: string, tools: array, ttlMs: number}":
          ["guide"],
      },
    }],
  },
  {
    reason:
      "Nothing is at that URI, which is -32602; the example's URL parser throws, an internal error.",
    seen: [{
      cases: ["resources/read, no URI"],
      ours: "200 SSE, id 1, error -32602",
      theirs: { "200 SSE, id 1, error -32603": ["sessions"] },
    }],
  },
  {
    reason: "Our prompts answer with their description, which MCP leaves open.",
    seen: [{
      cases: ["prompts/get"],
      ours: "200 SSE, id 1, result {description: string, messages: array}",
      theirs: { "200 SSE, id 1, result {messages: array}": ["sessions"] },
    }],
  },
  {
    reason:
      "Ours completes arguments; the example's prompt has no completions, so it lacks the method.",
    seen: [{
      cases: ["completion/complete"],
      ours: "200 SSE, id 1, result {completion: object}",
      theirs: { "200 SSE, id 1, error -32601": ["sessions"] },
    }, {
      cases: ["completion/complete, unknown prompt"],
      ours: "200 SSE, id 1, error -32602",
      theirs: { "200 SSE, id 1, error -32601": ["sessions"] },
    }],
  },
  {
    reason: "Ours declares no logging: a stateless server cannot keep a level.",
    seen: [{
      cases: ["logging/setLevel"],
      ours: "200 SSE, id 1, error -32601",
      theirs: { "200 SSE, id 1, result {}": ["sessions"] },
    }, {
      cases: ["logging/setLevel, unknown level"],
      ours: "200 SSE, id 1, error -32601",
      theirs: { "200 SSE, id 1, error -32603": ["sessions"] },
    }],
  },
  {
    reason: "Ours declares no tasks: a call that takes long reports progress.",
    seen: [{
      cases: ["tasks/list"],
      ours: "200 SSE, id 1, error -32601",
      theirs: {
        "200 SSE, id 1, result {_meta: object, tasks: array}": ["sessions"],
      },
    }],
  },
  {
    reason:
      "Ours takes no batches, whose messages would count as one call. Only 2025-03-26 obliged servers to; the SDKs take them until 2025-11-25.",
    seen: [{
      cases: ["batch of requests"],
      ours: "400 JSON, id null, error -32600",
      theirs: {
        "200 SSE, id 1, result {}, id 2, result {}": [
          "sessions",
          "stateless",
          "guide",
        ],
      },
    }, {
      cases: ["batch of notifications"],
      ours: "400 JSON, id null, error -32600",
      theirs: { "202 empty": ["sessions", "stateless", "guide"] },
    }, {
      cases: ["empty batch"],
      ours: "400 JSON, id null, error -32600",
      theirs: { "202 empty": ["sessions", "stateless"] },
    }],
  },
  {
    reason:
      "Express answers its own page, with the stack, before MCP sees the body.",
    seen: [{
      cases: ["malformed JSON"],
      ours: "400 JSON, id null, error -32700",
      theirs: { "400 text/html": ["sessions"] },
    }],
  },
  {
    reason:
      "Parses and is no request: -32600 by JSON-RPC 2.0. Express refuses JSON that is neither object nor array with a page.",
    seen: [{
      cases: ["JSON null", "JSON text"],
      ours: "400 JSON, id null, error -32600",
      theirs: {
        "400 text/html": ["sessions"],
        "400 JSON, id null, error -32700": ["stateless"],
      },
    }],
  },
  {
    reason:
      "Ours refuses JSON that readers could understand in two ways (RFC 8259, 4).",
    seen: [{
      cases: ["duplicate member"],
      ours: "400 JSON, id null, error -32700",
      theirs: {
        "200 SSE, id 1, result {tools: array}": [
          "sessions",
          "stateless",
          "guide",
        ],
      },
    }],
  },
  {
    reason: "Ours takes bodies of 65,536 bytes at most.",
    seen: [{
      cases: ["body of 70,000 bytes"],
      ours: "413 JSON, id null, error -32000",
      theirs: {
        "200 SSE, id 1, result {}": ["sessions", "stateless", "guide"],
      },
    }],
  },
  {
    reason:
      "SDK v1 does not know the revision; ours does and misses its _meta.",
    seen: [{
      cases: ["MCP-Protocol-Version 2026-07-28 without _meta"],
      ours: "400 JSON, id 1, error -32602",
      theirs: { "400 JSON, id null, error -32000": ["sessions", "stateless"] },
    }],
  },
  {
    reason: "Ours has no sessions: it ignores the header.",
    seen: [{
      cases: ["Mcp-Session-Id unknown"],
      ours: "200 SSE, id 1, result {}",
      theirs: { "404 JSON, id null, error -32001": ["sessions"] },
    }],
  },
  {
    reason:
      "MCP 2025-11-25, transports, security: servers must check Origin. The SDKs leave it to the application.",
    seen: [{
      cases: ["Origin of a foreign page", "Origin null"],
      ours: "403 JSON, id null, error -32000",
      theirs: {
        "200 SSE, id 1, result {}": ["sessions", "stateless", "guide"],
      },
    }],
  },
  {
    reason:
      "Ours sends nothing of its own accord, so it has no stream to open, whatever the caller accepts; 405 is what MCP has for that.",
    seen: [{
      cases: ["GET", "GET with Last-Event-ID"],
      ours: "405 JSON, id null, error -32000",
      theirs: { "200 SSE, open": ["sessions", "stateless"] },
    }, {
      cases: ["GET, Accept of JSON only"],
      ours: "405 JSON, id null, error -32000",
      theirs: { "406 JSON, id null, error -32000": ["sessions", "stateless"] },
    }],
  },
  {
    reason:
      "Ours has no sessions to end; 405 is what MCP has for that. The stateless example says yes to ending none.",
    seen: [{
      cases: ["DELETE"],
      ours: "405 JSON, id null, error -32000",
      theirs: { "200 empty": ["sessions", "stateless"] },
    }, {
      cases: ["DELETE, Mcp-Session-Id unknown"],
      ours: "405 JSON, id null, error -32000",
      theirs: {
        "404 JSON, id null, error -32001": ["sessions"],
        "200 empty": ["stateless"],
      },
    }],
  },
  {
    reason:
      "Express answers a method without a handler with its page of 404; ours says which methods there are.",
    seen: [{
      cases: ["PUT", "PATCH"],
      ours: "405 JSON, id null, error -32000",
      theirs: { "404 text/html": ["sessions"] },
    }],
  },
  {
    reason:
      "Ours answers CORS preflights itself. Express lists methods; the SDK v2 handler leaves CORS to what mounts it.",
    seen: [{
      cases: ["OPTIONS", "OPTIONS of a local page"],
      ours: "204 empty",
      theirs: {
        "200 text/plain": ["sessions"],
        "405 JSON, id null, error -32000": ["guide"],
      },
    }],
  },
  {
    reason:
      "Ours refuses hosts it is not known by, against DNS rebinding; only the Express example does too.",
    seen: [{
      cases: ["Host of a foreign name"],
      ours: "403 JSON, id null, error -32000",
      theirs: { "200 SSE, id 1, result {}": ["stateless", "guide"] },
    }],
  },
  {
    reason:
      "Ours answers a client that takes any answer or does not say; the SDK wants JSON and SSE named.",
    seen: [{
      cases: ["Accept of anything", "without Accept"],
      ours: "200 SSE, id 1, result {}",
      theirs: {
        "406 JSON, id null, error -32000": ["sessions", "stateless", "guide"],
      },
    }],
  },
];
