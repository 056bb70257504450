/**
 * MCP over a socket: requests a second and the server's CPU time a request, for the tool list and
 * for valuations of 200 properties, in both protocol eras. `deno run -P=bench bench/mcp.ts`
 */
import { load, report, serveDemo } from "./http_load.ts";

await using server = await serveDemo();

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

function message(
  modern: boolean,
  method: string,
  params: Record<string, unknown>,
): Request {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": modern ? "2026-07-28" : "2025-11-25",
  };
  if (modern) {
    headers["mcp-method"] = method;
    if (typeof params.name === "string") headers["mcp-name"] = params.name;
  }
  return new Request(`${server.url}/mcp`, {
    method: "POST",
    headers,
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: modern ? { ...params, _meta: ENVELOPE } : params,
    }),
  });
}

for (const modern of [false, true]) {
  const era = modern ? "2026" : "2025";
  report(
    `${era} tools/list`,
    await load(server, () => message(modern, "tools/list", {})),
  );
  report(
    `${era} get_comps`,
    await load(server, (n) =>
      message(modern, "tools/call", {
        name: "get_comps",
        arguments: { property_id: server.subjects[n % server.subjects.length] },
      })),
  );
}
