/** A connection that is being served. */
export interface ServedConnection {
  /** Resolves when the connection has ended. */
  readonly finished: Promise<void>;
  /** Ends it once its requests are answered. */
  shutdown(): Promise<void>;
}

/** Answers a request. Must not throw. */
export type Handler = (
  request: Request,
  info: { readonly completed: Promise<void> },
) => Response | Promise<Response>;

type ServeHttpOnConnection = (
  connection: Deno.Conn,
  signal: AbortSignal,
  handler: Handler,
  onError: (error: unknown) => Response,
  onListen: () => void,
) => ServedConnection;

/**
 * Finds what `Deno.serve` itself serves a connection with. `Deno.serve` has neither a limit of
 * connections nor a timeout, and ends when files run out, so connections are accepted apart from
 * it. The function is not public: a test fails when a release of Deno takes it away.
 */
function find(): ServeHttpOnConnection {
  const runtime = Deno as unknown as {
    readonly internal: symbol;
    readonly [name: symbol]: {
      readonly serveHttpOnConnection?: ServeHttpOnConnection;
    };
  };
  const found = runtime[runtime.internal]?.serveHttpOnConnection;
  if (!found) {
    throw new TypeError(
      `Deno ${Deno.version.deno} cannot serve single connections; run with Deno 2.9.6`,
    );
  }
  return found;
}

/**
 * Serves HTTP/1.1 or HTTP/2 on a connection.
 *
 * @param signal ends the connection at once; never aborted after `finished`
 */
export function serveConnection(
  connection: Deno.Conn,
  signal: AbortSignal,
  handler: Handler,
): ServedConnection {
  return find()(
    connection,
    signal,
    handler,
    () => new Response(null, { status: 500 }),
    () => {},
  );
}
