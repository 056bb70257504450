import {
  createMcpHandler,
  type McpHttpHandler,
  type McpRequestContext,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { mcpServer } from "../core/operations/mcp_server.ts";
import { readJson } from "./body.ts";
import { logDefect } from "./problem.ts";
import { type Caller, serveContext, type Service } from "./service.ts";

/** The MCP endpoint. */
export interface McpEndpoint {
  /** Answers one `POST /mcp`. */
  fetch(request: Request, caller: Caller): Promise<Response>;
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
  const callers = new WeakMap<Request, Caller>();
  const handler: McpHttpHandler = createMcpHandler(
    (context: McpRequestContext) => {
      const caller = context.requestInfo && callers.get(context.requestInfo);
      if (!caller) throw new TypeError("the request has no caller");
      const { requestId, resourceMetadata } = caller;
      return makeServer({
        registry: service.registry,
        requestId,
        resourceMetadata,
        context: (rest) => serveContext(service, caller, "mcp", rest),
        onDefect: (error) => logDefect(error, requestId),
      });
    },
    { keepAliveMs: 15_000 },
  );
  return {
    async fetch(request, caller) {
      callers.set(request, caller);
      const parsedBody = await readJson(request);
      if (Array.isArray(parsedBody)) return refusedBatch();
      const response = await handler.fetch(request, { parsedBody });
      return response.status >= 400 || holdsMarkup(parsedBody)
        ? await withoutMarkup(response)
        : response;
    },
    close: () => handler.close(),
  };
}

/** Revision 2025-03-26 had batches, later ones do not; a thousand calls would count as one. */
function refusedBatch(): Response {
  const message = "the body must be one JSON-RPC message, not a batch";
  const error = { code: ProtocolErrorCode.InvalidRequest, message };
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 400 });
}

/** Whether a message could be quoted as markup. */
function holdsMarkup(message: unknown): boolean {
  return /[<>]/.test(JSON.stringify(message));
}

/**
 * The SDK quotes the caller in its protocol errors, some with status 200: written so that it cannot
 * pass for markup. Inside JSON the escapes mean the same.
 */
async function withoutMarkup(response: Response): Promise<Response> {
  const text = await response.text();
  const safe = text.replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
  return new Response(safe, response);
}
