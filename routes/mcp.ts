import {
  type CallToolResult,
  createMcpHandler,
  type McpHttpHandler,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import type { Warning } from "../contracts/envelope.ts";
import { Fault, problemOf, quoteUntrusted } from "../contracts/errors.ts";
import { VERSION } from "../contracts/version.ts";
import type { Principal } from "../core/operations/principal.ts";
import { serve } from "../core/operations/serve.ts";
import { readJson } from "./body.ts";
import { logDefect } from "./problem.ts";
import { serveContext, type Service } from "./service.ts";

/** Who sent an HTTP request, and its id. */
export interface Caller {
  readonly principal: Principal;
  readonly requestId: string;
}

/** The MCP endpoint. */
export interface McpEndpoint {
  /** Answers one `POST /mcp`. */
  fetch(request: Request, caller: Caller): Promise<Response>;
  /** Ends open streams and calls in flight. */
  close(): Promise<void>;
}

const IDENTITY = { name: "twoflat", title: "Twoflat", version: VERSION };

const INSTRUCTIONS =
  "Real-estate investment analysis for Cook and Lake County, Illinois. Values are screening " +
  "numbers from an automated model, not appraisals: pass on the disclosure, the as_of date and " +
  "the warnings with every number. A refusal is an answer: report its reason and its fix; do " +
  "not retry it and do not put a number of your own in its place. Not for tenant screening, " +
  "credit, employment or insurance decisions.";

/** How long a client may keep the tool list, milliseconds: a release can change it. */
const LIST_TTL = 5 * 60_000;

/**
 * Serves the registry over MCP, stateless: revisions 2025-11-25 and older by streamable HTTP
 * without sessions, 2026-07-28 by self-contained requests, both on one endpoint.
 */
export function mcpEndpoint(service: Service): McpEndpoint {
  const callers = new WeakMap<Request, Caller>();
  const handler: McpHttpHandler = createMcpHandler(
    (context: McpRequestContext) => {
      const caller = context.requestInfo && callers.get(context.requestInfo);
      if (!caller) throw new TypeError("the request has no caller");
      return server(service, caller);
    },
    { keepAliveMs: 15_000 },
  );
  return {
    async fetch(request, caller) {
      callers.set(request, caller);
      const parsedBody = await readJson(request);
      return await withoutMarkup(await handler.fetch(request, { parsedBody }));
    },
    close: () => handler.close(),
  };
}

/** The SDK quotes the caller in its protocol errors: written so that it cannot pass for markup. */
async function withoutMarkup(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  const text = await response.text();
  const safe = text.replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
  return new Response(safe, response);
}

/** A server for one request: cheap, because everything in it was compiled before. */
function server(service: Service, caller: Caller): Server {
  const { registry } = service;
  const mcp = new Server(IDENTITY, {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
    cacheHints: { "tools/list": { ttlMs: LIST_TTL, cacheScope: "public" } },
  });
  mcp.setRequestHandler(
    "tools/list",
    () => ({ tools: registry.tools as Tool[] }),
  );
  mcp.setRequestHandler("tools/call", async ({ params }, context) => {
    const named = registry.find(params.name);
    if (!named) {
      const name = quoteUntrusted(params.name);
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `there is no tool ${name}`,
      );
    }
    const { operation, alias } = named;
    const { signal } = context.mcpReq;
    try {
      const answer = await serve(
        operation,
        serveContext(service, caller.principal, {
          signal,
          progress: progressOf(context),
        }),
        params.arguments ?? {},
        alias,
      );
      const text = `${operation.summary(answer)}\n${caveats(answer)}`;
      return { content: [{ type: "text", text }], structuredContent: answer };
    } catch (error) {
      return failure(error, caller.requestId);
    }
  });
  return mcp;
}

/** What must be said with every answer, for hosts that show the model only the text. */
function caveats(
  { as_of, warnings, disclosure }: Record<string, unknown>,
): string {
  const said = (warnings as readonly Warning[]).map(({ message }) => message);
  return [`As of ${as_of}.`, ...said, disclosure].join(" ");
}

/** An error is told in the result, where the model can read it and mend its call. */
function failure(error: unknown, requestId: string): CallToolResult {
  if (!(error instanceof Fault)) logDefect(error, requestId);
  const problem = problemOf(error, requestId);
  return {
    isError: true,
    content: [{ type: "text", text: JSON.stringify(problem) }],
  };
}

/** Reports progress when the caller asked for it. */
function progressOf({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (done: number, total: number, message: string) =>
    void mcpReq.notify({
      method: "notifications/progress",
      params: { progressToken, progress: done, total, message },
    });
}
