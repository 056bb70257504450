import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Context } from "@hono/hono";
import type { ContentfulStatusCode } from "@hono/hono/utils/http-status";
import { Fault, type Problem, problemOf } from "../../contracts/errors.ts";
import { challengeOf } from "../../core/access/challenge.ts";
import { log } from "./logging.ts";
import type { RouteEnv } from "../service.ts";

/** Answers an error as RFC 9457 problem details; below `/mcp` as a JSON-RPC error that carries them. */
export function problemResponse(
  c: Context<RouteEnv>,
  thrown: unknown,
): Response {
  const error = withoutCredential(c, thrown);
  const problem = problemOf(error, c.get("requestId"));
  if (!(error instanceof Fault)) logDefect(error, problem.request_id);
  const { resourceMetadata } = c.var;
  const challenge = error instanceof Fault
    ? challengeOf(
      error,
      resourceMetadata ? { resource_metadata: resourceMetadata } : {},
      !resourceMetadata || c.req.header("authorization") !== undefined,
    )
    : undefined;
  if (challenge) c.header("WWW-Authenticate", challenge);
  const body = c.req.path.startsWith("/mcp") ? rpcError(problem) : problem;
  return c.body(JSON.stringify(body), problem.status as ContentfulStatusCode, {
    "Content-Type": body === problem
      ? "application/problem+json"
      : "application/json",
    "Cache-Control": "no-store",
  });
}

/** HTTP tells a caller without any credential that one is needed (401), not that theirs lacks a scope (403). */
function withoutCredential(c: Context<RouteEnv>, error: unknown): unknown {
  const { principal } = c.var;
  if (!(error instanceof Fault) || error.code !== "forbidden_scope") {
    return error;
  }
  if (principal?.kind !== "anonymous") return error;
  const { message, field = "Authorization", expected, missingScopes } = error;
  return new Fault("unauthorized", message, { field, expected, missingScopes });
}

/** Writes an unexpected error, with its stack, where the operator finds it by request id. */
export function logDefect(error: unknown, requestId: string): void {
  log({
    level: "error",
    part: "http",
    message: "request failed",
    properties: {
      request_id: requestId,
      error: error instanceof Error ? error.stack : String(error),
    },
  });
}

/** Refused before it is a message of the protocol; JSON-RPC leaves the code to the server, and the SDK takes this. */
const REFUSED = -32_000;

function rpcError(problem: Problem) {
  const code = problem.code === "invalid_params"
    ? ProtocolErrorCode.ParseError
    : REFUSED;
  return {
    jsonrpc: "2.0",
    id: null,
    error: { code, message: problem.detail, data: problem },
  };
}
