import type { App } from "./app.ts";

/** How long open requests and streams may take to end when the server stops, milliseconds. */
const GRACE = 5_000;

/** A listening server. */
export interface Listening {
  /** Where it listens, for example `http://127.0.0.1:8787`. */
  readonly url: string;
  /** Takes no new requests, ends streams, and waits for requests in flight, at most `GRACE`. */
  stop(): Promise<void>;
}

/**
 * Listens. Answers are compressed by brotli or gzip, whichever the caller prefers; their ETag is then a weak one.
 *
 * @throws {Deno.errors.AddrInUse} when another process has the port
 */
export function listen(app: App, hostname: string, port: number): Listening {
  const server = Deno.serve(
    { hostname, port, automaticCompression: true, onListen: () => {} },
    (request, { remoteAddr }) =>
      app.fetch(request, { peer: remoteAddr.hostname }),
  );
  return {
    url: `http://${nameOf(hostname)}:${server.addr.port}`,
    async stop() {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const grace = new Promise<void>((resolve) =>
        timer = setTimeout(resolve, GRACE)
      );
      await Promise.race([
        Promise.all([server.shutdown(), app.close()]),
        grace,
      ]);
      clearTimeout(timer);
    },
  };
}

/** What to call the host an address stands for; a server on every address answers on loopback too. */
function nameOf(address: string): string {
  if (address === "0.0.0.0" || address === "::") return "127.0.0.1";
  return address.includes(":") ? `[${address}]` : address;
}
