/**
 * What knowing, limiting and metering a caller costs: CPU time a call with a key against the
 * same route open to all, on a file store, in one run. Rounds alternate, so that both meet the
 * same machine. `deno run -P=bench bench/access.ts`
 */
import process from "node:process";
import { IssueKey } from "../contracts/keys.ts";
import { openAccess } from "../core/access/access.ts";
import { keysIn } from "../core/access/keys.ts";
import type { App } from "../routes/app.ts";
import { request, sampleApp } from "../harness/app.ts";

const ROUNDS = 8;
const CALLS = 2_000;

const dir = await Deno.makeTempDir();
const kv = await Deno.openKv(`${dir}/kv`);
const access = openAccess(kv);
const keys = keysIn(kv);
const bare = sampleApp();
const real = sampleApp({ access, keys });
const authorization = `Bearer ${
  (await keys.issue(IssueKey.parse({
    email: "bench@example.com",
    scopes: "read,underwrite",
    rpm_limit: 100_000,
  }))).key
}`;

/** CPU microseconds a call. */
async function round(
  app: App,
  parallel: number,
  headers: Record<string, string>,
  status: number,
): Promise<number> {
  // A bucket does not hold all rounds: each starts with a full one.
  for await (const { key } of kv.list({ prefix: ["limits", "account"] })) {
    await kv.delete(key);
  }
  await access.flush();
  const before = process.cpuUsage();
  for (let done = 0; done < CALLS; done += parallel) {
    await Promise.all(
      Array.from({ length: parallel }, async () => {
        const asked = request("/api/rent-at/41.85,-87.65?price=100", {
          headers,
        });
        const response = await app.fetch(asked, { peer: "192.0.2.1" });
        await response.arrayBuffer();
        if (response.status !== status) throw new Error(`${response.status}`);
      }),
    );
  }
  await access.flush();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

function report(name: string, times: readonly number[]): number {
  const mean = times.reduce((sum, time) => sum + time) / times.length;
  const sd = Math.sqrt(
    times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / times.length,
  );
  console.log(
    `${name.padEnd(34)} min ${Math.min(...times).toFixed(0).padStart(4)}  ` +
      `mean ${mean.toFixed(0).padStart(4)} +- ${sd.toFixed(0)} us CPU`,
  );
  return mean;
}

for (const parallel of [1, 16, 64]) {
  const times: [number[], number[]] = [[], []];
  for (let n = -1; n < ROUNDS; n++) {
    const both = [
      await round(bare, parallel, {}, 200),
      await round(real, parallel, { authorization }, 200),
    ];
    if (n >= 0) both.forEach((time, at) => times[at].push(time));
  }
  const open = report(`${parallel} at a time, bare`, times[0]);
  const keyed = report(`${parallel} at a time, with a key`, times[1]);
  console.log(`${"".padEnd(34)} overhead ${(keyed - open).toFixed(0)} us`);
}

for (let n = 0; n < 30; n++) {
  await (await real.fetch(request("/api/none"), { peer: "192.0.2.1" })).text();
}
const refused: number[] = [];
for (let n = 0; n < ROUNDS; n++) refused.push(await round(real, 16, {}, 429));
report("refused, anonymous", refused);
kv.close();
await Deno.remove(dir, { recursive: true });
