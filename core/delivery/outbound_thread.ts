/** The thread that connects: it holds no secret of the server, reads no file and resolves no name. */
import * as Comlink from "comlink";
import {
  OutboundError,
  type OutboundReason,
  type PinnedAnswer,
  type PinnedRequest,
} from "./outbound.ts";
import { sendTo } from "./send_to.ts";

/** An answer, or why there is none. Errors of a class do not travel between threads. */
export type Posted =
  | { readonly answer: PinnedAnswer }
  | { readonly reason: OutboundReason; readonly message: string };

const running = new Map<number, AbortController>();

/** What can be asked of the thread. */
export const CONNECTIONS = {
  /** Sends a request; `id` names it for `cancel`. */
  async send(id: number, request: PinnedRequest): Promise<Posted> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      return { answer: await sendTo(request, controller.signal) };
    } catch (error) {
      return error instanceof OutboundError
        ? { reason: error.reason, message: error.message }
        : { reason: "unreachable", message: "the address does not answer" };
    } finally {
      running.delete(id);
    }
  },
  /** Ends a request that has no waiting caller. */
  cancel(id: number): void {
    running.get(id)?.abort();
  },
};

/** What can be asked of the thread. */
export type Connections = typeof CONNECTIONS;

// The runtime's own refusal of a connection is thrown where no promise catches it.
addEventListener("error", (event) => event.preventDefault());
addEventListener("unhandledrejection", (event) => event.preventDefault());

if ("WorkerGlobalScope" in globalThis) Comlink.expose(CONNECTIONS);
