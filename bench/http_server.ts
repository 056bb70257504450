/**
 * A server of the demo county for `bench/mcp.ts` and `bench/rest.ts`: prints its address and
 * some properties, then its CPU time for every line on stdin, and ends with stdin. With `--sample` it
 * has two trivial tools instead of the product's.
 */
import process from "node:process";
import { prepareValuation } from "../core/engine/valuation/value.ts";
import { answerDay } from "../core/operations/answer_day.ts";
import { OPERATIONS } from "../core/operations/mod.ts";
import { compileRegistry } from "../core/operations/registry.ts";
import { openDemo } from "../fixtures/demo/ensure.ts";
import { listen } from "../routes/listen.ts";
import { sampleApp } from "../tests/routes/harness.ts";
import { spreadSubjects } from "../tests/support/surfaces.ts";

const { app, subjects } = Deno.args.includes("--sample")
  ? { app: sampleApp(), subjects: [] }
  : await demo();
const server = listen(app, "127.0.0.1", 0);
console.log(JSON.stringify({ url: server.url, subjects }));
for await (const _ of Deno.stdin.readable) {
  console.log(JSON.stringify(process.cpuUsage()));
}
await server.stop();

/** The product on the demo county. */
async function demo() {
  const snapshot = await openDemo(".twoflat", { now: Date.now() });
  prepareValuation(snapshot);
  const today = answerDay(snapshot, undefined, Date.now());
  const app = sampleApp({
    registry: compileRegistry(OPERATIONS),
    snapshot,
    today: () => today,
  });
  const subjects = spreadSubjects(snapshot, 600).flatMap((subject) =>
    "property_id" in subject ? [subject.property_id] : []
  );
  return { app, subjects };
}
