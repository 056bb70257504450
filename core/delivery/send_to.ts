import { Buffer } from "node:buffer";
import {
  type IncomingMessage,
  request as requestHttp,
  type RequestOptions,
} from "node:http";
import { request as requestHttps } from "node:https";
import {
  OutboundError,
  type PinnedAnswer,
  type PinnedRequest,
} from "./outbound.ts";

/**
 * Sends a request to checked addresses, with the URL's host as Host and server name. Resolves no
 * name. Asks the thread's own permission first: what it does not list is refused, not tried.
 *
 * @throws {OutboundError} `forbidden_address`, `too_large`; whatever the connection throws
 */
export async function sendTo(
  { url: text, addresses, ca, method = "GET", headers, body, maxBytes }:
    PinnedRequest,
  signal: AbortSignal,
): Promise<PinnedAnswer> {
  const url = new URL(text);
  await permitted(url, addresses);
  const found = addresses.map((address) => ({ address, family: 4 }));
  const options: RequestOptions & { readonly ca?: string } = {
    method,
    headers: { ...headers, "accept-encoding": "identity" },
    signal,
    agent: false,
    lookup: (_host, { all }, done) =>
      all ? done(null, found) : done(null, found[0].address, 4),
    ...(ca !== undefined && { ca }),
  };
  return await new Promise((resolve, reject) => {
    const answered = (answer: IncomingMessage) => {
      const chunks: Uint8Array[] = [];
      let size = 0;
      answer.on("data", (chunk: Uint8Array) => {
        size += chunk.length;
        if (size <= maxBytes) return chunks.push(chunk);
        request.destroy();
        reject(
          new OutboundError(
            "too_large",
            `the answer is larger than ${maxBytes} bytes`,
          ),
        );
      });
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: headersOf(answer),
          text: new TextDecoder().decode(Buffer.concat(chunks)),
        }));
    };
    const request = url.protocol === "https:"
      ? requestHttps(url, options, answered)
      : requestHttp(url, options, answered);
    request.on("error", reject);
    request.end(body);
  });
}

async function permitted(
  url: URL,
  addresses: readonly string[],
): Promise<void> {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  for (const address of addresses) {
    const host = `${address}:${port}`;
    const { state } = await Deno.permissions.query({ name: "net", host });
    if (state !== "granted") {
      throw new OutboundError(
        "forbidden_address",
        "the runtime does not permit this address",
      );
    }
  }
}

function headersOf(answer: IncomingMessage): [string, string][] {
  return Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value])
  );
}
