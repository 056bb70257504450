import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { configureLogging, log } from "../../../routes/middleware/logging.ts";
import { post, sampleApp } from "../../../harness/app.ts";

/** What is written to stderr, piece by piece, while `work` runs. */
async function written(
  least: Parameters<typeof configureLogging>[0],
  work: () => unknown,
): Promise<string[]> {
  const { error } = console;
  const pieces: string[] = [];
  console.error = (piece: string) => void pieces.push(piece);
  configureLogging(least);
  try {
    await work();
    await pause(150);
  } finally {
    configureLogging("off");
    console.error = error;
  }
  return pieces;
}

const said = (level: "info" | "error", message: string) =>
  log({ level, part: "http", message, properties: { n: 1 } });

Deno.test("lines of JSON are written together, an error at once with what waits", async () => {
  const pieces = await written("info", () => {
    said("info", "first");
    said("info", "second");
    said("error", "third");
    said("info", "fourth");
  });
  assert.equal(pieces.length, 2);
  const lines = pieces.join("\n").split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ message }) => message),
    ["first", "second", "third", "fourth"],
  );
  const { "@timestamp": at, ...line } = lines[2];
  assert(Math.abs(Date.parse(at) - Date.now()) < 60_000);
  assert.deepEqual(line, {
    level: "ERROR",
    message: "third",
    logger: "twoflat.http",
    n: 1,
  });
});

Deno.test("what is less severe than asked for is not written", async () => {
  const both = () => {
    said("info", "no");
    said("error", "yes");
  };
  const pieces = await written("warn", both);
  assert.deepEqual(pieces.map((piece) => JSON.parse(piece).message), ["yes"]);
  assert.deepEqual(await written("off", both), []);
});

Deno.test("a request is one line, without its query, and a key in its path is withheld", async () => {
  const app = sampleApp();
  const key = `svc_${"a".repeat(57)}`;
  const pieces = await written(
    "info",
    () => app.fetch(post(`/api/tools/${key}?secret=1`, {})),
  );
  const { method, path, status, ms, request_id } = JSON.parse(pieces.join());
  assert.equal(method, "POST");
  assert.equal(path, "/api/tools/svc_[withheld]");
  assert.equal(status, 404);
  assert(ms >= 0 && request_id.length === 36);
});

Deno.test("a refresh token, an authorization code or a cookie is withheld wherever it stands", async () => {
  const secret = "aB3".repeat(14) + "x";
  const pieces = await written("info", () => {
    for (
      const text of [
        `svcr_${"a".repeat(16)}${secret}`,
        `svct_${"a".repeat(16)}${secret}`,
        `at /oauth/token?code=${secret}`,
        `cookie twoflat_id=${secret};`,
      ]
    ) said("info", text);
  });
  assert(!pieces.join().includes(secret));
  assert.equal(pieces.join().match(/withheld/g)!.length, 4);
});
