/**
 * Idle and slow sockets against a server of 1,024 files, while others keep calling it: by
 * keep-alive, and by a new connection for each call. Bounded, and on loopback only.
 *
 * Usage: `deno task attack [seconds] [haproxy|nginx]`; with a proxy, which must be installed, all of
 * it goes through that proxy with its configuration of `deploy/`
 */
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { startServer } from "../../harness/server_process.ts";
import { demoSnapshot } from "../../harness/demo.ts";

const IDLE = 5_000;
const SLOW = 1_000;
/** Addresses that the attackers come from. */
const ADDRESSES = 60;

/** Opens a socket from an address, and the next when it is closed. A slow one sends a byte a second. */
function attack(port: number, n: number): void {
  const localAddress = `127.0.0.${2 + n % ADDRESSES}`;
  const socket = connect({ host: "127.0.0.1", port, localAddress });
  const slow = n >= IDLE;
  const drip = slow ? setInterval(() => socket.write("a"), 1_000) : undefined;
  if (slow) {
    socket.write(
      n % 2
        ? "GET /api/health HTTP/1.1\r\nX: "
        : `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n`,
    );
  }
  socket.on("error", () => {});
  socket.on("close", () => {
    clearInterval(drip);
    setTimeout(attack, 1_000 + Math.random() * 2_000, port, n);
  });
  socket.resume();
}

/** Starts a proxy before a server, with the file of `deploy/` but for the addresses. */
async function startProxy(name: "haproxy" | "nginx", port: number) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port: front } = listener.addr;
  listener.close();
  const dir = await Deno.makeTempDir();
  const text = await Deno.readTextFile(
    new URL(
      `../../deploy/${name}.${name === "nginx" ? "conf" : "cfg"}`,
      import.meta.url,
    ),
  );
  const file = `${dir}/proxy`;
  await Deno.writeTextFile(
    file,
    text.replace("127.0.0.1:8787", `127.0.0.1:${port}`)
      // Of the files that a shell may open.
      .replace("maxconn 20000", "maxconn 8000")
      .replace(/^( *)(bind|listen) (:?)80(;?)$/m, `$1$2 127.0.0.1:${front}$4`),
  );
  const args = name === "haproxy"
    ? ["-db", "-f", file]
    : ["-c", file, "-e", `${dir}/error`, "-g", `daemon off; pid ${dir}/pid;`];
  const child = new Deno.Command(name, { args, stderr: "null" }).spawn();
  for (;;) {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port: front })).close();
      return { child, port: front };
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Milliseconds of one call, or an error. */
function call(
  port: number,
  agent: Agent | false,
  localAddress: string,
): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    request(
      { host: "127.0.0.1", port, path: "/api/health", agent, localAddress },
      (answer) => {
        answer.resume();
        answer.on(
          "end",
          () =>
            answer.statusCode === 200
              ? resolve(performance.now() - start)
              : reject(new Error(`status ${answer.statusCode}`)),
        );
      },
    ).on("error", reject).end();
  });
}

/** Calls for some seconds and tells the times and failures. */
async function measure(port: number, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const times: { kept: number[]; fresh: number[] } = { kept: [], fresh: [] };
  const errors: string[] = [];
  const calls: Promise<void>[] = [];
  const until = performance.now() + seconds * 1_000;
  for (let n = 0; performance.now() < until; n++) {
    const kind = n % 4 === 0 ? "fresh" : "kept";
    calls.push(
      call(
        port,
        kind === "fresh" ? false : agent,
        // Callers with new connections are many, as a proxy counts them by address.
        kind === "fresh" ? `127.0.1.${1 + n % 100}` : "127.0.2.1",
      ).then(
        (ms) => void times[kind].push(ms),
        (error) => void errors.push(`${kind}: ${error.message}`),
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await Promise.all(calls);
  agent.destroy();
  const p99 = (values: number[]) =>
    values.sort((a, b) => a - b)[Math.floor(values.length * 0.99)];
  return {
    calls: calls.length,
    errors,
    kept: p99(times.kept),
    fresh: p99(times.fresh),
  };
}

if (Deno.args[0] === "--attacker") {
  const port = Number(Deno.args[1]);
  for (let n = 0; n < IDLE + SLOW; n++) {
    attack(port, n);
    if (n % 200 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
} else {
  const seconds = Math.min(60, Number(Deno.args[0] ?? 10));
  const { dir } = await demoSnapshot();
  const dataDir = await Deno.makeTempDir();
  const proxy = Deno.args[1];
  const server = startServer({
    TWOFLAT_SNAPSHOT: dir,
    TWOFLAT_DATA_DIR: dataDir,
    TWOFLAT_PORT: "0",
    TWOFLAT_LOG: "error",
    ...(proxy && { TWOFLAT_TRUSTED_PROXIES: "127.0.0.1" }),
  }, { files: 1_024 });
  const children = [server.child];
  try {
    const own = Number(new URL(await server.url).port);
    let port = own;
    if (proxy === "haproxy" || proxy === "nginx") {
      const started = await startProxy(proxy, own);
      children.push(started.child);
      port = started.port;
    }
    const quiet = await measure(port, seconds);
    const attacker = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "-P=test",
        import.meta.filename!,
        "--attacker",
        String(port),
      ],
    }).spawn();
    children.push(attacker);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const attacked = await measure(port, seconds);
    const line = ({ calls, errors, kept, fresh }: typeof quiet) =>
      `${calls} calls, ${errors.length} errors, p99 ${
        kept.toFixed(1)
      } ms kept alive, ${fresh.toFixed(1)} ms on new connections`;
    console.log(`quiet:    ${line(quiet)}`);
    console.log(
      `attacked: ${line(attacked)} (${IDLE} idle, ${SLOW} slow sockets)`,
    );
    if (attacked.errors.length > 0) console.log([...new Set(attacked.errors)]);
    const slower = attacked.kept > 3 * quiet.kept ||
      attacked.fresh > 3 * quiet.fresh;
    if (attacked.errors.length > 0 || slower) Deno.exitCode = 1;
  } finally {
    for (const child of children) {
      try {
        // nginx ends its workers itself.
        child.kill(child === server.child ? "SIGKILL" : "SIGTERM");
      } catch {
        // It has ended already.
      }
    }
    await server.ended;
    await Deno.remove(dataDir, { recursive: true });
  }
}
