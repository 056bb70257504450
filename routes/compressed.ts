import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";

/** Answers shorter than this fit into one packet anyway, bytes. */
const LEAST = 1_400;

/** Compressed answers kept, by their entity tags, bytes. */
const KEPT = 8 * 1024 * 1024;

const PACK = {
  br: (bytes: Uint8Array) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Uint8Array) => gzipSync(bytes, { level: 5 }),
};
type Encoding = keyof typeof PACK;

const TEXT =
  /^(text\/(?!event-stream)|application\/([\w.+-]+\+)?(json|javascript|xml)|image\/svg)/;

const kept = new LRUCache<string, Uint8Array<ArrayBuffer>>({
  maxSize: KEPT,
  sizeCalculation: (bytes) => bytes.length,
});

/**
 * Compresses an answer by brotli or gzip, whichever the caller prefers. What has a tag is
 * compressed once and kept. An answer without a body says that it might have been compressed, and
 * no length, for that of its body is not known.
 */
export async function compressed(
  request: Request,
  response: Response,
): Promise<Response> {
  const { headers } = response;
  if (response.status === 304) {
    vary(headers);
    return response;
  }
  const type = headers.get("content-type");
  if (request.method === "HEAD") {
    if (type !== null && TEXT.test(type)) vary(headers);
    headers.delete("content-length");
    return new Response(new ReadableStream({ start: (c) => c.close() }), {
      status: response.status,
      headers,
    });
  }
  if (
    type === null || !TEXT.test(type) ||
    headers.has("content-encoding")
  ) return response;
  vary(headers);
  const encoding = preferred(request.headers.get("accept-encoding"));
  // To look at the body is to make a stream of it, which costs: last.
  if (encoding === undefined || response.body === null) return response;
  const tag = headers.get("etag");
  const key = tag && `${encoding} ${tag} ${new URL(request.url).pathname}`;
  let packed = key ? kept.get(key) : undefined;
  if (packed) {
    await response.body.cancel();
  } else {
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length < LEAST) return new Response(bytes, response);
    packed = new Uint8Array(PACK[encoding](bytes));
    if (key) kept.set(key, packed);
  }
  headers.set("content-encoding", encoding);
  headers.delete("content-length");
  return new Response(packed, response);
}

function vary(headers: Headers): void {
  if (/accept-encoding/i.test(headers.get("vary") ?? "")) return;
  headers.append("vary", "Accept-Encoding");
}

/** The encoding of highest weight in an `Accept-Encoding`; brotli before gzip. */
function preferred(header: string | null): Encoding | undefined {
  if (header === null) return undefined;
  const weights = new Map(
    header.toLowerCase().split(",").map((part) => {
      const [name, weight = "q=1"] = part.split(";").map((text) => text.trim());
      return [name, Number(/^q=([\d.]+)$/.exec(weight)?.[1] ?? 0)];
    }),
  );
  const weigh = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const [best] = (["br", "gzip"] as const).toSorted((a, b) =>
    weigh(b) - weigh(a)
  );
  return weigh(best) > 0 ? best : undefined;
}
