import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import type { Warning } from "../../contracts/envelope.ts";
import { Fault, problemOf, quoteUntrusted } from "../../contracts/errors.ts";
import { VERSION } from "../../contracts/version.ts";
import { challengeOf } from "../access/challenge.ts";
import { PARAMS } from "./params.ts";
import { servePrompts } from "./prompts.ts";
import { serveResources } from "./resources.ts";
import type { Operation } from "../service/operation.ts";
import type { Registry } from "../service/registry.ts";
import { serve, type ServeContext } from "../service/serve.ts";

/** The abort signal of a call, and the receiver of its progress. */
type Call = Pick<ServeContext, "signal" | "progress">;

/** What an MCP server needs, whatever its transport. */
export interface McpServerOptions {
  readonly registry: Registry;
  /** Whether deprecated names are listed after the current ones. */
  readonly listsDeprecated?: boolean;
  /** Whether tools are listed with the schemas of their answers: three quarters of the list, and no client tried needs them. */
  readonly listsOutputSchemas?: boolean;
  /** Whether the caller's revision knows no structured content, so that the text has to hold the answer. */
  readonly textOnly?: boolean;
  /** Sent to the caller with an error, so that the operator can find it. */
  readonly requestId: string;
  /** Where a caller may ask for more scopes (RFC 9728). */
  readonly resourceMetadata?: string;
  /** What one call may use. */
  context(call: Call): ServeContext;
  /** Where an unexpected error is logged; the caller gets only the request id. */
  onDefect(error: unknown): void;
}

/** First revision with structured content. */
const STRUCTURED_SINCE = "2025-06-18";

/**
 * Whether the answer has to be in the text.
 *
 * @param revision as the request states it; one that states none is of an older revision
 */
export function isTextOnly(revision = ""): boolean {
  return revision < STRUCTURED_SINCE;
}

const IDENTITY = { name: "twoflat", title: "Twoflat", version: VERSION };

const INSTRUCTIONS =
  "Real-estate investment analysis for Cook and Lake County, Illinois. Values are screening " +
  "numbers from an automated model, not appraisals: pass on the disclosure, the as_of date and " +
  "the warnings with every number. A refusal is an answer: report its reason and its fix; do " +
  "not retry it and do not put a number of your own in its place. Not for tenant screening, " +
  "credit, employment or insurance decisions.";

/** Where clients that can ask for more look for what is missing. */
const CHALLENGE = "mcp/www_authenticate";

/** The extension by which hosts show the cards of tools. */
const APPS = "io.modelcontextprotocol/ui";

/** How long a client may cache lists, milliseconds: a release can change them. */
const KEPT = { ttlMs: 5 * 60_000, cacheScope: "public" } as const;

/** Returns the registry as an MCP server. It is cheap to create, because everything in it is compiled in advance. */
export function mcpServer(options: McpServerOptions): Server {
  const tools = toolList(options);
  const mcp = new Server(IDENTITY, {
    capabilities: {
      tools: {},
      resources: {},
      prompts: {},
      completions: {},
      extensions: { [APPS]: {} },
    },
    instructions: INSTRUCTIONS,
    cacheHints: {
      "tools/list": KEPT,
      "prompts/list": KEPT,
      "resources/list": KEPT,
      "resources/read": KEPT,
    },
  });
  serveResources(mcp, () => options.context({}));
  servePrompts(mcp, () => options.context({}));
  mcp.setRequestHandler(
    "tools/list",
    { params: PARAMS.list },
    () => ({ tools: tools as readonly Tool[] as Tool[] }),
  );
  mcp.setRequestHandler(
    "tools/call",
    ({ params }, context) => callTool(options, params, callOf(context)),
  );
  return mcp;
}

/** Tools as listed: the current names, the deprecated ones where asked for, and without output schemas unless asked. */
function toolList(
  { registry, listsDeprecated, listsOutputSchemas }: McpServerOptions,
): readonly object[] {
  const tools = listsDeprecated
    ? [...registry.tools, ...registry.deprecatedTools]
    : registry.tools;
  return listsOutputSchemas
    ? tools
    : tools.map(({ outputSchema: _, ...tool }) => tool);
}

/**
 * Answers one tool call.
 * @throws {ProtocolError} when there is no such tool; every other error is in the result
 */
export async function callTool(
  options: McpServerOptions,
  params: CallToolRequest["params"],
  call: Call,
): Promise<CallToolResult> {
  const named = options.registry.find(params.name);
  if (!named) {
    const name = quoteUntrusted(params.name);
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `there is no tool ${name}`,
    );
  }
  const { operation, alias } = named;
  try {
    const answer = await serve(
      operation,
      options.context(call),
      params.arguments ?? {},
      alias,
    );
    return resultOf(operation, answer, options.textOnly);
  } catch (error) {
    if (!(error instanceof Fault)) options.onDefect(error);
    return failure(error, options);
  }
}

/**
 * Returns an answer as the result of a call.
 *
 * @param textOnly whether the revision knows no structured content: the answer then comes as a second text
 */
export function resultOf(
  operation: Operation,
  answer: Record<string, unknown>,
  textOnly = false,
): CallToolResult {
  const text = `${operation.summary(answer)}\n${caveats(answer)}`;
  const summary = { type: "text", text } as const;
  return textOnly
    ? { content: [summary, { type: "text", text: JSON.stringify(answer) }] }
    : { content: [summary], structuredContent: answer };
}

/** Returns what must accompany every answer, for hosts that show the model only the text. */
function caveats(
  { as_of, warnings, disclosure }: Record<string, unknown>,
): string {
  const said = (warnings as readonly Warning[]).map(({ message }) => message);
  const day = as_of === null
    ? "The data hold no valid sale."
    : `As of ${as_of}.`;
  return [day, ...said, disclosure].filter(Boolean).join(" ");
}

/** Returns an error as a result, where the model can read it and correct its call. */
function failure(
  error: unknown,
  { requestId, resourceMetadata }: McpServerOptions,
): CallToolResult {
  const problem = problemOf(error, requestId);
  const challenge = error instanceof Fault
    ? challengeOf(
      error,
      resourceMetadata ? { resource_metadata: resourceMetadata } : {},
    )
    : undefined;
  // In the order in which the SDK writes it.
  return {
    ...(challenge && { _meta: { [CHALLENGE]: [challenge] } }),
    content: [{ type: "text", text: JSON.stringify(problem) }],
    isError: true,
  };
}

/** Returns the signal and progress of an SDK call. */
export function callOf(context: ServerContext): Call {
  return { signal: context.mcpReq.signal, progress: progressOf(context) };
}

/** Reports progress when the caller asked for it, each twentieth of the work at most once. */
function progressOf({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let told = 0;
  return (done: number, total: number, message: string) => {
    const twentieths = Math.floor(20 * done / total);
    if (twentieths <= told) return;
    told = twentieths;
    const notified = mcpReq.notify({
      method: "notifications/progress",
      params: { progressToken, progress: done, total, message },
    });
    // A caller that has left needs no progress; its signal ends the call.
    notified.catch(() => {});
  };
}
