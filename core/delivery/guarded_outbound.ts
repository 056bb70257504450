import * as Comlink from "comlink";
import {
  type Outbound,
  outbound,
  OutboundError,
  type OutboundOptions,
  type Send,
} from "./outbound.ts";
import type { Connections } from "./outbound_thread.ts";
import { reachableNetworks } from "./public_address.ts";

/** Outbound requests from a thread of their own. */
export interface GuardedOutbound extends Disposable {
  readonly send: Outbound;
}

/** Options of the runtime for a thread, which its types do not list. */
interface ThreadOptions extends WorkerOptions {
  readonly deno: { readonly permissions: Deno.PermissionOptionsObject };
}

/**
 * Returns outbound requests that a second layer guards: they leave from a thread whose permissions
 * list the reachable networks and ports, and nothing else.
 */
export function guardedOutbound(
  options: Omit<OutboundOptions, "send" | "plain"> = {},
): GuardedOutbound {
  const { send, end } = threadSend(options);
  return {
    send: outbound({ ...options, send }),
    [Symbol.dispose]: end,
  };
}

/**
 * Returns what connects from a thread of its own. The thread starts with the first request, and
 * again after a crash.
 *
 * @param module what runs in the thread; default `outbound_thread.ts`
 */
export function threadSend(
  { networks = [], ports = [443] }: Pick<
    OutboundOptions,
    "networks" | "ports"
  >,
  module: string = import.meta.resolve("./outbound_thread.ts"),
): { readonly send: Send; end(): void } {
  const net = reachableNetworks(networks).flatMap((network) =>
    ports === "any" ? [network] : ports.map((port) => `${network}:${port}`)
  );
  let thread: Thread | undefined;
  let ids = 0;
  return {
    async send(request, signal) {
      thread ??= start(net, module, () => thread = undefined);
      const { connections, crashed } = thread;
      const id = ids++;
      const cancel = () => void connections.cancel(id);
      signal.addEventListener("abort", cancel, { once: true });
      try {
        const posted = await Promise.race([
          connections.send(id, request),
          crashed,
        ]);
        if ("answer" in posted) return posted.answer;
        throw new OutboundError(posted.reason, posted.message);
      } finally {
        signal.removeEventListener("abort", cancel);
      }
    },
    end: () => thread?.end(),
  };
}

interface Thread {
  readonly connections: Comlink.Remote<Connections>;
  /** Rejects when the thread dies. */
  readonly crashed: Promise<never>;
  end(): void;
}

function start(
  net: readonly string[],
  module: string,
  onEnd: () => void,
): Thread {
  const options: ThreadOptions = {
    type: "module",
    deno: {
      permissions: {
        net: [...net],
        read: false,
        write: false,
        env: false,
        run: false,
        sys: false,
        ffi: false,
        import: false,
      },
    },
  };
  const worker = new Worker(module, options);
  const { promise: crashed, reject } = Promise.withResolvers<never>();
  crashed.catch(() => {});
  const end = () => {
    worker.terminate();
    onEnd();
    reject(new OutboundError("unreachable", "the connection was closed"));
  };
  worker.onerror = (event) => {
    event.preventDefault();
    end();
  };
  return { connections: Comlink.wrap<Connections>(worker), crashed, end };
}
