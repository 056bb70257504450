/**
 * Mixed traffic for a while: calls at a steady rate, a twentieth of them hostile, beside idle
 * sockets and event streams. Tells statuses, memory and what the store grew by. On loopback only.
 *
 * Usage: `deno run -A tests/attack/mixed.ts [minutes] [calls a second]`; reading a process's memory needs all permissions
 */
import { connect } from "node:net";
import { keysIn } from "../../core/access/keys.ts";
import { openStore } from "../../core/store/open.ts";
import { demoSnapshot } from "../../harness/demo.ts";
import { startServer } from "../../harness/server_process.ts";

const [minutes, rate] = [Number(Deno.args[0] ?? 2), Number(Deno.args[1] ?? 60)];
const IDLE = 500;
const STREAMS = 50;

const { dir, tables } = await demoSnapshot();
const dataDir = await Deno.makeTempDir();
const keys: string[] = [];
{
  using kv = await openStore({ dataDir });
  for (let n = 0; n < 5; n++) {
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
const statuses = new Map<number, number>();
const bearer = (n: number) => ({
  authorization: `Bearer ${keys[n % keys.length]}`,
});
const idOf = (n: number) =>
  tables.parcels.property_id.at((n * 7919) % tables.parcels.rows);

/** The n-th call: one in twenty is hostile. */
function callOf(n: number): [path: string, init: RequestInit] {
  if (n % 20 === 0) {
    const hostile: readonly [string, RequestInit][] = [
      ["/api/comps/%ff%00", { headers: bearer(n) }],
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
        headers: bearer(n),
      }],
    ];
    return hostile[(n / 20) % hostile.length];
  }
  const headers = { ...bearer(n), "content-type": "application/json" };
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
  fetch(`${url}/api/events`, { headers: bearer(n), signal: ended.signal })
    .then(async ({ body }) => {
      for await (const _ of body!);
    }).catch(() => {});
}
const start = performance.now();
const calls: Promise<void>[] = [];
let told = 0;
for (let n = 0; performance.now() - start < minutes * 60_000; n++) {
  const [path, init] = callOf(n);
  calls.push(
    fetch(url + path, init).then(async ({ status, body }) => {
      await body?.cancel();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }, () => void statuses.set(0, (statuses.get(0) ?? 0) + 1)),
  );
  const passed = Math.floor((performance.now() - start) / 60_000);
  if (n === 0 || passed > told) {
    told = passed;
    console.log(
      `minute ${passed}: ${memory().toFixed(0)} MiB, store ${
        stored().toFixed(1)
      } MB`,
    );
  }
  const next = start + (n + 1) * 1_000 / rate - performance.now();
  if (next > 0) await new Promise((resolve) => setTimeout(resolve, next));
}
await Promise.all(calls);
console.log(
  `${calls.length} calls; by status (0: no answer) ${
    [...statuses].sort().map(([status, n]) => `${status}: ${n}`).join(", ")
  }; ${memory().toFixed(0)} MiB, store ${stored().toFixed(1)} MB`,
);
over = true;
ended.abort();
server.child.kill("SIGTERM");
await server.ended;
await Deno.remove(dataDir, { recursive: true });
const failed = [...statuses].some(([status]) => status >= 500 || status === 0);
Deno.exit(failed ? 1 : 0);
