/**
 * Measures how long each path keeps all other callers waiting at its largest legal input: the most
 * CPU time between two turns of the event loop, the first time, and the median and the most of nine
 * more, each with another input. CPU time of all threads, so that other programs do not count.
 *
 * Usage: `deno run -A tests/attack/longest_block.ts [snapshot]`; ends with status 1 beyond `MOST` milliseconds
 */
import process from "node:process";
import { prepareAnswers } from "../../core/service/prepare.ts";
import { openSnapshot } from "../../core/snapshot/open.ts";
import { snapshotInventory } from "../../core/inventory/snapshot_inventory.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { realApp, WRITE_SECRET } from "../../harness/access.ts";
import { post, request } from "../../harness/app.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";

/** How long a call may hold the event loop, milliseconds. */
const MOST = 50;

const [dir] = Deno.args;
const snapshot = dir === undefined
  ? await demoSnapshot()
  : await openSnapshot(dir);
const today = dir === undefined
  ? dayOf(DEMO_DAY)
  : Math.floor(Date.now() / 86_400_000);
// As a server does before it listens.
await prepareAnswers(snapshot, today);
const { parcels } = snapshot.tables;
await using real = await realApp({
  registry: compileRegistry(OPERATIONS),
  snapshot,
  inventory: () => snapshotInventory(snapshot),
  today: () => today,
});
const key = await real.issue({ scopes: "read,underwrite,write-state" });
const headers = {
  authorization: `Bearer ${key}`,
  "accept-encoding": "br",
};
const operator = { ...headers, authorization: `Bearer ${WRITE_SECRET}` };

const ids = (count: number, from = 0): string[] =>
  Array.from(
    { length: count },
    (_, n) => parcels.property_id.at((from * 13 + n) * 7919 % parcels.rows),
  );
const COUNTY = "west=-88.5&south=41.4&east=-87.4&north=42.6";
const polygon = Array.from({ length: 99 }, (_, n) => {
  const turn = n / 99 * 2 * Math.PI;
  return `${(-87.7 + Math.cos(turn) / 2).toFixed(5)},${
    (41.9 + Math.sin(turn) / 2).toFixed(5)
  }`;
}).join(";");
const assumptions = {
  purchase_price: 350_000,
  rehab_budget: 40_000,
  rate: 0.0675,
  vacancy: 0.05,
};
/** The largest search of sales that may be asked for. */
const WIDEST = { radius_m: 20_000, months: 120 };
const get = (path: string, given = headers) => () =>
  request(path, { headers: given });
const ask =
  (path: string, body: (round: number) => unknown) => (round: number) =>
    post(path, body(round), headers);
const mcp = (method: string, params: object) =>
  ask("/mcp", () => ({ jsonrpc: "2.0", id: 1, method, params }));

const notes = (round: number, count: number, length: number) => ({
  notes: Array.from({ length: count }, (_, n) => ({
    local_id: `${round}-${n}`,
    property_id: ids(1, round + n)[0],
    text: "x".repeat(length),
  })),
});
for (let round = 100; round < 120; round++) {
  await real.app.fetch(
    ask("/api/me/import", (n) => notes(n, 25, 2_000))(round),
  );
}
for (let n = 0; n < 250; n++) await real.issue({ label: `key ${n}` });

/** Each path at its largest legal input. */
const CALLS: readonly (readonly [string, (round: number) => Request])[] = [
  ["get_comps", (n) => request(`/api/comps/${ids(1, n)[0]}`, { headers })],
  [
    "get_comps, widest",
    ask("/api/tools/get_comps", (n) => ({
      property_id: ids(1, n + 9)[0],
      detail: "full",
      what_if: WIDEST,
    })),
  ],
  [
    "deep_underwrite_asset",
    ask("/api/underwrite", (n) => ({
      property_id: ids(1, n + 50)[0],
      custom_assumptions: assumptions,
    })),
  ],
  [
    "deep_underwrite_asset, widest",
    ask("/api/underwrite", (n) => ({
      property_id: ids(1, n + 70)[0],
      custom_assumptions: assumptions,
      what_if: WIDEST,
    })),
  ],
  [
    "compare_deals, 10",
    ask("/api/compare", (n) => ({
      properties: ids(10, n * 31).map((property_id) => ({
        property_id,
        purchase_price: 300_000,
      })),
    })),
  ],
  ["search, county, 200", get(`/api/listings?${COUNTY}&limit=200`)],
  [
    "search, 99 corners, 200",
    get(
      `/api/listings?polygon=${
        encodeURIComponent(polygon)
      }&limit=200&sort=cash_flow`,
    ),
  ],
  ["map_pins, zoom 0", get(`/api/map-pins?${COUNTY}&zoom=0`)],
  ["map_pins, zoom 22", get(`/api/map-pins?${COUNTY}&zoom=22`)],
  [
    "viewport_context, county",
    get(
      `/api/viewport-context?${COUNTY}&limit=200`,
    ),
  ],
  ["market_pulse", get("/api/market-pulse")],
  ["get_tract_report", get("/api/tract/17031160700")],
  [
    "get_property",
    (n) => request(`/api/property/${ids(1, n)[0]}`, { headers }),
  ],
  ["risk_report", (n) => request(`/api/risk/${ids(1, n)[0]}`, { headers })],
  [
    "property_history",
    (n) =>
      request(`/api/property-history?property_id=${ids(1, n)[0]}`, { headers }),
  ],
  [
    "suggest, 100 letters",
    (n) =>
      request(
        `/api/suggest?q=${"1234 w north ave ".repeat(5).slice(0, 80)}${n}`,
        {
          headers,
        },
      ),
  ],
  ["coverage", get("/api/coverage")],
  ["list_saved, 500 long notes", get("/api/saved?kind=notes&limit=200")],
  ["GET /api/me/notes, 200", get("/api/me/notes?limit=200")],
  ["export_saved", get("/api/me/export")],
  ["import_saved, 64 kB", ask("/api/me/import", (n) => notes(n, 28, 2_000))],
  ["import_saved, 400 short", ask("/api/me/import", (n) => notes(n, 400, 10))],
  [
    "highlight_properties, 200",
    ask("/api/me/map/highlights", (n) => ({
      property_ids: ids(200, n),
    })),
  ],
  ["GET /api/keys, 200", get("/api/keys?limit=200", operator)],
  ["GET /api/me/audit, 200", get("/api/me/audit?limit=200")],
  ["GET /api/me/usage", get("/api/me/usage")],
  ["/", get("/")],
  ["/docs", get("/docs")],
  ["/coverage", get("/coverage")],
  ["/changelog", get("/changelog")],
  ["/api/openapi.json", get("/api/openapi.json")],
  ["/mcp/v2/manifest", get("/mcp/v2/manifest")],
  ["mcp tools/list", mcp("tools/list", {})],
  [
    "mcp body of 64 kB",
    ask("/mcp", () => ({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "get_comps", arguments: { address: "x".repeat(65_000) } },
    })),
  ],
];

/** Paths whose largest input is refused for what it says, not for its size. */
const REFUSED = new Set(["mcp body of 64 kB"]);

/** Milliseconds of CPU that the process has used. */
const used = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Answers a request and returns the longest piece of work, with what was answered. */
async function longestPiece(asked: Request) {
  let last = used();
  let longest = 0;
  let isOver = false;
  const turn = () => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const response = await real.app.fetch(asked, { peer: "192.0.2.7" });
  const bytes = (await response.arrayBuffer()).byteLength;
  turn();
  isOver = true;
  return { longest, bytes, status: response.status };
}

const rows: string[] = [];
let isBeyond = false;
for (const [name, callOf] of CALLS) {
  const first = await longestPiece(callOf(0));
  const again = [];
  for (let n = 1; n <= 9; n++) again.push(await longestPiece(callOf(n)));
  const times = again.map(({ longest }) => longest).sort((a, b) => a - b);
  const bytes = Math.max(...again.map(({ bytes }) => bytes));
  const refused = again.some(({ status }) => status >= 400);
  isBeyond ||= times[4] > MOST || (refused && !REFUSED.has(name));
  rows.push(
    `| ${name} | ${first.status} | ${(bytes / 1000).toFixed(1)} | ${
      [first.longest, times[4], times[8]].map((ms) => ms.toFixed(0)).join(" | ")
    } |`,
  );
}
console.log(
  [
    "| path | status | most kB | first, ms | median, ms | most, ms |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n"),
);
process.exitCode = isBeyond ? 1 : 0;
