import assert from "node:assert/strict";
import { Fault } from "../../contracts/errors.ts";
import { SodaClient, type SodaOptions } from "../../core/ingest/soda.ts";
import {
  SodaServer,
  type SodaServerOptions,
} from "../../fixtures/soda/server.ts";

const ID = "wvhk-k5uv";
const ROWS = 25;
const CSV = "pin,year,sale_date,sale_price,is_multisale,township_code\n" +
  Array.from(
    { length: ROWS },
    (_, i) =>
      `0${i},${2020 + i % 3},2022-01-${String(i + 1).padStart(2, "0")},${
        100 + i
      },${i % 2 ? "True" : "False"},${70 + i % 2}\n`,
  ).join("");

/** A portal with one small dataset, and a client that does not wait long. */
async function withPortal(
  use: (client: SodaClient, server: SodaServer) => Promise<void>,
  client: SodaOptions = {},
  server: Partial<SodaServerOptions> = {},
): Promise<void> {
  await using portal = await SodaServer.start({
    datasets: { [ID]: CSV },
    ...server,
  });
  await use(
    new SodaClient({ baseUrl: portal.url, firstWait: 1, ...client }),
    portal,
  );
}

const lines = (csv: string) => csv.trimEnd().split("\n");
const all = { select: ":id,pin", order: ":id", limit: 100 };

Deno.test("SodaClient.csv() reads pages that together are every row once", () =>
  withPortal(async (client) => {
    const seen: string[] = [];
    for (let offset = 0;; offset += 10) {
      const [header, ...rows] = lines(
        await client.csv(ID, {
          select: ":*,*",
          order: ":id",
          limit: 10,
          offset,
        }),
      );
      assert.match(header, /^":id",":created_at",":updated_at","pin"/);
      seen.push(...rows);
      if (rows.length < 10) break;
    }
    assert.equal(seen.length, ROWS);
    assert.equal(new Set(seen).size, ROWS);
  }));

Deno.test("SodaClient.csv() limits rows by conditions on text, numbers and dates", () =>
  withPortal(async (client) => {
    const count = async (where: string) =>
      lines(await client.csv(ID, { ...all, where })).length - 1;
    assert.equal(await count("township_code in ('70')"), 13);
    assert.equal(await count("year >= '2022' and township_code = '71'"), 4);
    assert.equal(await count("starts_with(pin, '01') or pin = '00'"), 12);
    assert.equal(await count(":updated_at > '2026-11-01T06:00:00.000Z'"), 0);
    assert.equal(await count("not (year = 2020)"), 16);
  }));

Deno.test("SodaClient.aggregate() reads one value", () =>
  withPortal(async (client) => {
    assert.equal(await client.aggregate(ID, "count(*)"), "25");
    assert.equal(
      await client.aggregate(ID, "max(year)", "year < 2022"),
      "2021",
    );
    assert.equal(
      await client.aggregate(ID, "max(year)", "year > 2030"),
      undefined,
    );
  }));

Deno.test("SodaClient retries 429, 500, 502, 503, 504 and broken connections, telling why", async () => {
  const told: string[] = [];
  await withPortal(async (client, server) => {
    server.mishap([
      { status: 429 },
      { status: 500 },
      { status: 502 },
      { status: 503 },
      { status: 504 },
      { cutAfter: 40 },
    ]);
    assert.equal(lines(await client.csv(ID, all)).length, ROWS + 1);
    assert.deepEqual(told, [
      "status 429",
      "status 500",
      "status 502",
      "status 503",
      "status 504",
      "the connection broke",
    ]);
    assert.equal(server.requests.length, 7);
  }, { onRetry: (reason) => told.push(reason) });
});

Deno.test("SodaClient waits as long as Retry-After says, in seconds or until a date", () =>
  withPortal(async (client, server) => {
    const inTwoSeconds = () => new Date(Date.now() + 2000).toUTCString();
    for (const wish of [() => "1", inTwoSeconds]) {
      const retryAfter = wish();
      const due = retryAfter === "1"
        ? Date.now() + 1000
        : Date.parse(retryAfter);
      server.mishap([{ status: 429, retryAfter }]);
      await client.csv(ID, all);
      // A timer may be a hair early.
      assert(Date.now() >= due - 10, retryAfter);
    }
  }));

Deno.test("SodaClient gives up after the retries with what to do next", () =>
  withPortal(async (client, server) => {
    server.mishap(Array.from({ length: 9 }, () => ({ status: 503 }) as const));
    await assert.rejects(client.csv(ID, all), (error) => {
      assert(error instanceof Fault);
      assert.equal(error.code, "upstream_unavailable");
      assert.match(
        error.message,
        /dataset wvhk-k5uv: status 503, 3 times; run the same command again/,
      );
      return true;
    });
    assert.equal(server.requests.length, 3);
  }, { retries: 2 }));

Deno.test("SodaClient does not retry a query the portal refuses", () =>
  withPortal(async (client, server) => {
    for (
      const [where, message] of [
        ["price > 3", /it has no column "price"/],
        ["pin = 5", /Type mismatch/],
        ["pin = ", /Could not parse SoQL query/],
      ] as const
    ) {
      await assert.rejects(client.csv(ID, { ...all, where }), (error) => {
        assert(error instanceof Fault);
        assert.equal(error.code, "invalid_params");
        assert.equal(error.field, "where");
        assert.match(error.message, message);
        return true;
      });
    }
    await assert.rejects(
      client.csv("aaaa-0000", all),
      /the portal has no dataset aaaa-0000 \(status 404\)/,
    );
    assert.equal(server.requests.length, 4);
  }));

Deno.test("SodaClient sends its app token and a name of its own", async () => {
  await withPortal(
    async (client, server) => {
      await client.csv(ID, all);
      assert.equal(server.requests[0].appToken, "abc");
      assert.match(server.requests[0].userAgent!, /^twoflat/);
    },
    { appToken: "abc" },
    { appTokens: ["abc"], anonymousRequests: 0 },
  );
  await withPortal(
    async (client) => {
      await assert.rejects(client.csv(ID, all), /status 429/);
    },
    { retries: 1 },
    { anonymousRequests: 0 },
  );
  await withPortal(
    async (client) => {
      await assert.rejects(
        client.csv(ID, all),
        (error) => error instanceof Fault && error.field === "app_token",
      );
    },
    { appToken: "wrong" },
    { appTokens: ["abc"] },
  );
});

Deno.test("SodaClient stops at once when it is aborted, also while it waits", async () => {
  const abort = new AbortController();
  await withPortal(async (client, server) => {
    server.mishap([{ status: 429, retryAfter: "600" }]);
    await assert.rejects(client.csv(ID, all), /enough/);
  }, {
    signal: abort.signal,
    onRetry: () => setTimeout(() => abort.abort(new Error("enough"))),
  });
});

Deno.test("SodaClient speaks https, or http to this machine only", () => {
  for (
    const baseUrl of ["http://example.com", "ftp://127.0.0.1", "nonsense", ""]
  ) {
    assert.throws(
      () => new SodaClient({ baseUrl }),
      (error) => error instanceof Fault && error.field === "base_url",
      baseUrl,
    );
  }
  assert.equal(
    new SodaClient().baseUrl,
    "https://datacatalog.cookcountyil.gov",
  );
});
