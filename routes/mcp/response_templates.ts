import type { CallToolResult } from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";
import type { McpServerOptions } from "../../core/mcp/server.ts";

/** What is remembered, UTF-16 units: a client sends the same few frames for as long as it lives. */
const MEMORY = 8_000_000;

/** Longest frame that is remembered, UTF-16 units. */
const LONGEST_FRAME = 4_000;

/** Request headers that the SDK reads. */
const HEADERS = [
  "accept",
  "content-type",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
];

/** A message of which the SDK need not be asked twice. */
export interface Templated {
  /** The message and its headers but for its id and a call's arguments, and which names are listed. */
  readonly frame: string;
  readonly id: unknown;
  readonly method: "tools/list" | "tools/call";
  /** The tool that is called. */
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** What the SDK made of a frame. */
interface Learned {
  /** The answer to a listing, up to its id. */
  readonly listing: string;
  /** What was added to the result of a call, for example its `resultType`. */
  readonly added: { readonly _meta?: object };
}

/**
 * Takes a listing of tools or a call of one apart.
 *
 * @returns undefined for any other message, and for a call that asks for progress
 */
export function templateOf(
  message: unknown,
  headers: Headers,
  { registry, listsDeprecated, listsOutputSchemas }: McpServerOptions,
): Templated | undefined {
  if (!isObject(message)) return undefined;
  const { id, method, params = {} } = message;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return undefined;
  if (method !== "tools/list" && method !== "tools/call") return undefined;
  if (!isObject(params)) return undefined;
  const { name = "", arguments: given = {}, _meta } = params;
  if (typeof name !== "string" || !isObject(given)) return undefined;
  if (method === "tools/call" && !registry.find(name)) return undefined;
  if (isObject(_meta) && "progressToken" in _meta) return undefined;
  const frame = JSON.stringify([
    listsDeprecated,
    listsOutputSchemas,
    HEADERS.map((each) => headers.get(each)),
    { ...message, id: typeof id, params: { ...params, arguments: undefined } },
  ]);
  if (frame.length > LONGEST_FRAME) return undefined;
  return { frame, id, method, name, arguments: given };
}

/**
 * What the SDK answered, by frame. It makes a server for every message and reads the message again,
 * which costs more than most calls do; but a frame that it took once it takes every time.
 */
export class ResponseTemplates {
  readonly #learned = new LRUCache<string, Learned>({
    maxSize: MEMORY,
    sizeCalculation: ({ listing }, frame) => frame.length + listing.length,
  });

  /** Learns from an answer of the SDK; from an error there is nothing to learn. */
  learn({ frame, method }: Templated, answer: string): void {
    const { id: _, ...message } = JSON.parse(answer);
    if (!message.result || message.result.isError) return;
    const { content: _c, structuredContent: _s, ...added } = message.result;
    this.#learned.set(
      frame,
      method === "tools/list"
        ? { listing: JSON.stringify(message).slice(0, -1), added: {} }
        : { listing: "", added },
    );
  }

  /**
   * The answer to a frame that the SDK has answered before, in its words.
   *
   * @returns JSON; undefined for a new frame
   */
  async answer(
    { frame, id, method }: Templated,
    call: () => Promise<CallToolResult>,
  ): Promise<string | undefined> {
    const learned = this.#learned.get(frame);
    if (!learned) return undefined;
    if (method === "tools/list") {
      return `${learned.listing},"id":${JSON.stringify(id)}}`;
    }
    const { added } = learned;
    const result = await call();
    const _meta = result._meta && { ...result._meta, ...added._meta };
    return JSON.stringify({
      result: { ...result, ...added, ...(_meta && { _meta }) },
      jsonrpc: "2.0",
      id,
    });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
