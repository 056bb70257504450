/**
 * MCP beside its peers: requests a second and CPU a request for the tool list and a trivial call,
 * of this service and of the same two tools on FastMCP and on the official SDK v1 with Express, in
 * one run. The peers run on Node, stateless, with JSON answers: each as its makers advise for load.
 * Installs them into `.twoflat/bench`. `deno run -P=bench bench/peers.ts`
 */
import { fileURLToPath } from "node:url";
import { load, report, serveDemo, serveProgram } from "./http_load.ts";

const SCRATCH = fileURLToPath(
  new URL("../.twoflat/bench", import.meta.url),
);

const PACKAGES = {
  "@modelcontextprotocol/sdk": "1.32.2",
  "express": "5.2.1",
  "fastmcp": "4.20.16",
  "zod": "4.6.7",
};

/** The tool that every server has twice, and how it tells its CPU time. */
const SHARED = `import { z } from "zod";
import { createInterface } from "node:readline";
const input = z.object({
  price: z.number().positive().max(1e9),
  units: z.number().int().min(1).max(4).default(1),
  strategy: z.enum(["flip", "brrrr", "hold", "section8"]).optional(),
  tags: z.array(z.string().max(20)).max(3).optional(),
});
const description = "Use this when a test needs an operation.";
const answer = ({ price, units }) => ({ rent: price / 100 / units });
const say = (value) => process.stdout.write(JSON.stringify(value) + "\\n");
createInterface({ input: process.stdin }).on("line", () =>
  say(process.cpuUsage())
).on("close", () => process.exit());
// Their own words on stdout would stand among the figures.
console.log = console.info = console.warn = console.debug = () => {};
const names = ["estimate_rent", "estimate_rent_at"];
`;

const PEERS = {
  "SDK v1 with express": `${SHARED}
import express from "express";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
const app = express();
app.use(express.json());
app.post("/mcp", async (request, response) => {
  const server = new McpServer({ name: "peer", version: "1" });
  for (const name of names) {
    server.registerTool(
      name,
      { description, inputSchema: input.shape, outputSchema: { rent: z.number() } },
      (given) => {
        const found = answer(given);
        return { content: [{ type: "text", text: JSON.stringify(found) }], structuredContent: found };
      },
    );
  }
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  response.on("close", () => { transport.close(); server.close(); });
  await server.connect(transport);
  await transport.handleRequest(request, response, request.body);
});
const listening = app.listen(0, "127.0.0.1", () =>
  say({ url: "http://127.0.0.1:" + listening.address().port, subjects: [] }));
`,
  "FastMCP": `${SHARED}
import { createServer } from "node:net";
import { FastMCP } from "fastmcp";
const probe = createServer().listen(0, "127.0.0.1");
await new Promise((resolve) => probe.once("listening", resolve));
const { port } = probe.address();
await new Promise((resolve) => probe.close(resolve));
const server = new FastMCP({ name: "peer", version: "1.0.0" });
for (const name of names) {
  server.addTool({ name, description, parameters: input, execute: async (given) => JSON.stringify(answer(given)) });
}
await server.start({
  transportType: "httpStream",
  httpStream: { port, host: "127.0.0.1", endpoint: "/mcp", stateless: true, enableJsonResponse: true },
});
say({ url: "http://127.0.0.1:" + port, subjects: [] });
`,
};

function message(
  url: string,
  method: string,
  params: Record<string, unknown>,
): Request {
  return new Request(`${url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
}

await Deno.mkdir(SCRATCH, { recursive: true });
await Deno.writeTextFile(
  `${SCRATCH}/package.json`,
  JSON.stringify({ private: true, type: "module", dependencies: PACKAGES }),
);
const installed = await new Deno.Command("npm", {
  args: ["install", "--no-audit", "--no-fund", "--loglevel=error"],
  cwd: SCRATCH,
}).output();
if (!installed.success) throw new Error("npm could not install the peers");

const servers = [{
  name: "this service",
  start: () => serveDemo("--sample"),
}];
for (const [name, program] of Object.entries(PEERS)) {
  const file = `${SCRATCH}/${name.replaceAll(" ", "_")}.mjs`;
  await Deno.writeTextFile(file, program);
  servers.push({ name, start: () => serveProgram("node", [file]) });
}
for (const { name, start } of servers) {
  await using server = await start();
  report(
    `tools/list, ${name}`,
    await load(server, () => message(server.url, "tools/list", {})),
  );
  report(
    `tools/call, ${name}`,
    await load(server, () =>
      message(server.url, "tools/call", {
        name: "estimate_rent",
        arguments: { price: 200_000 },
      })),
  );
}
