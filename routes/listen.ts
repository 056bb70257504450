import { errorMessage } from "../contracts/errors.ts";
import type { App } from "./app.ts";
import { compressed } from "./compressed.ts";
import {
  type Connected,
  CONNECTION_LIMITS,
  type ConnectionLimits,
  Connections,
} from "./connections.ts";
import { networkOf, trustedBy } from "./middleware/client_address.ts";
import { log } from "./middleware/logging.ts";
import {
  type Handler,
  serveConnection,
  type ServedConnection,
} from "./serve_connection.ts";

/** How long open requests and streams may take to end when the server stops, milliseconds. */
const GRACE = 5_000;

/** How often connections are looked through for those that have waited too long, milliseconds. */
const SWEEP = 500;

/** How long to wait before accepting again after it failed, milliseconds. */
const RETRY = 50;

/** A listening server. */
export interface Listening {
  /** Where it listens, for example `http://127.0.0.1:8787`. */
  readonly url: string;
  /** Takes no new requests, ends streams, and waits for requests in flight, at most `GRACE`. */
  stop(): Promise<void>;
}

/** What a server may be told besides its address. */
export interface ListenOptions {
  /** Differences from the usual limits of connections. */
  readonly limits?: Partial<ConnectionLimits>;
  /** Proxies: addresses, and networks as `10.0.0.0/8`. Their connections are not limited by address. */
  readonly trustedProxies?: readonly string[];
}

/**
 * Listens. Connections are limited in number, in all and by address, and in the time they may
 * take; when accepting one fails, the next is tried, so nothing that clients do ends the server.
 *
 * @throws {Deno.errors.AddrInUse} when another process has the port
 */
export function listen(
  app: App,
  hostname: string,
  port: number,
  { limits, trustedProxies = [] }: ListenOptions = {},
): Listening {
  const listener = Deno.listen({ hostname, port });
  const kept = new Connections(
    { ...CONNECTION_LIMITS, ...limits },
    () => performance.now(),
  );
  const isTrusted = trustedBy(trustedProxies);
  const served = new Set<ServedConnection>();
  const sweeping = setInterval(() => kept.sweep(), SWEEP);

  function take(connection: Deno.Conn): void {
    const peer = (connection.remoteAddr as Deno.NetAddr).hostname;
    const connected = kept.admit(
      networkOf(peer),
      isTrusted(peer),
      {
        close: () => server.close(),
        shutdown: () => void server.shutdown().catch(() => {}),
      },
    );
    if (!connected) return connection.close();
    const server = serveConnection(connection, handlerOf(app, peer, connected));
    served.add(server);
    server.finished.catch(() => {}).finally(() => {
      connected.ended();
      served.delete(server);
    });
  }

  async function accept(): Promise<void> {
    let failing = false;
    for (;;) {
      try {
        take(await listener.accept());
        failing = false;
      } catch (error) {
        if (stopping) return;
        if (!failing) logAcceptFailure(error);
        failing = true;
        kept.lower();
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
    }
  }

  let stopping = false;
  const accepting = accept();
  return {
    url: `http://${nameOf(hostname)}:${(listener.addr as Deno.NetAddr).port}`,
    async stop() {
      stopping = true;
      listener.close();
      clearInterval(sweeping);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const grace = new Promise<void>((resolve) =>
        timer = setTimeout(resolve, GRACE)
      );
      const ends = [...served].map((server) => server.shutdown());
      await Promise.race([
        Promise.all([accepting, app.close(), ...ends]),
        grace,
      ]);
      clearTimeout(timer);
    },
  };
}

/** Answers the requests of a connection, and keeps count of what it does. */
function handlerOf(app: App, peer: string, connected: Connected): Handler {
  return async function handle(request, { completed }) {
    const requested = connected.requested();
    completed.then(requested.answered, requested.answered);
    const response = await app.fetch(request, { peer });
    const type = response.headers.get("content-type");
    requested.answering(type?.startsWith("text/event-stream") ?? false);
    return await compressed(request, response);
  };
}

function logAcceptFailure(error: unknown): void {
  log({
    level: "error",
    part: "http",
    message: "connections cannot be accepted; trying again",
    properties: {
      error: errorMessage(error),
    },
  });
}

/** The host name of an address; a server on every address answers on loopback too. */
function nameOf(address: string): string {
  if (address === "0.0.0.0" || address === "::") return "127.0.0.1";
  return address.includes(":") ? `[${address}]` : address;
}
