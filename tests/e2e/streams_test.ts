import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const WORKER = fileURLToPath(new URL("streams_worker.ts", import.meta.url));
const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));

/** Starts a server over the store at `path`; the first one makes a key. */
async function serve(path: string, owners: number) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "-P=test",
      "--config",
      CONFIG,
      WORKER,
      path,
      "0",
      `${owners}`,
      "refusing",
    ],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { value, done } = await reader.read();
    assert(!done, "the server did not start");
    text += value;
  }
  reader.cancel();
  const { url, keys } = JSON.parse(text) as { url: string; keys: string[] };
  return { child, url, keys };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads an owner's events until `last`, whatever happens to the connection; cut now and then on purpose. */
async function follow(url: () => string, key: string, last: number) {
  const got: number[] = [];
  for (let fruitless = 0; got.at(-1) !== last; fruitless++) {
    const cut = new AbortController();
    const before = got.length;
    // A connection that brought nothing lets the next one last longer: a slow machine gets on too.
    const lasts = (200 + Math.random() * 1_500) * (1 + fruitless);
    const timer = setTimeout(() => cut.abort(), lasts);
    try {
      const response = await fetch(`${url()}/api/events`, {
        headers: {
          authorization: `Bearer ${key}`,
          "last-event-id": `${got.at(-1) ?? 0}`,
        },
        signal: cut.signal,
      });
      // Full, or all streams of the account taken until one is cut.
      if (response.status === 503 || response.status === 409) {
        refused++;
        throw new Error("the server is full");
      }
      assert.equal(response.status, 200);
      let text = "";
      for await (
        const chunk of response.body!.pipeThrough(new TextDecoderStream())
      ) {
        text += chunk;
        const frames = text.split("\n\n");
        text = frames.pop()!;
        for (const frame of frames) {
          const id = /^id: (\d+)$/m.exec(frame)?.[1];
          if (id !== undefined) got.push(Number(id));
        }
        if (got.at(-1) === last) break;
      }
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      await pause(50);
    } finally {
      clearTimeout(timer);
      cut.abort();
      if (got.length > before) fruitless = -1;
    }
  }
  return got;
}

/** Streams that were refused. */
let refused = 0;

const LONG = Deno.env.has("LONG_TESTS");
const EVENTS = LONG ? 500 : 120;
const READERS = LONG ? 24 : 12;
const KILLS = LONG ? 5 : 2;

Deno.test("events reach every reader in order, none missing or twice, through cut connections, full servers and killed ones", async () => {
  const path = `${await Deno.makeTempDir()}/kv`;
  let server = await serve(path, 1);
  const [key] = server.keys;
  const readers = Array.from(
    { length: READERS },
    () => follow(() => server.url, key, EVENTS),
  );
  for (let n = 1; n <= EVENTS; n++) {
    if (n % Math.ceil(EVENTS / (KILLS + 1)) === 0) {
      server.child.kill("SIGKILL");
      await server.child.status;
      server = await serve(path, 0);
    }
    for (;;) {
      try {
        // Repeated with its key, a call that was cut appends nothing twice.
        const response = await fetch(`${server.url}/api/me/map/filters`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${key}`,
            "content-type": "application/json",
            "idempotency-key": `event-${n}`,
          },
          body: JSON.stringify({ min_percentile: n % 100 }),
        });
        if (response.status === 503) throw new Error("the server is full");
        assert.equal(response.status, 200, await response.clone().text());
        assert.equal((await response.json()).seq, n);
        break;
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        await pause(50);
      }
    }
  }
  const expected = Array.from({ length: EVENTS }, (_, n) => n + 1);
  for (const reader of readers) assert.deepEqual(await reader, expected);
  assert(refused > 0);
  server.child.kill();
  await server.child.status;
});
