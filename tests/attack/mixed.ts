/**
 * Mixed traffic at a steady rate, a twentieth of the calls hostile, beside idle sockets and event
 * streams. Tells statuses, times, memory and what the store grew by. On loopback only.
 *
 * Usage: `deno run -A tests/attack/mixed.ts [minutes] [calls a second]`, or `deno run -A
 * tests/attack/mixed.ts saturation [seconds a step]`, which raises the rate until calls stay
 * without an answer, the server falls behind, or a call in a hundred takes longer than `SLOW`.
 * The caller's own CPU time is told beside the server's, as both share the machine. Reading
 * another process's memory needs all permissions.
 */
import { connect } from "node:net";
import { keysIn } from "../../core/access/keys.ts";
import { openStore } from "../../core/store/open.ts";
import { demoSnapshot } from "../../harness/demo.ts";
import { startServer } from "../../harness/server_process.ts";

const IDLE = 500;
const STREAMS = 50;
/** Owners, each with a key and an address of its own. */
const OWNERS = 5;
/** The time of the slowest call in a hundred at which the server counts as saturated, milliseconds. */
const SLOW = 1_000;
/** Calls a second of the first step, and how the rate grows from step to step. */
const [FIRST, GROWTH] = [50, 1.25];

const { dir, tables } = await demoSnapshot();
const dataDir = await Deno.makeTempDir();
const keys: string[] = [];
{
  using kv = await openStore({ dataDir });
  for (let n = 0; n < OWNERS; n++) {
    const { key } = await keysIn(kv).issue({
      email: `n${n}@example.com`,
      scopes: "read,underwrite,write-state",
      rpm_limit: 100_000,
    });
    keys.push(key);
  }
}
const server = startServer({
  TWOFLAT_SNAPSHOT: dir,
  TWOFLAT_DATA_DIR: dataDir,
  TWOFLAT_PORT: "0",
  TWOFLAT_LOG: "error",
});
const url = await server.url;
const port = Number(new URL(url).port);
const clients = keys.map((_, n) =>
  Deno.createHttpClient({ localAddress: `127.0.1.${1 + n}` })
);
const bearer = (n: number) => ({
  authorization: `Bearer ${keys[n % OWNERS]}`,
});
const idOf = (n: number) =>
  tables.parcels.property_id.at((n * 7919) % tables.parcels.rows);

/** The n-th call of an owner: one in twenty is hostile. */
function callOf(n: number, owner: number): [path: string, init: RequestInit] {
  if (n % 20 === 0) {
    const hostile: readonly [string, RequestInit][] = [
      ["/api/comps/%ff%00", { headers: bearer(owner) }],
      ["/nowhere", {}],
      ["/api/health", { headers: { authorization: "Bearer svct_x" } }],
      ["/mcp", {
        method: "POST",
        body: "[".repeat(5_000),
        headers: { "content-type": "application/json" },
      }],
      ["/api/underwrite", {
        method: "POST",
        body: "x".repeat(70_000),
        headers: bearer(owner),
      }],
    ];
    return hostile[(n / 20) % hostile.length];
  }
  const headers = { ...bearer(owner), "content-type": "application/json" };
  const post = (path: string, body: unknown): [string, RequestInit] => [
    path,
    { method: "POST", headers, body: JSON.stringify(body) },
  ];
  switch (n % 5) {
    case 0:
      return post("/api/me/notes", {
        property_id: idOf(n % 200),
        text: `note ${n}`,
      });
    case 1:
      return post("/api/me/map/fly-to", { property_id: idOf(n) });
    case 2:
      return [`/api/comps/${idOf(n)}`, { headers }];
    case 3:
      return ["/api/health", {}];
    default:
      return ["/api/me/notes?limit=50", { headers }];
  }
}

const memory = (): number =>
  Number(
    /VmRSS:\s+(\d+)/.exec(
      Deno.readTextFileSync(`/proc/${server.child.pid}/status`),
    )?.[1],
  ) / 1024;
/** Seconds of CPU time that a process has used. */
const cpu = (pid: number): number => {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ")[1];
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) / 100;
};
const stored = (): number =>
  [...Deno.readDirSync(dataDir)].reduce(
    (sum, { name }) => sum + Deno.statSync(`${dataDir}/${name}`).size,
    0,
  ) / 1e6;

let over = false;
function idle(n: number): void {
  if (over) return;
  const socket = connect({
    host: "127.0.0.1",
    port,
    localAddress: `127.0.0.${2 + n % 50}`,
  });
  socket.on("error", () => {});
  socket.on("close", () => setTimeout(idle, 1_000, n));
}
for (let n = 0; n < IDLE; n++) idle(n);
const ended = new AbortController();
for (let n = 0; n < STREAMS; n++) {
  fetch(`${url}/api/events`, {
    headers: bearer(n),
    client: clients[n % OWNERS],
    signal: ended.signal,
  })
    .then(async ({ body }) => {
      for await (const _ of body!);
    }).catch(() => {});
}

/** Calls at a rate for some seconds, and tells what came of it. */
async function callAt(rate: number, seconds: number, eachMinute = () => {}) {
  const statuses = new Map<number, number>();
  const times: number[] = [];
  const calls = new Set<Promise<void>>();
  const used = [Deno.pid, server.child.pid].map(cpu);
  const start = performance.now();
  let told = 0;
  let sent = 0;
  for (; performance.now() - start < seconds * 1_000; sent++) {
    const next = start + sent * 1_000 / rate - performance.now();
    if (next > 0) await new Promise((resolve) => setTimeout(resolve, next));
    const owner = count % OWNERS;
    const [path, init] = callOf(Math.floor(count++ / OWNERS), owner);
    const client = clients[owner];
    const from = performance.now();
    const call = fetch(url + path, { ...init, client }).then(
      async ({ status, body }) => {
        await body?.cancel();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      },
      () => void statuses.set(0, (statuses.get(0) ?? 0) + 1),
    ).then(() => {
      times.push(performance.now() - from);
      calls.delete(call);
    });
    calls.add(call);
    if (performance.now() - start >= (told + 1) * 60_000) {
      told++;
      eachMinute();
    }
  }
  const took = (performance.now() - start) / 1_000;
  const behind = calls.size;
  await Promise.all(calls);
  times.sort((a, b) => a - b);
  const [caller, served] = [Deno.pid, server.child.pid].map((pid, n) =>
    (cpu(pid) - used[n]) / took
  );
  const p99 = times[Math.floor(times.length * 0.99)];
  const failed = [...statuses].some(([status]) => status >= 500 || status < 1);
  const byStatus = [...statuses].sort(([a], [b]) => a - b)
    .map(([status, n]) => `${status}: ${n}`).join(", ");
  const line = `${(sent / took).toFixed(0)}/s: ${sent} calls, ${byStatus}` +
    ` (0: no answer); p50 ${times[times.length >> 1].toFixed(1)} ms, p99 ${
      p99.toFixed(1)
    } ms, ${behind} open at the end; CPU a second: server ${
      served.toFixed(2)
    }, caller ${caller.toFixed(2)}`;
  const saturated = failed || p99 > SLOW || behind > rate ||
    sent / took < rate * 0.95;
  return { line, failed, saturated };
}

const size = () =>
  `${memory().toFixed(0)} MiB, store ${stored().toFixed(1)} MB`;

/** Raises the rate until the server is saturated. */
async function findSaturation(seconds: number): Promise<void> {
  await callAt(FIRST, 5);
  let held = 0;
  for (let rate = FIRST;; rate = Math.round(rate * GROWTH)) {
    const { line, saturated } = await callAt(rate, seconds);
    console.log(`${line}; ${size()}`);
    if (saturated) break;
    held = rate;
  }
  console.log(`holds ${held} calls a second; half is ${Math.floor(held / 2)}`);
}

let count = 0;
let failed = false;
try {
  if (Deno.args[0] === "saturation") {
    await findSaturation(Number(Deno.args[1] ?? 10));
  } else {
    const [minutes, rate] = [Deno.args[0] ?? 2, Deno.args[1] ?? 60].map(Number);
    let minute = 0;
    console.log(`minute 0: ${size()}`);
    const outcome = await callAt(
      rate,
      minutes * 60,
      () => console.log(`minute ${++minute}: ${size()}`),
    );
    console.log(`${outcome.line}; ${size()}`);
    failed = outcome.failed;
  }
} finally {
  over = true;
  ended.abort();
  server.child.kill("SIGTERM");
  await server.ended;
  await Deno.remove(dataDir, { recursive: true });
}
Deno.exit(failed ? 1 : 0);
