import type { Ask } from "./http_connection.ts";

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** An MCP message as a client of that revision sends it. */
export function mcpAsk(
  version: "2025-11-25" | "2026-07-28",
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  more: Readonly<Record<string, string>> = {},
): Ask {
  const isModern = version === "2026-07-28";
  return {
    method: "POST",
    path: "/mcp",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": version,
      ...(isModern && { "mcp-method": method }),
      ...(isModern && typeof params.name === "string" &&
        { "mcp-name": params.name }),
      ...more,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: isModern ? { ...params, _meta: ENVELOPE } : params,
    }),
  };
}

/** A call of a tool of `COMPARED` about the `n`-th of some properties. */
export function callOf(
  name: string,
  subjects: readonly string[],
  n: number,
): Readonly<Record<string, unknown>> {
  const property_id = subjects[n % subjects.length];
  if (name === "estimate_rent") return { name, arguments: { price: 200_000 } };
  if (name === "get_comps") return { name, arguments: { property_id } };
  return {
    name,
    arguments: {
      property_id,
      custom_assumptions: { purchase_price: 300_000 },
    },
  };
}
