/**
 * Idle and slow sockets against a server of 1,024 files, while others keep calling it: by
 * keep-alive, and by a new connection for each call. Bounded, and on loopback only.
 *
 * Usage: `deno task attack [seconds]`
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

/** Milliseconds of one call, or an error. */
function call(port: number, agent: Agent | false): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    request(
      { host: "127.0.0.1", port, path: "/api/health", agent },
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
      call(port, kind === "fresh" ? false : agent).then(
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
  const server = startServer({
    TWOFLAT_SNAPSHOT: dir,
    TWOFLAT_DATA_DIR: dataDir,
    TWOFLAT_PORT: "0",
    TWOFLAT_LOG: "error",
  }, { files: 1_024 });
  let attacker: Deno.ChildProcess | undefined;
  try {
    const port = Number(new URL(await server.url).port);
    const quiet = await measure(port, seconds);
    attacker = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "-P=test",
        import.meta.filename!,
        "--attacker",
        String(port),
      ],
    }).spawn();
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
    for (const child of [attacker, server.child]) {
      try {
        child?.kill("SIGKILL");
      } catch {
        // It has ended already.
      }
    }
    await server.ended;
    await Deno.remove(dataDir, { recursive: true });
  }
}
