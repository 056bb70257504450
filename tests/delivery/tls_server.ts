import { generate } from "selfsigned";

/** A TLS server on this machine, with a certificate of its own. */
export interface TlsServer extends AsyncDisposable {
  readonly port: number;
  /** The certificate to trust, PEM. */
  readonly ca: string;
}

/** Serves TLS as `host`. */
export async function tlsServer(
  host: string,
  handler: (request: Request) => Response | Promise<Response>,
): Promise<TlsServer> {
  const made = await generate([{ name: "commonName", value: host }], {
    keyType: "ec",
    extensions: [
      { name: "basicConstraints", cA: true },
      {
        name: "subjectAltName",
        altNames: [
          /^[\d.]+$/.test(host)
            ? { type: 7, ip: host }
            : { type: 2, value: host },
        ],
      },
    ],
  });
  const server = Deno.serve({
    port: 0,
    hostname: "127.0.0.1",
    cert: made.cert,
    key: made.private,
    onListen: () => {},
    onError: () => new Response(null, { status: 500 }),
  }, handler);
  return {
    port: server.addr.port,
    ca: made.cert,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
