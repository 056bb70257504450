import { fileURLToPath } from "node:url";
import {
  completable,
  createMcpHandler,
  McpServer,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { dayOf } from "../../core/engine/snapshot.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { listen } from "../../routes/listen.ts";
import { sampleApp, unlimited } from "../app.ts";
import { DEMO_DAY, demoSnapshot } from "../demo.ts";
import { freePort, listening } from "../ports.ts";
import type { Known } from "./requests.ts";

/** A listening MCP server. */
export interface Endpoint extends AsyncDisposable {
  readonly url: string;
  readonly known: Known;
}

const GREET: Known = {
  tool: { name: "greet", arguments: { name: "Ada" }, wrong: { name: 1 } },
  prompt: { name: "greeting-template", arguments: { name: "Ada" } },
  resource: { uri: "https://example.com/greetings/default" },
};

/** Our endpoint, as a client without a key meets it. */
export async function startOurs(): Promise<Endpoint> {
  const server = listen(
    sampleApp({
      registry: compileRegistry(OPERATIONS),
      snapshot: await demoSnapshot(),
      today: () => dayOf(DEMO_DAY),
      access: unlimited("read"),
    }),
    "127.0.0.1",
    0,
  );
  return {
    url: `${server.url}/mcp`,
    known: {
      tool: {
        name: "get_tract_report",
        arguments: { geoid: "17031160700" },
        wrong: { geoid: 1 },
      },
      prompt: { name: "screen_neighborhood", arguments: { area: "Pilsen" } },
      resource: { uri: "twoflat://disclosure" },
      modern: true,
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

/** An example that the SDK v1 ships, as it is, in a process of its own. */
async function startExample(file: string, known: Known): Promise<Endpoint> {
  const port = freePort();
  const example = new Deno.Command(Deno.execPath(), {
    args: [
      ...["eval", "--quiet"],
      `import "@modelcontextprotocol/sdk/examples/server/${file}"`,
    ],
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    env: { MCP_PORT: String(port) },
    stdout: "null",
    stderr: "null",
  }).spawn();
  await listening(port, example);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    known,
    async [Symbol.asyncDispose]() {
      example.kill();
      await example.status;
    },
  };
}

/**
 * The example's tool, prompt and resource on the SDK v2, which ships no example: as its guide has
 * it, with what ours has (instructions, closed input, structured output, completion).
 */
function startGuide(): Endpoint {
  const handler = createMcpHandler(() => {
    const server = new McpServer(
      { name: "guide", version: "1.0.0" },
      { instructions: "Greet people." },
    );
    const name = z.string();
    server.registerTool("greet", {
      inputSchema: z.strictObject({ name }),
      outputSchema: z.object({ greeting: z.string() }),
    }, ({ name }) => {
      const greeting = `Hello, ${name}!`;
      return {
        content: [{ type: "text", text: greeting }],
        structuredContent: { greeting },
      };
    });
    server.registerPrompt("greeting-template", {
      argsSchema: z.object({ name: completable(name, () => ["Ada"]) }),
    }, ({ name }) => ({
      description: "A greeting",
      messages: [{
        role: "user",
        content: { type: "text", text: `Please greet ${name}.` },
      }],
    }));
    server.registerResource(
      "greeting",
      GREET.resource!.uri,
      {},
      ({ href }) => ({ contents: [{ uri: href, text: "Hello, world!" }] }),
    );
    return server;
  });
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => handler.fetch(request),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/mcp`,
    known: { ...GREET, modern: true },
    async [Symbol.asyncDispose]() {
      await handler.close();
      await server.shutdown();
    },
  };
}

/** What ours is compared with, each to be started. */
export const PEERS = {
  /** SDK v1: Express, sessions, event store, logging, tasks. */
  sessions: () => startExample("simpleStreamableHttp.js", GREET),
  /** SDK v1: Hono, stateless like ours; has tools only. */
  stateless: () =>
    startExample("honoWebStandardStreamableHttp.js", { tool: GREET.tool }),
  /** SDK v2, both protocol eras, stateless. */
  guide: startGuide,
} satisfies Record<string, () => Endpoint | Promise<Endpoint>>;

/** A server that ours is compared with. */
export type Peer = keyof typeof PEERS;
