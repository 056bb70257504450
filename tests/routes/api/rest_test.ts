import assert from "node:assert/strict";
import { LIMITS } from "../../../contracts/constants/limits.ts";
import { Health } from "../../../contracts/health.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { memorySnapshot } from "../../../core/snapshot/memory.ts";
import { bareSnapshot, sample } from "../../../harness/sample.ts";
import {
  post,
  problemOf,
  request,
  sampleApp,
  unlimited,
} from "../../../harness/app.ts";

const app = sampleApp();

Deno.test("a POST route answers what the operation answers", async () => {
  const response = await app.fetch(post("/api/rent", { price: 200_000 }));
  assert.equal(response.status, 200);
  const answer = sample.contract.output.parse(await response.json());
  assert.equal(answer.rent, 2000);
});

Deno.test("a GET route reads its subject from the path and types its query", async () => {
  for (
    const [path, input] of [
      ["41.85,-87.65?price=1", { lat: 41.85, lon: -87.65, price: 1 }],
      ["17-29-423-012-0000?price=1e3", {
        property_id: "17-29-423-012-0000",
        price: 1000,
      }],
      ["3101%20S%20Halsted%20St?price=1&units=2&owner_occupied=true", {
        address: "3101 S Halsted St",
        price: 1,
        units: 2,
        owner_occupied: true,
      }],
      ["1%2F2%20Main%20St?price=1&tags=a,b", {
        address: "1/2 Main St",
        price: 1,
        tags: ["a", "b"],
      }],
    ] as const
  ) {
    const response = await app.fetch(request(`/api/rent-at/${path}`));
    assert.equal(response.status, 200, path);
    const { disclosure } = sample.contract.output.parse(await response.json());
    const seen = JSON.parse(disclosure);
    assert.deepEqual(seen, { units: 1, ...input });
  }
});

Deno.test("a GET is revalidated by its ETag", async () => {
  const first = await app.fetch(request("/api/rent-at/Main?price=1"));
  const etag = first.headers.get("etag")!;
  assert(etag);
  const again = await app.fetch(
    request("/api/rent-at/Main?price=1", {
      headers: { "if-none-match": etag },
    }),
  );
  assert.equal(again.status, 304);
  assert(again.headers.get("x-request-id"));
  const other = await app.fetch(
    request("/api/rent-at/Main?price=2", {
      headers: { "if-none-match": etag },
    }),
  );
  assert.equal(other.status, 200);
});

Deno.test("HEAD answers the headers of GET", async () => {
  const response = await app.fetch(
    request("/api/rent-at/Main?price=1", { method: "HEAD" }),
  );
  assert.equal(response.status, 200);
  assert.equal(await response.text(), "");
});

Deno.test("health says what is served", async () => {
  const response = await sampleApp({ snapshot: bareSnapshot(true) })
    .fetch(request("/api/health"));
  const answer = Health.parse(await response.json());
  assert.equal(answer.last_run, null);
  assert.equal(answer.stale_model_rows, 0);
  assert.deepEqual(answer.warnings.map(({ code }) => code), ["synthetic_data"]);
  assert.equal(response.headers.get("cache-control"), "no-store");
});

Deno.test("health is not ok with old data, or with a newer snapshot that cannot be served", async () => {
  const told = async (options: Parameters<typeof sampleApp>[0]) =>
    Health.parse(
      await (await sampleApp(options).fetch(request("/api/health"))).json(),
    );
  const fresh = await told({ snapshot: bareSnapshot() });
  assert.deepEqual([fresh.status, fresh.problems], ["ok", []]);
  const old = await told({
    snapshot: memorySnapshot({
      parcels: [{ property_id: "1" }],
      sales: [{ property_id: "1", sale_date: dayOf("2015-03-06") }],
    }),
  });
  assert.equal(old.status, "degraded");
  assert.match(old.problems[0], /newest sale is of 2015-03-06/);
  const replaced = await told({
    snapshot: bareSnapshot(),
    snapshotProblem: () => "sales.arrow does not match its hash",
  });
  assert.equal(replaced.status, "degraded");
  assert.match(
    replaced.problems[0],
    /newer snapshot cannot be served: sales.arrow does not match/,
  );
});

Deno.test("a caller's own request id is used when it is a plain one", async () => {
  const id = async (given: string) =>
    (await app.fetch(
      request("/api/health", { headers: { "x-request-id": given } }),
    ))
      .headers.get("x-request-id");
  assert.equal(await id("abc-123"), "abc-123");
  assert.match((await id("<script>"))!, /^[0-9a-f-]{36}$/);
});

Deno.test("wrong paths and methods are problems, with Allow", async () => {
  const missing = await app.fetch(request("/api/nothing"));
  assert.equal((await problemOf(missing)).code, "not_found");
  const put = await app.fetch(request("/api/rent", { method: "PUT" }));
  assert.equal(put.headers.get("allow"), "POST");
  assert.equal((await problemOf(put)).code, "method_not_allowed");
  const remove = await app.fetch(
    request("/api/rent-at/x", { method: "DELETE" }),
  );
  assert.equal(remove.headers.get("allow"), "GET, HEAD");
  assert.equal((await problemOf(remove)).code, "method_not_allowed");
});

Deno.test("a body that is too large is 413, declared or not", async () => {
  const body = `{"address":"${"x".repeat(LIMITS.body_bytes)}"}`;
  const declared = await app.fetch(
    post("/api/rent", body, { "content-length": "65600" }),
  );
  assert.equal((await problemOf(declared)).code, "payload_too_large");
  const streamed = await app.fetch(post("/api/rent", body));
  assert.equal((await problemOf(streamed)).code, "payload_too_large");
});

Deno.test("a defect is told as internal, without its message", async () => {
  const response = await app.fetch(
    post("/api/rent", { price: 1, address: "broken" }),
  );
  const text = await response.clone().text();
  assert(!text.includes("secret"), text);
  assert.equal((await problemOf(response)).code, "internal");
});

Deno.test("a caller without a credential gets 401 and what to ask for", async () => {
  const reading = sampleApp({ access: unlimited("read") });
  const response = await reading.fetch(post("/api/rent", { price: 1 }));
  assert.match(
    response.headers.get("www-authenticate")!,
    /^Bearer .*scope="underwrite"/,
  );
  const problem = await problemOf(response);
  assert.equal(problem.code, "unauthorized");
  assert.equal(problem.status, 401);
  assert.deepEqual(problem.missing_scopes, ["underwrite"]);
});

Deno.test("pages of allowed origins may call, others may not", async () => {
  const preflight = (origin: string) =>
    app.fetch(request("/api/rent", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    }));
  for (const origin of ["https://map.example", "http://localhost:5173"]) {
    const response = await preflight(origin);
    assert.equal(response.status, 204);
    assert.equal(response.headers.get("access-control-allow-origin"), origin);
  }
  for (const origin of ["https://evil.example", "http://map.example", "null"]) {
    assert.equal(
      (await problemOf(await preflight(origin))).code,
      "forbidden_origin",
    );
  }
});

Deno.test("OPTIONS tells the methods of a path, and 404 where there is none", async () => {
  const ask = (path: string) => app.fetch(request(path, { method: "OPTIONS" }));
  for (
    const [path, allow] of [
      ["/api/rent", "POST, OPTIONS"],
      ["/api/health", "GET, HEAD, OPTIONS"],
      ["/api/rent-at/Main", "GET, HEAD, OPTIONS"],
    ]
  ) {
    const response = await ask(path);
    assert.equal(response.status, 204, path);
    assert.equal(response.headers.get("allow"), allow, path);
  }
  for (const path of ["/api/nothing", "/nothing", "/api/rent-at/a/b/c"]) {
    assert.equal((await problemOf(await ask(path))).code, "not_found", path);
  }
});

Deno.test("a host that is not ours is refused", async () => {
  for (const host of ["evil.example", "127.0.0.1.evil.example:8787", "", "["]) {
    const response = await app.fetch(
      request("/api/health", { headers: { host } }),
    );
    assert.equal((await problemOf(response)).code, "forbidden_origin", host);
  }
  const named = await app.fetch(
    request("/api/health", { headers: { host: "localhost:1" } }),
  );
  assert.equal(named.status, 200);
});

Deno.test("a service with an https address tells browsers to stay with TLS, another does not", async () => {
  const header = async (publicUrl?: string) =>
    (await sampleApp({ publicUrl }).fetch(request("/api/health"))).headers
      .get("strict-transport-security");
  assert.match((await header("https://twoflat.example"))!, /max-age=\d+/);
  assert.equal(await header("http://127.0.0.1:8787"), null);
  assert.equal(await header(), null);
});
