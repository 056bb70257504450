/**
 * MCP beside its peers: requests a second and CPU a request of this service, of FastMCP and of the
 * official SDK v1 with Express, in one run of several rounds, each round all servers in turn. All
 * offer the same three tools: `get_comps` and `deep_underwrite_asset` with the product's own
 * engine on the same county, and one that does next to nothing. This service runs as in
 * production, with a key, limits, metering, audit and log; the peers have none of these, so it
 * runs a second time without, on their terms. They are stateless and answer JSON, as their makers
 * advise for load, and run on Deno, where they use less CPU time, or with `--node` on the Node
 * that is installed, without the county. A bare server says what HTTP alone costs. Writes them into
 * `.twoflat/peers`.
 * `deno run -P=bench bench/peers.ts [rounds] [--node]`
 */
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import {
  DENO,
  load,
  type LoadResult,
  type ServedDemo,
  serveDemo,
  serveProgram,
} from "./http_load.ts";
import { callOf, mcpAsk } from "./mcp_ask.ts";

const ROOT = new URL("../", import.meta.url);
const SCRATCH = fileURLToPath(new URL(".twoflat/peers", ROOT));
/** Apart, because Deno resolves what is beside a package.json by that alone. */
const NODE = `${SCRATCH}/node`;

const onNode = Deno.args.includes("--node");

/** What the peers are made with; Zod and the SDK as the product has them. */
const PACKAGES: Readonly<Record<string, string>> = {
  "@modelcontextprotocol/sdk": "1.32.2",
  "express": "5.2.1",
  "fastmcp": "4.20.16",
  "zod": "4.6.7",
};

const npm = (name: string) => onNode ? name : `npm:${name}@${PACKAGES[name]}`;

/** What every peer has: the product's operations, without what the product adds around them. */
const shared = (context: string) => `
import process from "node:process";
import { createServer } from "node:net";
import { answerCpu, COMPARED } from "${ROOT}bench/compared.ts";
import { resultOf } from "${ROOT}core/mcp/server.ts";
${context}
// Their own words on stdout would stand among the figures.
const { log } = console;
console.log = console.info = console.warn = console.debug = () => {};
const answer = async (operation, input) =>
  resultOf(operation, await operation.run(context, input));
`;

const NO_COUNTY = "const context = { subjects: [] };";
const COUNTY = `import { demo } from "${ROOT}bench/demo.ts";
const context = await demo();`;

const SHARED = shared(onNode ? NO_COUNTY : COUNTY);

const PEERS = {
  "SDK v1, Express": `${SHARED}
import express from "${npm("express")}";
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
import { FastMCP } from "${npm("fastmcp")}";
const probe = createServer().listen(0, "127.0.0.1");
await new Promise((resolve) => probe.once("listening", resolve));
const { port } = probe.address();
await new Promise((resolve) => probe.close(resolve));
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

/** Reads a message as JSON and answers the trivial call, whatever was asked. */
const BARE = `${shared(NO_COUNTY)}
const result = await answer(COMPARED.at(-1), { price: 200_000, units: 1 });
const text = JSON.stringify({ result, jsonrpc: "2.0", id: 1 });
const headers = { "content-type": "application/json" };
const { addr: { port } } = Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen: () => {} },
  async (request) => {
    await request.json();
    return new Response(text, { headers });
  },
);
`;

const LAST = `
console.log = log;
await answerCpu({ url: "http://127.0.0.1:" + port, subjects: context.subjects });
process.exit();
`;

/** What is asked, and how often: an underwriting takes as long as forty lists. */
const ASKED = ([
  ["tools/list", undefined, 2_000],
  ["trivial call", "estimate_rent", 4_000],
  ["get_comps", "get_comps", 600],
  ["underwrite", "deep_underwrite_asset", 600],
] as const).slice(0, onNode ? 2 : undefined);

async function run(command: string, ...args: string[]): Promise<void> {
  const { success } = await new Deno.Command(command, {
    args,
    stdout: "null",
  }).output();
  if (!success) throw new Error(`${command} ${args[0]} failed`);
}

async function write(name: string, program: string): Promise<string> {
  const file = `${SCRATCH}/${name.replace(/\W+/g, "_")}.js`;
  await Deno.writeTextFile(file, program + LAST);
  return file;
}

/** Node reads no TypeScript, but what is bundled of the product's runs on it as it is. */
async function bundled(file: string): Promise<string> {
  const output = `${NODE}/${basename(file, ".js")}.mjs`;
  const external = Object.keys(PACKAGES).flatMap((
    name,
  ) => ["--external", name]);
  const options = ["--quiet", ...external, "--output", output];
  await run(Deno.execPath(), "bundle", ...options, file);
  return output;
}

const BARE_NAME = "bare Deno.serve";
const OURS = ["twoflat", "twoflat, open"];

async function start(): Promise<Map<string, ServedDemo>> {
  await Deno.mkdir(NODE, { recursive: true });
  if (onNode) {
    await Deno.writeTextFile(
      `${NODE}/package.json`,
      JSON.stringify({ private: true, dependencies: PACKAGES }),
    );
    await run(
      "npm",
      "install",
      "--prefix",
      NODE,
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    );
  }
  const deno = [...DENO, "-A", "--no-lock"];
  const servers = new Map([
    [OURS[0], await serveDemo("--compared")],
    [OURS[1], await serveDemo("--compared", "--open")],
    [BARE_NAME, await serveProgram([...deno, await write(BARE_NAME, BARE)])],
  ]);
  for (const [name, program] of Object.entries(PEERS)) {
    const file = await write(name, program);
    const command = onNode ? ["node", await bundled(file)] : [...deno, file];
    servers.set(name, await serveProgram(command));
  }
  return servers;
}

const median = (values: number[]) =>
  values.sort((a, b) => a - b)[values.length >> 1];

const rounds = Number(Deno.args.find((each) => each !== "--node") ?? 5);
const servers = await start();
const results = new Map<string, LoadResult[]>();
for (let round = 0; round < rounds; round++) {
  for (const [asked, tool, count] of ASKED) {
    for (const [name, server] of servers) {
      if (name === BARE_NAME && tool !== "estimate_rent") continue;
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

console.log(
  `medians of ${rounds} rounds, peers on ${
    onNode ? "Node" : "Deno"
  }; ratios are to the better of them\n`,
);
for (const [asked] of ASKED) {
  const found = [...servers.keys()].flatMap((name) => {
    const all = results.get(`${asked}, ${name}`);
    return all
      ? [{
        name,
        rate: median(all.map(({ requestsPerSecond }) => requestsPerSecond)),
        cpu: median(all.map(({ cpuMicros }) => cpuMicros)),
      }]
      : [];
  });
  for (const { name, rate, cpu } of found) {
    console.log(
      `${asked.padEnd(13)} ${name.padEnd(16)} ${
        rate.toFixed(0).padStart(6)
      } requests/s ${cpu.toFixed(0).padStart(6)} us CPU`,
    );
  }
  const peers = found.filter(({ name }) => name in PEERS);
  for (const { name, rate, cpu } of found) {
    if (!OURS.includes(name)) continue;
    const faster = rate / Math.max(...peers.map(({ rate }) => rate));
    const cheaper = Math.min(...peers.map(({ cpu }) => cpu)) / cpu;
    console.log(
      `${"".padEnd(13)} ${name.padEnd(16)} ratio ${
        faster.toFixed(1)
      } in requests/s, ${cheaper.toFixed(1)} in CPU`,
    );
  }
  console.log();
}
