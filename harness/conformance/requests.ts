/**
 * Requests that any MCP endpoint must answer, one way or another: right ones, wrong ones, and what
 * the transport has beside POST. The same table is sent to our endpoint and to the SDK's servers.
 */

/** What an endpoint has, so that one table asks each for something that is there. */
export interface Known {
  readonly tool: {
    readonly name: string;
    readonly arguments: Readonly<Record<string, unknown>>;
    /** An argument of the right name and the wrong type. */
    readonly wrong: Readonly<Record<string, unknown>>;
  };
  readonly prompt?: {
    readonly name: string;
    readonly arguments: Readonly<Record<string, string>>;
  };
  readonly resource?: { readonly uri: string };
  /** Whether it speaks 2026-07-28 as well. */
  readonly modern?: boolean;
}

/** A request, without the address it goes to. */
export interface Sent {
  readonly method: string;
  /** A header that is "" is not sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Makes a request for an endpoint; undefined where the endpoint lacks what it asks for. */
export type Case = (known: Known) => Sent | undefined;

/** The newest revision with `initialize`. */
const LEGACY = "2025-11-25";
/** The revision of requests that stand alone. */
const MODERN = "2026-07-28";

const BOTH = "application/json, text/event-stream";

/** A POST. */
function post(body: unknown, headers: Record<string, string> = {}): Sent {
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: BOTH,
      "mcp-protocol-version": LEGACY,
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

type Params = Readonly<Record<string, unknown>>;

const rpc = (method: string, params?: Params, id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

const call = (method: string, params?: Params, id?: unknown) =>
  post(rpc(method, params, id));

/** What cannot be known before a session is there. */
const FIRST = { "mcp-protocol-version": "", "mcp-session-id": "" };

/** The first message of a session. */
export function initialize(protocolVersion: unknown = LEGACY): Sent {
  return post(
    rpc("initialize", {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: "differential", version: "1" },
    }),
    FIRST,
  );
}

const bare = (method: string, headers: Record<string, string> = {}): Sent => ({
  method,
  headers: { accept: BOTH, "mcp-protocol-version": LEGACY, ...headers },
});

const ping = (headers: Record<string, string> = {}) =>
  post(rpc("ping"), headers);

/** Requests of the revisions until 2025-11-25. */
const LEGACY_CASES: Readonly<Record<string, Case>> = {
  "initialize 2025-11-25": () => initialize("2025-11-25"),
  "initialize 2025-06-18": () => initialize("2025-06-18"),
  "initialize 2025-03-26": () => initialize("2025-03-26"),
  "initialize 2024-11-05": () => initialize("2024-11-05"),
  "initialize 2026-07-28": () => initialize("2026-07-28"),
  "initialize, unknown version": () => initialize("1999-01-01"),
  "initialize, version of a wrong type": () => initialize(20251125),
  "initialize without params": () => post(rpc("initialize"), FIRST),
  "notifications/initialized": () =>
    post({ jsonrpc: "2.0", method: "notifications/initialized" }),
  "notifications/cancelled, unknown request": () =>
    post({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 404 },
    }),
  "unknown notification": () =>
    post({ jsonrpc: "2.0", method: "notifications/unknown" }),
  "response to nothing": () => post({ jsonrpc: "2.0", id: 9, result: {} }),
  "error response to nothing": () =>
    post({ jsonrpc: "2.0", id: 9, error: { code: -1, message: "no" } }),

  "ping": () => ping(),
  "id of text": () => call("ping", undefined, "abc"),
  "id 0": () => call("ping", undefined, 0),
  "negative id": () => call("ping", undefined, -1),
  "id of 2^53 - 1": () => call("ping", undefined, Number.MAX_SAFE_INTEGER),
  "id beyond 2^53": () =>
    post('{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}'),
  "id of 2,000 letters": () => call("ping", undefined, "x".repeat(2_000)),
  "empty id": () => call("ping", undefined, ""),
  "id null": () => call("ping", undefined, null),
  "id with a fraction": () => call("ping", undefined, 1.5),
  "id an object": () => call("ping", undefined, {}),

  "tools/list": () => call("tools/list"),
  "tools/list, unknown cursor": () => call("tools/list", { cursor: "nowhere" }),
  "tools/list, params an array": () =>
    post('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}'),
  "tools/call": ({ tool: { name, arguments: given } }) =>
    call("tools/call", { name, arguments: given }),
  "tools/call with a progress token": ({ tool: { name, arguments: given } }) =>
    call("tools/call", { name, arguments: given, _meta: { progressToken: 7 } }),
  "tools/call, unknown tool": () =>
    call("tools/call", { name: "no-such-tool", arguments: {} }),
  "tools/call, argument of a wrong type": ({ tool: { name, wrong } }) =>
    call("tools/call", { name, arguments: wrong }),
  "tools/call, unknown argument": ({ tool: { name, arguments: given } }) =>
    call("tools/call", { name, arguments: { ...given, no_such: 1 } }),
  "tools/call without arguments": ({ tool: { name } }) =>
    call("tools/call", { name }),
  "tools/call, arguments an array": ({ tool: { name } }) =>
    call("tools/call", { name, arguments: [] }),
  "tools/call without name": () => call("tools/call", {}),
  "tools/call without params": () => call("tools/call"),

  "resources/list": ({ resource }) => resource && call("resources/list"),
  "resources/templates/list": ({ resource }) =>
    resource && call("resources/templates/list"),
  "resources/read": ({ resource }) =>
    resource && call("resources/read", { ...resource }),
  "resources/read, unknown": ({ resource }) =>
    resource && call("resources/read", { uri: "nowhere://at/all" }),
  "resources/read, no URI": ({ resource }) =>
    resource && call("resources/read", { uri: "not a uri" }),
  "resources/read without params": ({ resource }) =>
    resource && call("resources/read"),
  "resources/subscribe": ({ resource }) =>
    resource && call("resources/subscribe", { ...resource }),
  "prompts/list": ({ prompt }) => prompt && call("prompts/list"),
  "prompts/get": ({ prompt }) => prompt && call("prompts/get", { ...prompt }),
  "prompts/get, unknown": ({ prompt }) =>
    prompt && call("prompts/get", { name: "no-such-prompt" }),
  "prompts/get without its argument": ({ prompt }) =>
    prompt && call("prompts/get", { name: prompt.name }),
  "prompts/get, argument of a wrong type": ({ prompt }) =>
    prompt && call("prompts/get", {
      name: prompt.name,
      arguments: { [Object.keys(prompt.arguments)[0]]: 1 },
    }),
  "completion/complete": ({ prompt }) =>
    prompt && call("completion/complete", {
      ref: { type: "ref/prompt", name: prompt.name },
      argument: { name: Object.keys(prompt.arguments)[0], value: "a" },
    }),
  "completion/complete, unknown prompt": ({ prompt }) =>
    prompt && call("completion/complete", {
      ref: { type: "ref/prompt", name: "no-such-prompt" },
      argument: { name: "a", value: "a" },
    }),
  "logging/setLevel": () => call("logging/setLevel", { level: "info" }),
  "logging/setLevel, unknown level": () =>
    call("logging/setLevel", { level: "loud" }),
  "tasks/list": () => call("tasks/list"),
  "server/discover": () => call("server/discover"),
  "unknown method": () => call("no/such/method"),

  "batch of requests": () => post([rpc("ping"), rpc("ping", undefined, 2)]),
  "batch of notifications": () =>
    post([{ jsonrpc: "2.0", method: "notifications/initialized" }]),
  "empty batch": () => post([]),
  "malformed JSON": () => post('{"jsonrpc":"2.0","id":1,'),
  "empty body": () => post(""),
  "JSON null": () => post("null"),
  "JSON text": () => post('"ping"'),
  "empty object": () => post({}),
  "without jsonrpc": () => post({ id: 1, method: "ping" }),
  "jsonrpc 1.0": () => post({ jsonrpc: "1.0", id: 1, method: "ping" }),
  "without method": () => post({ jsonrpc: "2.0", id: 1 }),
  "method a number": () => post({ jsonrpc: "2.0", id: 1, method: 1 }),
  "unknown member beside method": () => post({ ...rpc("ping"), extra: 1 }),
  "duplicate member": () =>
    post('{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}'),
  "body of 70,000 bytes": () => call("ping", { text: "x".repeat(70_000) }),

  "content type text/plain": () => ping({ "content-type": "text/plain" }),
  "content type with charset": () =>
    ping({ "content-type": "application/json; charset=utf-8" }),
  "content type that only begins as JSON": () =>
    ping({ "content-type": "application/jsonp" }),
  "without Accept": () => ping({ accept: "" }),
  "Accept of anything": () => ping({ accept: "*/*" }),
  "Accept of JSON only": () => ping({ accept: "application/json" }),
  "Accept of SSE only": () => ping({ accept: "text/event-stream" }),
  "Accept of HTML": () => ping({ accept: "text/html" }),
  "without MCP-Protocol-Version": () => ping({ "mcp-protocol-version": "" }),
  "MCP-Protocol-Version 2025-03-26": () =>
    ping({ "mcp-protocol-version": "2025-03-26" }),
  "MCP-Protocol-Version unknown": () =>
    ping({ "mcp-protocol-version": "1999-01-01" }),
  "MCP-Protocol-Version 2026-07-28 without _meta": () =>
    ping({ "mcp-protocol-version": MODERN }),
  "Mcp-Session-Id unknown": () =>
    ping({ "mcp-session-id": "00000000-0000-4000-8000-000000000000" }),
  "Origin of a foreign page": () => ping({ origin: "https://evil.example" }),
  "Origin of a local page": () => ping({ origin: "http://localhost:3000" }),
  "Origin null": () => ping({ origin: "null" }),
  "Host of a foreign name": () => ping({ host: "evil.example" }),

  "GET": () => bare("GET"),
  "GET, Accept of JSON only": () => bare("GET", { accept: "application/json" }),
  "GET with Last-Event-ID": () => bare("GET", { "last-event-id": "nowhere_1" }),
  "HEAD": () => bare("HEAD"),
  "DELETE": () => bare("DELETE"),
  "DELETE, Mcp-Session-Id unknown": () =>
    bare("DELETE", {
      "mcp-session-id": "00000000-0000-4000-8000-000000000000",
    }),
  "PUT": () => ({ ...ping(), method: "PUT" }),
  "PATCH": () => ({ ...ping(), method: "PATCH" }),
  "OPTIONS": () => bare("OPTIONS"),
  "OPTIONS of a local page": () =>
    bare("OPTIONS", {
      origin: "http://localhost:3000",
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type, mcp-protocol-version",
    }),
};

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": MODERN,
  "io.modelcontextprotocol/clientInfo": { name: "differential", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A request of 2026-07-28 with the headers its body calls for. */
function modern(
  method: string,
  params: Params = {},
  headers: Record<string, string> = {},
): Sent {
  const name = params.name ?? params.uri;
  return post(
    rpc(method, {
      ...params,
      _meta: { ...ENVELOPE, ...params._meta as Params | undefined },
    }),
    {
      "mcp-protocol-version": MODERN,
      "mcp-method": method,
      ...(typeof name === "string" && { "mcp-name": name }),
      ...headers,
    },
  );
}

/** Requests of revision 2026-07-28. */
const MODERN_CASES: Readonly<Record<string, Case>> = {
  "server/discover": () => modern("server/discover"),
  "ping": () => modern("ping"),
  "initialize": () => modern("initialize"),
  "tools/list": () => modern("tools/list"),
  "tools/list, unknown cursor": () =>
    modern("tools/list", { cursor: "nowhere" }),
  "tools/call": ({ tool: { name, arguments: given } }) =>
    modern("tools/call", { name, arguments: given }),
  "tools/call with a progress token": ({ tool: { name, arguments: given } }) =>
    modern("tools/call", {
      name,
      arguments: given,
      _meta: { progressToken: 7 },
    }),
  "tools/call, unknown tool": () =>
    modern("tools/call", { name: "no-such-tool", arguments: {} }),
  "tools/call, argument of a wrong type": ({ tool: { name, wrong } }) =>
    modern("tools/call", { name, arguments: wrong }),
  "tools/call, unknown argument": ({ tool: { name, arguments: given } }) =>
    modern("tools/call", { name, arguments: { ...given, no_such: 1 } }),
  "tools/call without arguments": ({ tool: { name } }) =>
    modern("tools/call", { name }),
  "tools/call without name": () => modern("tools/call", {}),
  "resources/list": () => modern("resources/list"),
  "resources/templates/list": () => modern("resources/templates/list"),
  "resources/read": ({ resource }) =>
    resource && modern("resources/read", { ...resource }),
  "resources/read, unknown": () =>
    modern("resources/read", { uri: "nowhere://at/all" }),
  "prompts/list": () => modern("prompts/list"),
  "prompts/get": ({ prompt }) => prompt && modern("prompts/get", { ...prompt }),
  "prompts/get, unknown": () =>
    modern("prompts/get", { name: "no-such-prompt" }),
  "prompts/get without its argument": ({ prompt }) =>
    prompt && modern("prompts/get", { name: prompt.name }),
  "completion/complete": ({ prompt }) =>
    prompt && modern("completion/complete", {
      ref: { type: "ref/prompt", name: prompt.name },
      argument: { name: Object.keys(prompt.arguments)[0], value: "a" },
    }),
  "subscriptions/listen": () =>
    modern("subscriptions/listen", { notifications: {} }),
  "logging/setLevel": () => modern("logging/setLevel", { level: "info" }),
  "unknown method": () => modern("no/such/method"),
  "notifications/cancelled": () =>
    post({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 404, _meta: ENVELOPE },
    }, {
      "mcp-protocol-version": MODERN,
      "mcp-method": "notifications/cancelled",
    }),
  "without MCP-Protocol-Version": () =>
    modern("tools/list", {}, { "mcp-protocol-version": "" }),
  "MCP-Protocol-Version of another revision": () =>
    modern("tools/list", {}, { "mcp-protocol-version": LEGACY }),
  "version unknown": () =>
    modern("tools/list", {
      _meta: { "io.modelcontextprotocol/protocolVersion": "2099-01-01" },
    }, { "mcp-protocol-version": "2099-01-01" }),
  "without Mcp-Method": () => modern("tools/list", {}, { "mcp-method": "" }),
  "Mcp-Method of another method": () =>
    modern("tools/list", {}, { "mcp-method": "prompts/list" }),
  "without Mcp-Name": ({ tool: { name, arguments: given } }) =>
    modern("tools/call", { name, arguments: given }, { "mcp-name": "" }),
  "Mcp-Name of another tool": ({ tool: { name, arguments: given } }) =>
    modern("tools/call", { name, arguments: given }, { "mcp-name": "other" }),
  "without client capabilities": () =>
    modern("tools/list", {
      _meta: { "io.modelcontextprotocol/clientCapabilities": undefined },
    }),
  "client capabilities of a wrong type": () =>
    modern("tools/list", {
      _meta: { "io.modelcontextprotocol/clientCapabilities": 1 },
    }),
  "without client info": () =>
    modern("tools/list", {
      _meta: { "io.modelcontextprotocol/clientInfo": undefined },
    }),
  "id null": () => {
    const { body, ...rest } = modern("tools/list");
    return { ...rest, body: body!.replace('"id":1', '"id":null') };
  },
  "batch": () => {
    const { body, ...rest } = modern("tools/list");
    return { ...rest, body: `[${body}]` };
  },
  "without Accept": () => modern("tools/list", {}, { accept: "" }),
  "Accept of JSON only": () =>
    modern("tools/list", {}, { accept: "application/json" }),
  "Accept of HTML": () => modern("tools/list", {}, { accept: "text/html" }),
  "content type text/plain": () =>
    modern("tools/list", {}, { "content-type": "text/plain" }),
  "Mcp-Session-Id, which is no more": () =>
    modern("tools/list", {}, { "mcp-session-id": "abc" }),
};

/** Every request by its name. */
export const CASES: Readonly<Record<string, Case>> = {
  ...LEGACY_CASES,
  ...Object.fromEntries(
    Object.entries(MODERN_CASES).map(([name, make]) => [
      `2026: ${name}`,
      (known: Known) => known.modern ? make(known) : undefined,
    ]),
  ),
};
