/** Run by `thread_test.ts` as a process with the server's permissions, which a test has not. */
import { threadSend } from "../../core/delivery/guarded_outbound.ts";
import { outbound } from "../../core/delivery/outbound.ts";
import { hostileServer } from "./hostile_server.ts";

const [what] = Deno.args;
const report = what === "hostile" ? await hostile() : await unchecked(
  what === "open" ? ["127.0.0.0/8"] : [],
);
console.log(JSON.stringify(report));
Deno.exit();

/** Every way to write this machine's address, told to a thread that checks nothing. */
async function unchecked(networks: string[]) {
  const connections: string[] = [];
  using listener = Deno.listen({ hostname: "0.0.0.0", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  (async () => {
    for await (const connection of listener) {
      connections.push(connection.remoteAddr.transport);
      connection.close();
    }
  })().catch(() => {});
  const module = import.meta.resolve("./unchecked_thread.ts");
  const { send, end } = threadSend({ networks, ports: "any" }, module);
  const addresses = [
    "127.0.0.1",
    "127.0.0.53",
    "0.0.0.0",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "0x7f000001",
    "2130706433",
    "localhost",
  ];
  const tried: string[] = [];
  for (const address of addresses) {
    await send({
      url: `http://name.example:${port}/`,
      addresses: [address],
      timeout: 1_000,
      maxBytes: 1_000,
    }, AbortSignal.timeout(60_000)).catch(() => tried.push(address));
  }
  end();
  return { tried: tried.length, connections: connections.length };
}

/** A thousand receivers that misbehave, each in one of many ways, then one that does not. */
async function hostile() {
  using server = hostileServer();
  const { send, end } = threadSend({ networks: ["127.0.0.0/8"], ports: "any" });
  const guarded = outbound({
    networks: ["127.0.0.0/8"],
    ports: "any",
    plain: true,
    send,
  });
  const reasons: Record<string, number> = {};
  let next = 0;
  const LIMITS = { timeout: 1_000, maxBytes: 64 * 1024 };
  await Promise.all(Array.from({ length: 100 }, async () => {
    while (next < 1_000) {
      const url = `http://127.0.0.1:${server.port}/${next++}`;
      const outcome = await guarded(url, LIMITS).then(
        ({ status }) => `status ${status}`,
        (error) => error.reason ?? String(error),
      );
      reasons[outcome] = (reasons[outcome] ?? 0) + 1;
    }
  }));
  const alive = await guarded(`http://127.0.0.1:${server.port}/fine`, {
    ...LIMITS,
    timeout: 60_000,
  });
  end();
  return { reasons, alive: alive.text, followed: server.followed() };
}
