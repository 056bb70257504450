/** A thread that connects wherever it is told, without asking what it may: the permission alone is left. */
import * as Comlink from "comlink";
import { request } from "node:http";
import type {
  Connections,
  Posted,
} from "../../core/delivery/outbound_thread.ts";

addEventListener("error", (event) => event.preventDefault());
addEventListener("unhandledrejection", (event) => event.preventDefault());

const UNCHECKED: Connections = {
  async send(_id, { url, addresses: [address] }): Promise<Posted> {
    const { port } = new URL(url);
    await Promise.allSettled([
      new Promise((resolve) => {
        const sent = request({ host: address, port }, resolve);
        sent.on("error", resolve);
        sent.end();
        setTimeout(resolve, 100);
      }),
      fetch(
        `http://${address.includes(":") ? `[${address}]` : address}:${port}/`,
      ),
      Deno.connect({ hostname: address, port: Number(port) }),
    ]);
    return { reason: "unreachable", message: "all three ways are tried" };
  },
  cancel() {},
};

Comlink.expose(UNCHECKED);
