/** A connection that is being served. */
export interface ServedConnection {
  /** Resolves when the connection has ended. */
  readonly finished: Promise<void>;
  /** Ends it once its requests are answered. */
  shutdown(): Promise<void>;
  /** Ends it at once. */
  close(): void;
}

/** Answers a request. Must not throw. */
export type Handler = (
  request: Request,
  info: { readonly completed: Promise<void> },
) => Response | Promise<Response>;

/** The part of an `AbortSignal` that the runtime uses. */
interface EndSignal {
  addEventListener(type: "abort", end: () => void): void;
}

type ServeHttpOnConnection = (
  connection: Deno.Conn,
  signal: EndSignal,
  handler: Handler,
  onError: (error: unknown) => Response,
  onListen: () => void,
) => Omit<ServedConnection, "close">;

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

/** Serves HTTP/1.1 or HTTP/2 on a connection. */
export function serveConnection(
  connection: Deno.Conn,
  handler: Handler,
): ServedConnection {
  let end: (() => void) | undefined;
  const served = find()(
    connection,
    // An AbortSignal would report what `end` throws as an uncaught error, which ends the process.
    { addEventListener: (_type, listener) => end = listener },
    handler,
    () => new Response(null, { status: 500 }),
    () => {},
  );
  return {
    finished: served.finished,
    shutdown: () => served.shutdown(),
    close() {
      try {
        end?.();
      } catch (error) {
        // It has ended already, and `finished` is about to tell.
        if (!(error instanceof Deno.errors.BadResource)) throw error;
      }
    },
  };
}
