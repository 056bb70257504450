import {
  Client as ClientV2,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** A tool's result, as far as the tests look at it. */
export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly {
    readonly type: string;
    readonly text?: string;
  }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

/** How a call is followed while it runs. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (
    told: { readonly progress: number; readonly total?: number },
  ) => void;
}

/** A connected MCP client, whichever it is. */
export interface TestClient extends AsyncDisposable {
  readonly name: string;
  /** Protocol revision in use. */
  readonly revision: string | undefined;
  listTools(): Promise<
    readonly {
      readonly name: string;
      readonly description?: string;
      readonly inputSchema: object;
    }[]
  >;
  callTool(
    name: string,
    input: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<ToolResult>;
}

const IDENTITY = { name: "test", version: "1" };

async function connectV1(url: URL): Promise<TestClient> {
  const client = new ClientV1(IDENTITY);
  const transport = new TransportV1(url);
  await client.connect(transport);
  return {
    name: "SDK v1",
    revision: transport.protocolVersion,
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, input, options) =>
      await client.callTool(
        { name, arguments: { ...input } },
        undefined,
        options,
      ) as ToolResult,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function connectV2(url: URL, modern: boolean): Promise<TestClient> {
  const client = new ClientV2(IDENTITY, {
    versionNegotiation: { mode: modern ? { pin: "2026-07-28" } : "legacy" },
  });
  await client.connect(new StreamableHTTPClientTransport(url));
  return {
    name: `SDK v2, ${modern ? "2026" : "2025"} era`,
    revision: client.getNegotiatedProtocolVersion(),
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, input, options) =>
      await client.callTool(
        { name, arguments: { ...input } },
        options,
      ) as ToolResult,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The official clients in both protocol eras, each to be connected to an endpoint. */
export const CLIENTS: readonly {
  readonly revision: string;
  readonly connect: (url: URL) => Promise<TestClient>;
}[] = [
  { revision: "2025-11-25", connect: connectV1 },
  { revision: "2025-11-25", connect: (url) => connectV2(url, false) },
  { revision: "2026-07-28", connect: (url) => connectV2(url, true) },
];
