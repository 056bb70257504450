import assert from "node:assert/strict";
import {
  type Bucket,
  spendBucket,
  spendWindow,
  WINDOW,
} from "../../../core/store/metering/allowance.ts";
import { limiter } from "../../../core/store/metering/limiter.ts";
import {
  clientAddress,
  networkOf,
} from "../../../routes/middleware/client_address.ts";
import { problemOf, request } from "../../../harness/app.ts";
import { realApp } from "../../../harness/access.ts";
import fc from "../../fast_check.ts";

Deno.test("spendWindow() never lets more than the limit into any minute, and no fewer than fit", () => {
  const calls = fc.array(
    fc.tuple(fc.nat(20_000), fc.integer({ min: 1, max: 4 })),
  );
  fc.assert(fc.property(calls, (steps) => {
    let times: readonly number[] = [];
    const all: number[] = [];
    let now = 1e12;
    for (const [gap, asked] of steps) {
      now += gap;
      const recent = all.filter((time) => time > now - WINDOW).length;
      const { granted, state, remaining, wait } = spendWindow(
        times,
        asked,
        now,
        { perMinute: 5 },
      );
      assert.equal(granted, Math.min(asked, 5 - recent));
      assert.equal(remaining, 5 - recent - granted);
      all.push(...Array(granted).fill(now));
      times = state ?? times;
      assert(times.length <= 5);
      const oldest = all.find((time) => time > now - WINDOW)!;
      assert.equal(wait, oldest + WINDOW - now);
    }
  }));
});

Deno.test("spendBucket() grants what a bucket filled bit by bit would", () => {
  const calls = fc.array(fc.tuple(fc.nat(90), fc.integer({ min: 1, max: 4 })));
  fc.assert(fc.property(calls, (steps) => {
    // A bucket of six gets one back every ten seconds: steps of one second are exact.
    let bucket: Bucket | undefined;
    let tenths = 60;
    let now = 1e12;
    for (const [seconds, asked] of steps) {
      now += seconds * 1000;
      if (bucket) tenths = Math.min(60, tenths + seconds);
      const fits = Math.min(asked, Math.floor(tenths / 10));
      const { granted, state, remaining } = spendBucket(bucket, asked, now, {
        perMinute: 6,
      });
      assert.equal(granted, fits);
      tenths -= granted * 10;
      assert.equal(remaining, Math.floor(tenths / 10));
      bucket = state ?? bucket;
    }
  }));
});

Deno.test("a clock that is behind gives nothing away", () => {
  const full = spendWindow([], 5, 1e12, { perMinute: 5 }).state!;
  assert.equal(
    spendWindow(full, 1, 1e12 - 59_000, { perMinute: 5 }).granted,
    0,
  );
  const empty = spendBucket(undefined, 5, 1e12, { perMinute: 5 }).state!;
  assert.equal(
    spendBucket(empty, 1, 1e12 - 59_000, { perMinute: 5 }).granted,
    0,
  );
});

Deno.test("the headers of a limit agree, before and after it is reached", async () => {
  await using real = await realApp();
  const key = await real.issue({ rpm_limit: 3 });
  const headers = { authorization: `Bearer ${key}` };
  const call = () => real.app.fetch(request("/api/me/keys", { headers }));
  /** When the next call comes back, as the headers say, seconds: less with time. */
  let latest = 20;
  const inLess = (seconds: string | null | undefined) => {
    assert(Number(seconds) > 0 && Number(seconds) <= latest, `${seconds}`);
    latest = Number(seconds);
  };
  for (const left of [2, 1, 0]) {
    const response = await call();
    assert.equal(response.status, 200);
    await response.body?.cancel();
    assert.equal(
      response.headers.get("ratelimit-policy"),
      '"account";q=3;w=60',
    );
    const told = new RegExp(`^"account";r=${left};t=(\\d+)$`)
      .exec(response.headers.get("ratelimit")!);
    inLess(told?.[1]);
    if (left === 2) assert.equal(latest, 20);
    assert.equal(response.headers.get("retry-after"), null);
  }
  const refused = await call();
  assert.equal(refused.status, 429);
  const wait = refused.headers.get("retry-after");
  inLess(wait);
  assert.equal(refused.headers.get("ratelimit"), `"account";r=0;t=${wait}`);
  assert.equal(refused.headers.get("ratelimit-policy"), '"account";q=3;w=60');
  assert.equal((await problemOf(refused)).code, "rate_limited");
});

Deno.test("a refused call is refused on MCP too, as a JSON-RPC error", async () => {
  await using real = await realApp();
  const call = () =>
    real.app.fetch(request("/mcp", { method: "POST" }), { peer: "192.0.2.9" });
  for (let n = 0; n < 30; n++) assert.equal((await call()).status, 415);
  const refused = await call();
  assert.equal(refused.status, 429);
  assert.equal((await refused.json()).error.data.code, "rate_limited");
});

Deno.test("X-Forwarded-For changes nothing unless a trusted proxy sends it", async () => {
  const hops = "198.51.100.1, 203.0.113.7";
  assert.equal(clientAddress([])("192.0.2.1", hops), "192.0.2.1");
  const behind = clientAddress(["192.0.2.0/24", "fd00::/8"]);
  assert.equal(behind("192.0.2.1", hops), "203.0.113.7");
  assert.equal(behind("192.0.2.1", "198.51.100.1, 192.0.2.9"), "198.51.100.1");
  assert.equal(behind("192.0.2.1", undefined), "192.0.2.1");
  assert.equal(behind("192.0.2.1", "what, ever"), "192.0.2.1");
  assert.equal(behind("192.0.2.1", "<script>, 203.0.113.7"), "203.0.113.7");
  assert.equal(behind("198.51.100.2", hops), "198.51.100.2");
  assert.equal(behind("::ffff:192.0.2.1", hops), "203.0.113.7");
  assert.equal(behind("fd00::1", "2001:db8::7"), "2001:db8::7");

  await using real = await realApp();
  let passed = 0;
  for (let n = 0; n < 60; n++) {
    const { status } = await real.app.fetch(
      request("/api/nothing", {
        headers: {
          "x-forwarded-for": `10.0.0.${n}`,
          forwarded: `for=10.0.0.${n}`,
        },
      }),
      { peer: "192.0.2.1" },
    );
    if (status === 404) passed++;
  }
  assert.equal(passed, 30);
});

Deno.test("an IPv6 network of one household counts as one", () => {
  assert.equal(networkOf("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  assert.equal(networkOf("2001:db8:1:2::9"), "2001:db8:1:2::/64");
  assert.notEqual(networkOf("2001:db8:1:3::9"), networkOf("2001:db8:1:2::9"));
  assert.equal(networkOf("192.0.2.1"), "192.0.2.1");
});

Deno.test("networks beyond what is tracked are counted together, the others each by itself", async () => {
  const kv = await Deno.openKv(":memory:");
  const limits = limiter(kv, { slots: 1, networksInSlot: 2 });
  const passes = async (network: string) =>
    (await limits.network(network, 2)).allowed;
  assert.deepEqual([await passes("a"), await passes("b")], [true, true]);
  assert.deepEqual([await passes("c"), await passes("d")], [true, true]);
  assert.deepEqual([await passes("e"), await passes("f")], [false, false]);
  assert.deepEqual([await passes("a"), await passes("b")], [true, true]);
  kv.close();
});

Deno.test("an attacker with many addresses cannot fill the store", async () => {
  const kv = await Deno.openKv(":memory:");
  const limits = limiter(kv, { slots: 64 });
  await Promise.all(
    Array.from(
      { length: 3_000 },
      (_, n) => limits.network(`2001:db8:${n.toString(16)}:1::/64`, 30),
    ),
  );
  const rows = await Array.fromAsync(
    kv.list<unknown[]>({ prefix: ["limits"] }),
    ({ value }) => value.length,
  );
  assert.equal(rows.length, 64);
  assert(Math.max(...rows) <= 17);
  kv.close();
});
