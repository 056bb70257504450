import type { Endpoint } from "./endpoints.ts";
import { initialize, type Sent } from "./requests.ts";

/** A JSON-RPC message, or a part of one. */
type Members = Readonly<Record<string, unknown>>;

// Of all that a test sends, only `Host` needs a client that lets it.
const client = Deno.createHttpClient({ allowHost: true });

/**
 * Status and shape of the answer to a request, in a new session where the server has sessions:
 * `200 SSE, id 1, result {tools: array}` or `405 JSON, id null, error -32000`.
 */
export async function shapeOf(
  { url }: Endpoint,
  request: Sent,
): Promise<string> {
  const opened = await send(url, initialize());
  await opened.body?.cancel();
  const session = opened.headers.get("mcp-session-id") ?? "";
  const response = await send(url, {
    ...request,
    headers: { "mcp-session-id": session, ...request.headers },
  });
  return `${response.status} ${await bodyShape(response, request.method)}`;
}

function send(url: string, { headers, ...rest }: Sent): Promise<Response> {
  return fetch(url, {
    ...rest,
    headers: Object.entries(headers).filter(([, value]) => value !== ""),
    client,
    signal: AbortSignal.timeout(30_000),
  });
}

async function bodyShape(response: Response, method: string): Promise<string> {
  const type = response.headers.get("content-type")?.split(";")[0];
  if (type === "text/event-stream" && method === "GET") {
    await response.body?.cancel();
    return "SSE, open";
  }
  const text = await response.text();
  if (text === "") return "empty";
  if (type === "application/json") return `JSON, ${messageShape(text)}`;
  if (type !== "text/event-stream") return type ?? "untyped";
  const events = [...text.matchAll(/^data: *(\S.*)$/gm)];
  return ["SSE", ...events.map(([, data]) => messageShape(data))].join(", ");
}

function messageShape(text: string): string {
  const { method, id, error, result } = JSON.parse(text);
  if (method !== undefined) return method;
  const named = `id ${JSON.stringify(id)?.slice(0, 20)}`;
  return error === undefined
    ? `${named}, result ${resultShape(result)}`
    : `${named}, error ${error.code}`;
}

/** The members with their types; whether it is an error and which revision, by value. */
function resultShape(result: Members): string {
  const members = Object.entries(result).sort(([a], [b]) => a < b ? -1 : 1);
  const shapes = members.map(([key, value]) =>
    ["isError", "protocolVersion"].includes(key)
      ? `${key} ${value}`
      : `${key}: ${Array.isArray(value) ? "array" : typeof value}`
  );
  return `{${shapes.join(", ")}}`;
}
