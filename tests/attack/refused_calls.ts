/**
 * Measures what a refused call costs beside an answered one: CPU time of all threads a call, without
 * the connection. The first 30 refusals of a network in a minute are told apart from the later ones.
 *
 * Usage: `deno run -A tests/attack/refused_calls.ts [calls]`; ends with status 1 when a refused call
 * costs more than three health checks
 */
import process from "node:process";
import { realApp } from "../../harness/access.ts";
import { post, request } from "../../harness/app.ts";

const CALLS = Number(Deno.args[0] ?? 2_000);

await using real = await realApp();
const bearer = (token: string) => ({
  headers: { authorization: `Bearer ${token}` },
});
const json = { "content-type": "application/json" };

/** Calls by what is wrong with them; the first is answered. */
const KINDS: readonly (readonly [string, () => Request])[] = [
  ["health, answered", () => request("/api/health")],
  ["false bearer", () => request("/api/coverage", bearer("svct_x"))],
  ["missing path", () => request("/nowhere")],
  ["method not allowed", () => request("/api/health", { method: "PUT" })],
  ["body of 70 kB", () => post("/mcp", "x".repeat(70_000), json)],
  ["body that is no JSON", () =>
    request("/mcp", {
      method: "POST",
      headers: json,
      body: "[".repeat(5_000),
    })],
  ["unknown field", () => request("/api/coverage?nowhere=1")],
  [
    "another host",
    () => request("/api/health", { headers: { host: "evil.example" } }),
  ],
];

/** Microseconds of CPU a call, and the statuses. */
async function cost(call: () => Request, calls: number, peer: string) {
  const statuses = new Set<number>();
  const before = process.cpuUsage();
  for (let n = 0; n < calls; n++) {
    const response = await real.app.fetch(call(), { peer });
    await response.body?.cancel();
    statuses.add(response.status);
  }
  const { user, system } = process.cpuUsage(before);
  return { micros: (user + system) / calls, statuses };
}

console.log(
  "| call | first 30, us | later, us | statuses |\n|---|---|---|---|",
);
let answered = Infinity;
for (const [name, call] of KINDS) {
  // Compiled by now.
  for (let n = 0; n < 10; n++) await cost(call, 30, `192.0.2.${n}`);
  const first = await cost(call, 30, "198.51.100.1");
  const later = await cost(call, CALLS, "198.51.100.1");
  const statuses = [...new Set([...first.statuses, ...later.statuses])];
  console.log(
    `| ${name} | ${first.micros.toFixed(0)} | ${later.micros.toFixed(0)} | ${
      statuses.join(", ")
    } |`,
  );
  if (answered === Infinity) answered = later.micros;
  else if (later.micros > 3 * answered) process.exitCode = 1;
}
