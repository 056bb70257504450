import type { Context } from "@hono/hono";
import {
  createMcpHandler,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { invalidParams } from "../../contracts/errors.ts";
import { grantable, requireScopes } from "../../core/access/scopes.ts";
import {
  callTool,
  isTextOnly,
  mcpServer,
  type McpServerOptions,
} from "../../core/mcp/server.ts";
import { readJson } from "../api/body.ts";
import { ResponseTemplates, templateOf } from "./response_templates.ts";
import { credentialWatch, type Watch } from "../middleware/while_allowed.ts";
import { logDefect } from "../middleware/problem.ts";
import {
  type Caller,
  type RouteEnv,
  serveContext,
  type Service,
} from "../service.ts";

/** The MCP endpoint. */
export interface McpEndpoint {
  /** Answers one `POST /mcp`. */
  answer(c: Context<RouteEnv>): Promise<Response>;
  /** Ends open streams and calls in flight. */
  close(): Promise<void>;
}

/**
 * Serves the registry over MCP, stateless: revisions 2025-11-25 and older by streamable HTTP
 * without sessions, 2026-07-28 by self-contained requests, both on one endpoint.
 *
 * @param makeServer makes the server of one request; the conformance tests mount fixtures on it
 */
export function mcpEndpoint(
  service: Service,
  makeServer: typeof mcpServer = mcpServer,
): McpEndpoint {
  const waiting = new WeakMap<Request, McpServerOptions>();
  const handler = createMcpHandler(({ requestInfo }) => {
    const options = requestInfo && waiting.get(requestInfo);
    if (!options) throw new TypeError("the request has no caller");
    return makeServer(options);
  }, { keepAliveMs: 15_000 });
  const templates = new ResponseTemplates();
  const watch = credentialWatch(NEVER);
  return {
    async answer(c) {
      const message = await readJson(c.req.raw);
      const request = acceptingBoth(c.req.raw);
      if (Array.isArray(message)) return refusedBatch(c);
      if (c.req.path === OAUTH_PATH) requireGrant(service, c.var, message);
      const options = optionsOf(service, c);
      const plain = templateOf(message, request.headers, options);
      const known = plain &&
        await templates.answer(
          plain,
          () => callTool(options, plain, { signal: request.signal }),
        );
      if (known !== undefined) return json(c, known);
      waiting.set(request, options);
      const response = await handler.fetch(request, { parsedBody: message });
      if (plain && response.status === 200) {
        const answer = onlyMessage(await response.text());
        templates.learn(plain, answer);
        return json(c, answer);
      }
      return response.status >= 400 || holdsMarkup(message)
        ? c.newResponse(withoutMarkup(await response.text()), response)
        : c.newResponse(whileGood(c, response, watch), response);
    },
    close: () => handler.close(),
  };
}

/** The body of an answer; one that streams to an account ends when its credential does. */
function whileGood(
  c: Context<RouteEnv>,
  { headers, body }: Response,
  whileAllowed: Watch,
): ReadableStream<Uint8Array> | null {
  const streams = headers.get("content-type")?.startsWith("text/event-stream");
  if (!streams || !body || !("id" in c.var.principal)) return body;
  const allowed = whileAllowed(c, () => {});
  const reader = body.getReader();
  const ended = new Promise<undefined>((resolve) =>
    allowed.signal.addEventListener("abort", () => resolve(undefined))
  );
  return new ReadableStream({
    async pull(controller) {
      const read = await Promise.race([reader.read(), ended])
        .catch((error) => {
          allowed[Symbol.dispose]();
          throw error;
        });
      if (read?.value) return controller.enqueue(read.value);
      controller.close();
      allowed[Symbol.dispose]();
      await reader.cancel();
    },
    async cancel(reason) {
      allowed[Symbol.dispose]();
      await reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
}

/** The endpoint ends its streams itself when the server stops. */
const NEVER = new AbortController().signal;

function optionsOf(
  service: Service,
  { var: caller, req }: Context<RouteEnv>,
): McpServerOptions {
  const { requestId, resourceMetadata } = caller;
  return {
    registry: service.registry,
    listsDeprecated: readSwitch(req.query("deprecated"), "deprecated"),
    listsOutputSchemas: readSwitch(
      req.query("output_schemas"),
      "output_schemas",
    ),
    textOnly: isTextOnly(req.header("mcp-protocol-version")),
    requestId,
    resourceMetadata,
    context: (rest) => serveContext(service, caller, "mcp", rest),
    onDefect: (error) => logDefect(error, requestId),
  };
}

/** What a client of this transport takes. */
const ANSWER_TYPES = "application/json, text/event-stream";

/** Returns the request of a client that takes any answer as one that takes the two there are. Its body has been read. */
function acceptingBoth(request: Request): Request {
  const accept = request.headers.get("accept");
  if (accept !== null && !accept.includes("*/*")) return request;
  const headers = new Headers(request.headers);
  headers.set("accept", ANSWER_TYPES);
  const { url, method, signal } = request;
  return new Request(url, { method, headers, signal });
}

/** Where clients start OAuth when they are challenged. */
const OAUTH_PATH = "/mcp/oauth";

/**
 * Asks for a wider grant before a tool is called, where there is one to ask for: the 403 with a challenge of the
 * protocol's authorization text, with which clients step up. Elsewhere the tool's result says it.
 *
 * @throws {Fault} `forbidden_scope`
 */
function requireGrant(
  { registry }: Service,
  { principal }: Caller,
  message: unknown,
): void {
  const called = CALL.safeParse(message);
  const named = called.success && registry.find(called.data.params.name);
  if (!named) return;
  const { name, scope } = named.operation.contract;
  if (scope === null || grantable([scope]).length === 0) return;
  requireScopes(principal, name, scope);
}

const CALL = z.object({
  method: z.literal("tools/call"),
  params: z.object({ name: z.string() }),
});

/**
 * Returns whether something more is to be listed: deprecated names (`?deprecated=true`, some clients call only
 * what is listed), schemas of answers (`?output_schemas=true`).
 *
 * @throws {Fault} `invalid_params` for any other word
 */
function readSwitch(text = "false", name: string): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw invalidParams(name, "true or false");
}

/** Revision 2025-03-26 had batches, later ones do not; a thousand calls would count as one. */
function refusedBatch(c: Context): Response {
  const message = "the body must be one JSON-RPC message, not a batch";
  const error = { code: ProtocolErrorCode.InvalidRequest, message };
  return c.json({ jsonrpc: "2.0", id: null, error }, 400);
}

/**
 * The JSON-RPC message of an answer, be it JSON or a stream of that message alone. JSON may hold
 * U+2028, which ends a line to a regular expression but not to a stream.
 */
function onlyMessage(text: string): string {
  if (text.startsWith("{")) return text;
  const line = text.split("\n").find((line) => line.startsWith("data: "));
  return line?.slice("data: ".length) ?? text;
}

function json(c: Context, text: string): Response {
  return c.body(withoutMarkup(text), 200, {
    "Content-Type": "application/json",
  });
}

/** Whether a message could be quoted as markup. */
function holdsMarkup(message: unknown): boolean {
  return /[<>]/.test(JSON.stringify(message));
}

/**
 * The SDK quotes the caller in its protocol errors, some with status 200: written so that it cannot
 * pass for markup. Inside JSON the escapes mean the same.
 */
function withoutMarkup(text: string): string {
  return text.replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
}
