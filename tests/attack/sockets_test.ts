/** Sockets that take room and time: none may end the server, deafen it, or keep others out. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { startServer } from "../../harness/server_process.ts";
import { demoSnapshot } from "../../harness/demo.ts";
import { sampleApp } from "../../harness/app.ts";
import { CONNECTION_LIMITS } from "../../routes/connections.ts";
import { listen } from "../../routes/listen.ts";
import { until } from "../jobs/outbox.ts";

const HEAD = (host: string) => `GET /api/health HTTP/1.1\r\nHost: ${host}\r\n`;
const text = new TextEncoder();

/** Opens a connection, sends what is given, and tells after how many milliseconds it was closed. */
async function closedAfter(port: number, sent: string): Promise<number> {
  const start = performance.now();
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  if (sent) await connection.write(text.encode(sent));
  const buffer = new Uint8Array(4096);
  try {
    while (await connection.read(buffer) !== null);
  } catch {
    // Reset: closed as well.
  }
  return performance.now() - start;
}

Deno.test("a silent, slow-head, slow-body or idle connection is closed in time", async () => {
  const limits = { firstRequest: 600, idle: 800, request: 1_000 };
  const server = listen(sampleApp(), "127.0.0.1", 0, { limits });
  const port = Number(new URL(server.url).port);
  const host = `127.0.0.1:${port}`;
  try {
    const waits = await Promise.all([
      closedAfter(port, ""),
      closedAfter(port, HEAD(host)),
      closedAfter(port, `${HEAD(host)}\r\n`),
      closedAfter(
        port,
        `POST /api/rent HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
      ),
      closedAfter(port, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    ]);
    // Not before its time, and long before what a server allows that is not told otherwise.
    const { firstRequest } = CONNECTION_LIMITS;
    assert(
      waits.every((ms) => ms >= 590 && ms < firstRequest - 1_000),
      waits.join(" "),
    );
  } finally {
    await server.stop();
  }
});

/** Opens a connection from an address, sends half a head, and opens the next when it is closed. */
async function hold(
  port: number,
  localAddress: string,
  ended: AbortSignal,
): Promise<void> {
  while (!ended.aborted) {
    const socket = connect({ host: "127.0.0.1", port, localAddress });
    socket.write("GET / HTTP/1.1\r\nX: ");
    socket.on("error", () => {});
    const destroy = () => socket.destroy();
    ended.addEventListener("abort", destroy);
    socket.resume();
    await new Promise((resolve) => socket.on("close", resolve));
    ended.removeEventListener("abort", destroy);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

Deno.test("newcomers are served while others hold every connection and open them again", async () => {
  const server = listen(sampleApp(), "127.0.0.1", 0, {
    limits: { total: 60, perNetwork: 10 },
  });
  const port = Number(new URL(server.url).port);
  const ended = new AbortController();
  const holding = Array.from(
    { length: 120 },
    (_, n) => hold(port, `127.0.0.${2 + n % 12}`, ended.signal),
  );
  try {
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (let n = 0; n < 100; n++) {
      const response = await fetch(`${server.url}/api/health`, {
        headers: { connection: "close" },
      });
      assert.equal(response.status, 200);
      await response.body?.cancel();
    }
  } finally {
    ended.abort();
    await server.stop();
    await Promise.all(holding);
  }
});

Deno.test("running out of files neither ends nor deafens the server", async () => {
  const { dir } = await demoSnapshot();
  const dataDir = await Deno.makeTempDir();
  // Fewer files than connections that one network may have.
  const server = startServer({
    TWOFLAT_SNAPSHOT: dir,
    TWOFLAT_DATA_DIR: dataDir,
    TWOFLAT_PORT: "0",
    TWOFLAT_LOG: "error",
  }, { files: 90 });
  const held: Deno.Conn[] = [];
  try {
    const url = await server.url;
    const port = Number(new URL(url).port);
    for (let n = 0; n < 400; n++) {
      held.push(await Deno.connect({ hostname: "127.0.0.1", port }));
    }
    await until(() =>
      server.output.text.includes("connections cannot be accepted")
    );
    for (let n = 0; n < 5; n++) {
      const response = await fetch(`${url}/api/health`);
      assert.equal(response.status, 200, server.output.text);
      await response.body?.cancel();
    }
  } finally {
    for (const connection of held) connection.close();
    try {
      server.child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await server.ended;
    await Deno.remove(dataDir, { recursive: true });
  }
});
