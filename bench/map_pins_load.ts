/**
 * `GET /api/map-pins` over a socket, with a key: 1,000 requests a second for a minute over 30,000
 * listings (goal: p99 under 100 ms), then over 1,000,000. Requests come when they are due, whether
 * earlier ones are answered or not, and their time counts from then. Every request is another view:
 * zoom 8 to 18, one of a few sets of filters.
 *
 * Usage: `deno run --quiet -P=bench bench/map_pins_load.ts [LISTINGS] [PER_SECOND] [SECONDS]`
 */
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Random } from "../fixtures/demo/random.ts";
import { Connection } from "./http_connection.ts";
import { DENO, serveProgram } from "./http_load.ts";

const [listings = "30000", perSecond = "1000", lasting = "60"] = Deno.args;

/** Connections of the load, as of so many browsers behind one proxy. */
const CONNECTIONS = 48;

/** Filters that people put on a map. */
const FILTERS = [
  "",
  "&strategy=flip",
  "&max_price=350000",
  "&min_percentile=60",
  "&prop_types=sfh&min_beds=3",
];

const random = new Random(6);
const script = fileURLToPath(new URL("./inventory_server.ts", import.meta.url));
const [command, ...args] = DENO;
await using server = await serveProgram([
  command,
  ...args,
  "--v8-flags=--max-old-space-size=8000",
  "-P=bench",
  script,
  listings,
]);

function view(): string {
  const zoom = random.integer(8, 18);
  // A window of 1,280 by 800 pixels.
  const width = 360 * 1_280 / 512 / 2 ** zoom;
  const height = width * 800 / 1_280 * 0.75;
  const west = random.between(-87.95, -87.55) - width / 2;
  const south = random.between(41.6, 42.05) - height / 2;
  return `/api/map-pins?zoom=${zoom}&west=${west.toFixed(5)}&south=${
    south.toFixed(5)
  }&east=${(west + width).toFixed(5)}&north=${(south + height).toFixed(5)}${
    random.pick(FILTERS)
  }`;
}

/** Sends views at a pace, and returns how long each took from when it was due, milliseconds. */
async function run(pace: number, seconds: number): Promise<number[]> {
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => Connection.open(server.url)),
  );
  const times: number[] = [];
  const start = performance.now();
  let next = 0;
  await Promise.all(connections.map(async (connection) => {
    for (let n = next++; n < pace * seconds; n = next++) {
      const due = start + n * 1_000 / pace;
      const wait = due - performance.now();
      if (wait > 1) await delay(wait);
      const status = await connection.send({
        method: "GET",
        path: view(),
        headers: server.headers,
      });
      if (status !== 200) throw new Error(`status ${status}`);
      times.push(performance.now() - due);
    }
  }));
  for (const connection of connections) connection.close();
  return times.sort((a, b) => a - b);
}

await run(200, 5);
const cpu = await server.cpu();
const start = performance.now();
const times = await run(Number(perSecond), Number(lasting));
const seconds = (performance.now() - start) / 1_000;
const used = (await server.cpu() - cpu) / times.length;
const at = (share: number) =>
  times[Math.floor((times.length - 1) * share)].toFixed(1);
console.log(
  `${listings} listings: ${times.length} requests at ${perSecond}/s, answered at ${
    (times.length / seconds).toFixed(0)
  }/s; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms; ${
    used.toFixed(0)
  } us CPU a request`,
);
