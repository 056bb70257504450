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
const OWNERS = 20;
/** The time of the slowest call in a hundred at which the server counts as saturated, milliseconds. */
const SLOW = 1_000;
/** Calls a second of the first step, and how the rate grows from step to step. */
const [FIRST, GROWTH] = [100, 1.3];

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

/** What came of calls at a steady rate. */
interface Outcome {
  readonly statuses: ReadonlyMap<number, number>;
  /** Calls that stayed without an answer, in words. */
  readonly errors: ReadonlySet<string>;
  /** Milliseconds of each call, ascending. */
  readonly times: readonly number[];
  /** Calls a second. */
  readonly rate: number;
  /** Calls open when the last was made. */
  readonly behind: number;
  /** CPU seconds a second, of the caller and the server. */
  readonly cpu: readonly number[];
}

/** Makes calls at a rate for some seconds. */
async function callAt(rate: number, seconds: number): Promise<Outcome> {
  const statuses = new Map<number, number>();
  const errors = new Set<string>();
  const times: number[] = [];
  const open = new Set<Promise<void>>();
  const tally = (status: number) =>
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  async function call(n: number): Promise<void> {
    const owner = n % OWNERS;
    const [path, init] = callOf(Math.floor(n / OWNERS), owner);
    const start = performance.now();
    try {
      const client = clients[owner];
      const response = await fetch(url + path, { ...init, client });
      await response.body?.cancel();
      tally(response.status);
    } catch (error) {
      tally(0);
      errors.add(`${init.method ?? "GET"} ${path}: ${error}`);
    }
    times.push(performance.now() - start);
  }
  const pids = [Deno.pid, server.child.pid];
  const used = pids.map(cpu);
  const start = performance.now();
  let sent = 0;
  for (; performance.now() - start < seconds * 1_000; sent++) {
    const next = start + sent * 1_000 / rate - performance.now();
    if (next > 0) await new Promise((resolve) => setTimeout(resolve, next));
    const made = call(count++).finally(() => open.delete(made));
    open.add(made);
  }
  const took = (performance.now() - start) / 1_000;
  const behind = open.size;
  await Promise.all(open);
  return {
    statuses,
    errors,
    times: times.sort((a, b) => a - b),
    rate: sent / took,
    behind,
    cpu: pids.map((pid, n) => (cpu(pid) - used[n]) / took),
  };
}

const p99 = ({ times }: Outcome) => times[Math.floor(times.length * 0.99)];
const failures = ({ statuses }: Outcome) =>
  [...statuses].filter(([status]) => status === 0 || status >= 500).length;

function print(outcome: Outcome): void {
  const { statuses, errors, times, rate, behind, cpu } = outcome;
  for (const error of [...errors].slice(0, 10)) console.log(error);
  const byStatus = [...statuses].sort(([a], [b]) => a - b)
    .map(([status, n]) => `${status || "no answer"}: ${n}`).join(", ");
  const [p50, slow] = [times[times.length >> 1], p99(outcome)];
  console.log(
    `${rate.toFixed(0)}/s: ${times.length} calls, ${byStatus}; ` +
      `p50 ${p50.toFixed(1)} ms, p99 ${slow.toFixed(1)} ms, ${behind} open; ` +
      `CPU caller ${cpu[0].toFixed(2)}, server ${cpu[1].toFixed(2)}; ` +
      `store ${stored().toFixed(1)} MB`,
  );
}

/** Raises the rate until the server is saturated. */
async function findSaturation(seconds: number): Promise<void> {
  await callAt(FIRST, 5);
  let held = 0;
  for (let rate = FIRST;; rate = Math.round(rate * GROWTH)) {
    const outcome = await callAt(rate, seconds);
    print(outcome);
    const fellBehind = outcome.behind > rate || outcome.rate < rate * 0.95;
    if (failures(outcome) > 0 || p99(outcome) > SLOW || fellBehind) break;
    held = rate;
  }
  console.log(`holds ${held} calls a second; half is ${Math.floor(held / 2)}`);
}

/** Keeps a rate up for some minutes. The memory is the mean over each minute: collections make it a saw. */
async function keepUp(rate: number, minutes: number): Promise<boolean> {
  const means: number[] = [];
  let samples: number[] = [];
  const sampling = setInterval(() => {
    samples.push(memory());
    if (samples.length < 60) return;
    const mean = samples.reduce((sum, each) => sum + each) / samples.length;
    means.push(mean);
    samples = [];
    console.log(
      `minute ${means.length}: ${mean.toFixed(0)} MiB, store ${
        stored().toFixed(1)
      } MB`,
    );
  }, 1_000);
  const outcome = await callAt(rate, minutes * 60);
  clearInterval(sampling);
  print(outcome);
  const growth = means.at(-1)! / (means[4] ?? means.at(-1)) - 1;
  console.log(`memory since minute five: ${(growth * 100).toFixed(0)}%`);
  return failures(outcome) === 0 && growth <= 0.1;
}

let count = 0;
let isSound = true;
try {
  const [first, second] = Deno.args;
  if (first === "saturation") await findSaturation(Number(second ?? 10));
  else isSound = await keepUp(Number(second ?? 60), Number(first ?? 2));
} finally {
  over = true;
  ended.abort();
  server.child.kill("SIGTERM");
  await server.ended;
  await Deno.remove(dataDir, { recursive: true });
}
Deno.exit(isSound ? 0 : 1);
