import assert from "node:assert/strict";
import { accountLimit } from "../../../core/store/metering/account_limit.ts";
import { WINDOW } from "../../../core/store/metering/allowance.ts";
import fc from "../../fast_check.ts";

const POLICY = { perMinute: 60 };

Deno.test("servers together never grant more than the bucket, however calls are spread", async () => {
  const calls = fc.array(
    fc.tuple(fc.nat(2), fc.constantFrom(0, 1, 5, 40, 300, 1_200)),
    { minLength: 100, maxLength: 160 },
  );
  await fc.assert(
    fc.asyncProperty(calls, async (steps) => {
      const kv = await Deno.openKv(":memory:");
      const start = 1e12;
      let now = start;
      const servers = [0, 1, 2].map(() => accountLimit(kv, () => now));
      let granted = 0;
      for (const [server, gap] of steps) {
        now += gap;
        const { allowed, remaining } = await servers[server]("a", POLICY);
        if (allowed) granted++;
        assert(remaining >= 0);
        const most = POLICY.perMinute * (1 + (now - start) / WINDOW);
        assert(granted <= most + 1e-6, `${granted} of ${most}`);
      }
      kv.close();
    }),
    { numRuns: 15 },
  );
});

Deno.test("a burst over two servers passes exactly the bucket, also after they have taken calls ahead", async () => {
  const kv = await Deno.openKv(":memory:");
  const now = 1e12;
  const servers = [0, 1].map(() => accountLimit(kv, () => now));
  let granted = 0;
  for (let n = 0; n < 200; n++) {
    if ((await servers[n % 2]("a", POLICY)).allowed) granted++;
  }
  assert.equal(granted, 60);
  kv.close();
});

Deno.test("a caller who calls often costs few writes, and calls not made go back", async () => {
  const kv = await Deno.openKv(":memory:");
  const policy = { perMinute: 10_000 };
  let now = 1e12;
  const limit = accountLimit(kv, () => now);
  const versions = new Set<string | null>();
  for (let n = 0; n < 1_000; n++) {
    now += 2;
    assert((await limit("a", policy)).allowed);
    versions.add((await kv.get(["limits", "account", "a"])).versionstamp);
  }
  assert(versions.size < 30, `${versions.size} writes`);
  now += 1_500;
  const { remaining } = await limit("a", policy);
  // 1,001 calls made, some 580 come back in the 3.5 seconds; what is taken ahead is not lost.
  assert(remaining > 9_300, `${remaining}`);
  kv.close();
});
