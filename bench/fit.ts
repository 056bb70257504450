/**
 * How long `twoflat fit` takes, wall and CPU, in parts: the past valued, and the trees trained.
 * `deno run -A bench/fit.ts SNAPSHOT [trees|linear] [workers]`. The snapshot is copied first and
 * stays as it is.
 */
import { cp } from "node:fs/promises";
import process from "node:process";
import { fitSnapshot } from "../core/modeling/fit.ts";

const [dir, priceModel = "trees", workers] = Deno.args;
if (dir === undefined || (priceModel !== "trees" && priceModel !== "linear")) {
  console.error("usage: bench/fit.ts SNAPSHOT [trees|linear] [workers]");
  Deno.exit(2);
}
const home = await Deno.makeTempDir({ prefix: "twoflat-bench-" });
try {
  await cp(dir, home, { recursive: true });
  const marks = new Map<string, number>();
  const start = performance.now();
  const { snapshot, past } = await fitSnapshot(home, {
    priceModel,
    workers: workers === undefined ? undefined : Number(workers),
    progress: (_done, _total, what) => {
      if (!marks.has(what)) marks.set(what, performance.now());
    },
  });
  const end = performance.now();
  const steps = [...marks];
  for (const [i, [what, from]] of steps.entries()) {
    const until = steps[i + 1]?.[1] ?? end;
    console.log(`${what}: ${((until - from) / 1000).toFixed(1)} s`);
  }
  const { user, system } = process.cpuUsage();
  const bytes = snapshot.manifest.model.files
    .reduce((sum, file) => sum + file.bytes, 0);
  console.log(
    `in all ${((end - start) / 1000).toFixed(1)} s, CPU ${
      ((user + system) / 1e6).toFixed(1)
    } s; ${past.sales.length} past sales valued, model of ${
      Math.ceil(bytes / 1024)
    } KiB`,
  );
} finally {
  await Deno.remove(home, { recursive: true });
}
