import assert from "node:assert/strict";
import { Health } from "../../contracts/health.ts";
import { publishSnapshot } from "../../core/snapshot/published/publish.ts";
import {
  publishedAt,
  type PublishedSnapshots,
} from "../../core/snapshot/published/source.ts";
import type { Snapshot } from "../../core/snapshot/open.ts";
import { withTable } from "../../core/snapshot/with_table.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import { objectStore } from "../../harness/object_store.ts";
import {
  type ServerProcess,
  startServer,
} from "../../harness/server_process.ts";
import { until } from "../jobs/outbox.ts";

/** Requests a second, of both servers together; the full measure is 500. */
const RATE = Deno.env.has("LONG_TESTS") ? 500 : 40;
const SERVERS = 2;
const SECRET = "swap".repeat(10);

/** One answer to the load. */
interface Answered {
  readonly server: number;
  readonly path: string;
  /** What was wrong; null for an answer with status 200. */
  readonly error: string | null;
  readonly body: string;
  /** Milliseconds since the load began: when it was due, sent and answered. */
  readonly due: number;
  readonly sent: number;
  readonly end: number;
}

/** Another snapshot in a directory: the same county with larger homes. */
async function larger({ dir, id, tables }: Snapshot, to: string) {
  const parcels = {
    ...tables.parcels,
    bldg_sqft: tables.parcels.bldg_sqft.map((each) => Math.round(each * 1.2)),
  };
  const { code, stderr } = await new Deno.Command("cp", {
    args: ["-r", dir, to],
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  const { id: other } = await withTable(to, id, "parcels", parcels, {
    dataset: "larger homes",
    reports: [],
  });
  return other;
}

/** Publishes what has every file of the newest but the first one's last byte. */
async function publishBroken(at: PublishedSnapshots) {
  const pointer = await (await at.get("current.json")).json();
  const [first, ...others] = pointer.files;
  for (const { file } of [first, ...others]) {
    const answer = await at.get(`${pointer.id}/${file}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const end = file === first.file ? -1 : undefined;
    await at.put(`broken/${file}`, bytes.slice(0, end));
  }
  const published_at = new Date().toISOString();
  const broken = { ...pointer, id: "broken", published_at };
  await at.put(
    "current.json",
    new TextEncoder().encode(JSON.stringify(broken)),
  );
}

/** Paths to ask, mostly those that cost little, as of a map. */
function pathsOf({ tables: { parcels } }: Snapshot): string[] {
  const id = (n: number) =>
    parcels.property_id.at(Math.floor(parcels.rows * n / 9));
  const box = "west=-88.5&south=41.4&east=-87.4&north=42.6";
  const cheap = [
    `/api/listings?${box}&limit=5`,
    "/api/tract/17031160700",
    ...[1, 2].map((n) => `/api/property-history?property_id=${id(n)}`),
    ...[3, 4].map((n) => `/api/risk/${id(n)}`),
    `/api/suggest?q=w%20north`,
  ];
  const values = [5, 6, 7].map((n) => `/api/comps/${id(n)}`);
  return [...cheap, ...cheap, ...cheap, ...values];
}

/**
 * Asks at a rate until it is stopped, whether answers come or not; on a machine too slow for the rate
 * no more wait for an answer than come due in two seconds.
 */
function load(
  urls: readonly string[],
  paths: readonly string[],
  headers: HeadersInit,
) {
  const answers: Answered[] = [];
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  const now = () => performance.now() - began;
  const ask = async (n: number, due: number) => {
    const server = n % urls.length;
    const path = paths[Math.floor(n / urls.length) % paths.length];
    const sent = now();
    let [error, body]: [string | null, string] = [null, ""];
    try {
      const answer = await fetch(`${urls[server]}${path}`, { headers });
      body = await answer.text();
      if (answer.status !== 200) error = `${answer.status}: ${body}`;
    } catch (cause) {
      error = String(cause);
    }
    answers.push({ server, path, error, body, due, sent, end: now() });
  };
  let next = 0;
  const timer = setInterval(() => {
    for (
      ;
      next / RATE * 1_000 <= now() && underWay.size < 2 * RATE;
      next++
    ) {
      const asking = ask(next, next / RATE * 1_000)
        .finally(() => underWay.delete(asking));
      underWay.add(asking);
    }
  }, 2);
  return {
    now,
    /** Waits until every server has answered so many requests that were sent from now on. */
    async answered(count: number): Promise<void> {
      const from = now();
      await until(() =>
        urls.every((_, n) =>
          answers.filter(({ server, sent }) => server === n && sent >= from)
            .length >= count
        )
      );
    },
    async stop(): Promise<readonly Answered[]> {
      clearInterval(timer);
      await Promise.all(underWay);
      return answers;
    },
  };
}

const healthOf = async (url: string): Promise<Health> =>
  Health.parse(await (await fetch(`${url}/api/health`)).json());

/** What each path answers. */
async function bodiesOf(
  url: string,
  paths: readonly string[],
  headers: HeadersInit,
): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  for (const path of new Set(paths)) {
    const answer = await fetch(`${url}${path}`, { headers });
    bodies.set(path, await answer.text());
    assert.equal(answer.status, 200, `${path}: ${bodies.get(path)}`);
  }
  return bodies;
}

const percentile = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.floor(share * (sorted.length - 1))]);

Deno.test(`a snapshot is swapped on ${SERVERS} servers during ${RATE} requests/s: no error, no mixed answer, and a broken one is refused`, async () => {
  const first = await demoSnapshot();
  const home = await Deno.makeTempDir();
  const second = await larger(first, `${home}/second`);
  await using store = objectStore();
  const at = publishedAt(store.address, store.env);
  await publishSnapshot(first.dir, at);
  const servers: ServerProcess[] = Array.from(
    { length: SERVERS },
    (_, n) =>
      startServer({
        ...store.settings,
        TWOFLAT_SNAPSHOT: store.address,
        TWOFLAT_SNAPSHOT_SECONDS: "3600",
        TWOFLAT_TODAY: DEMO_DAY,
        TWOFLAT_DATA_DIR: `${home}/data${n}`,
        TWOFLAT_WRITE_SECRET: SECRET,
        // As behind a proxy: one peer has all connections.
        TWOFLAT_TRUSTED_PROXIES: "127.0.0.1",
        TWOFLAT_LOG: "warn",
        TWOFLAT_PORT: "0",
        KV_URL: `${home}/store.kv`,
      }),
  );
  const look = () => servers.forEach(({ child }) => child.kill("SIGHUP"));
  try {
    const urls = await Promise.all(servers.map(({ url }) => url));
    const issued = await fetch(`${urls[0]}/api/keys`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${SECRET}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({
        scopes: "read,underwrite",
        rpm_limit: 100_000,
        email: "swap@example.com",
      }),
    });
    const { key } = await issued.json();
    const headers = { authorization: `Bearer ${key}` };
    const paths = pathsOf(first);
    const before = await bodiesOf(urls[0], paths, headers);
    assert.deepEqual(await bodiesOf(urls[1], paths, headers), before);

    const { now, answered, stop } = load(urls, paths, headers);
    await answered(RATE);
    await publishSnapshot(`${home}/second`, at);
    const swapping = now();
    look();
    const all = async (holds: (health: Health) => boolean) =>
      (await Promise.all(urls.map(healthOf))).every(holds);
    await until(() => all(({ snapshot }) => snapshot.id === second));
    const swapped = now();
    await answered(RATE / 2);
    await publishBroken(at);
    look();
    await until(() => all(({ status }) => status === "degraded"));
    const answers = await stop();

    const after = await bodiesOf(urls[0], paths, headers);
    assert.deepEqual(await bodiesOf(urls[1], paths, headers), after);
    for (const path of before.keys()) {
      assert.notEqual(before.get(path), after.get(path), `${path} tells`);
    }
    assert.deepEqual(answers.filter(({ error }) => error !== null), []);
    const isFirst = ({ path, body }: Answered) => body === before.get(path);
    const isSecond = ({ path, body }: Answered) => body === after.get(path);
    const mixed = answers.filter((each) => !isFirst(each) && !isSecond(each));
    assert.deepEqual(mixed, [], "each answer is of one snapshot");
    for (let server = 0; server < SERVERS; server++) {
      const own = answers.filter((each) => each.server === server);
      const switched = Math.min(...own.filter(isSecond).map(({ end }) => end));
      const late = own.filter((each) => isFirst(each) && each.sent > switched);
      assert.deepEqual(late, [], "none goes back");
      assert.ok(own.some(isFirst) && own.some(isSecond));
    }
    for (
      const { problems, snapshot } of await Promise.all(urls.map(healthOf))
    ) {
      assert.equal(snapshot.id, second, "the good one serves on");
      assert.match(problems.join(), /does not match its hash/);
    }
    const waits = (some: readonly Answered[]) => {
      const sorted = some.map(({ due, end }) => end - due).sort((a, b) =>
        a - b
      );
      return `p50 ${percentile(sorted, 0.5)}, p99 ${
        percentile(sorted, 0.99)
      }, most ${percentile(sorted, 1)} ms`;
    };
    const during = ({ due }: Answered) => due >= swapping && due <= swapped;
    console.log(
      `${answers.length} answers: ${
        waits(answers.filter((a) => !during(a)))
      }; ${answers.filter(during).length} during a swap of ${
        Math.round(swapped - swapping)
      } ms: ${waits(answers.filter(during))}`,
    );
  } finally {
    for (const { child } of servers) child.kill("SIGKILL");
    await Promise.all(servers.map(({ ended }) => ended));
    await Deno.remove(home, { recursive: true });
  }
});
