/**
 * MCP over a socket: requests a second and the server's CPU time a request, for the list of all
 * tools and for valuations and underwritings of 200 properties, in both protocol eras, with a key.
 * `deno run -P=bench bench/mcp.ts`
 */
import { load, report, serveDemo } from "./http_load.ts";
import { callOf, mcpAsk } from "./mcp_ask.ts";

await using server = await serveDemo();
const { headers, subjects } = server;

for (const version of ["2025-11-25", "2026-07-28"] as const) {
  report(
    `${version} tools/list`,
    await load(server, () => mcpAsk(version, "tools/list", {}, headers)),
  );
  for (const name of ["get_comps", "deep_underwrite_asset"]) {
    report(
      `${version} ${name}`,
      await load(
        server,
        (n) =>
          mcpAsk(version, "tools/call", callOf(name, subjects, n), headers),
      ),
    );
  }
}
