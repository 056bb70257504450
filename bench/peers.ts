/**
 * MCP beside its peers: requests a second and CPU a request of this service, of FastMCP and of the
 * official SDK v1 with Express, in one run of several rounds, each round all servers in turn. All
 * offer the same three tools: `get_comps` and `deep_underwrite_asset` with the product's own
 * engine on the same county, and one that does next to nothing. This service runs as in
 * production, with a key, limits, metering, audit and log; the peers have none of these. They are
 * stateless and answer JSON, as their makers advise for load, and run on Deno, where they use half
 * the CPU time that they use on Node 20. Writes them into `.twoflat/peers`.
 * `deno run -P=bench bench/peers.ts [rounds]`
 */
import { fileURLToPath } from "node:url";
import {
  load,
  type LoadResult,
  type ServedDemo,
  serveDemo,
  serveProgram,
} from "./http_load.ts";
import { callOf, mcpAsk } from "./mcp_ask.ts";

const ROOT = new URL("../", import.meta.url);
const SCRATCH = fileURLToPath(new URL(".twoflat/peers", ROOT));

/** What every peer has: the product's operations, without what the product adds around them. */
const SHARED = `
import { answerCpu, COMPARED, demo } from "${ROOT}bench/demo.ts";
import { resultOf } from "${ROOT}core/operations/mcp_server.ts";
// Their own words on stdout would stand among the figures.
const { log } = console;
console.log = console.info = console.warn = console.debug = () => {};
const context = await demo();
const answer = async (operation, input) =>
  resultOf(operation, await operation.run(context, input));
`;

const PEERS = {
  "SDK v1, Express": `${SHARED}
import express from "npm:express@5.2.1";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
const app = express();
app.use(express.json());
app.post("/mcp", async (request, response) => {
  const server = new McpServer({ name: "peer", version: "1" });
  for (const operation of COMPARED) {
    const { name, title, description, annotations, input, output } = operation.contract;
    server.registerTool(
      name,
      { title, description, annotations, inputSchema: input, outputSchema: output },
      (given) => answer(operation, given),
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
const listening = app.listen(0, "127.0.0.1");
await new Promise((resolve) => listening.once("listening", resolve));
const { port } = listening.address();
`,
  "FastMCP": `${SHARED}
import { FastMCP } from "npm:fastmcp@4.20.16";
const probe = Deno.listen({ hostname: "127.0.0.1", port: 0 });
const { port } = probe.addr;
probe.close();
const server = new FastMCP({ name: "peer", version: "1.0.0" });
for (const operation of COMPARED) {
  const { name, title, description, annotations, input, output } = operation.contract;
  server.addTool({
    name,
    description,
    annotations: { title, ...annotations },
    parameters: input,
    outputSchema: output,
    execute: (given) => answer(operation, given),
  });
}
await server.start({
  transportType: "httpStream",
  httpStream: { port, host: "127.0.0.1", endpoint: "/mcp", stateless: true, enableJsonResponse: true },
});
`,
};

const LAST = `
console.log = log;
await answerCpu({ url: "http://127.0.0.1:" + port, subjects: context.subjects });
Deno.exit();
`;

/** What is asked, and how often: an underwriting takes as long as forty lists. */
const ASKED = [
  ["tools/list", undefined, 2_000],
  ["trivial call", "estimate_rent", 4_000],
  ["get_comps", "get_comps", 600],
  ["underwrite", "deep_underwrite_asset", 600],
] as const;

async function start(): Promise<Map<string, ServedDemo>> {
  await Deno.mkdir(SCRATCH, { recursive: true });
  const servers = new Map([["twoflat", await serveDemo("--compared")]]);
  for (const [name, program] of Object.entries(PEERS)) {
    const file = `${SCRATCH}/${name.replace(/\W+/g, "_")}.js`;
    await Deno.writeTextFile(file, program + LAST);
    servers.set(name, await serveProgram(["-A", "--no-lock", file]));
  }
  return servers;
}

const median = (values: number[]) =>
  values.sort((a, b) => a - b)[values.length >> 1];

const rounds = Number(Deno.args[0] ?? 5);
const servers = await start();
const results = new Map<string, LoadResult[]>();
for (let round = 0; round < rounds; round++) {
  for (const [asked, tool, count] of ASKED) {
    for (const [name, server] of servers) {
      const { subjects, headers } = server;
      const result = await load(
        server,
        (n) =>
          tool
            ? mcpAsk(
              "2025-11-25",
              "tools/call",
              callOf(tool, subjects, n),
              headers,
            )
            : mcpAsk("2025-11-25", "tools/list", {}, headers),
        { count },
      );
      const key = `${asked}, ${name}`;
      results.set(key, [...results.get(key) ?? [], result]);
    }
  }
}
for (const server of servers.values()) await server[Symbol.asyncDispose]();

console.log(`medians of ${rounds} rounds; the ratio is to the better peer\n`);
for (const [asked] of ASKED) {
  const found = [...servers.keys()].map((name) => {
    const all = results.get(`${asked}, ${name}`)!;
    return {
      name,
      rate: median(all.map(({ requestsPerSecond }) => requestsPerSecond)),
      cpu: median(all.map(({ cpuMicros }) => cpuMicros)),
    };
  });
  const [ours, ...peers] = found;
  for (const { name, rate, cpu } of found) {
    console.log(
      `${asked.padEnd(13)} ${name.padEnd(16)} ${
        rate.toFixed(0).padStart(6)
      } requests/s ${cpu.toFixed(0).padStart(6)} us CPU`,
    );
  }
  const faster = ours.rate / Math.max(...peers.map(({ rate }) => rate));
  const cheaper = Math.min(...peers.map(({ cpu }) => cpu)) / ours.cpu;
  console.log(
    `${"".padEnd(13)} ratio ${faster.toFixed(1)} in requests/s, ${
      cheaper.toFixed(1)
    } in CPU\n`,
  );
}
