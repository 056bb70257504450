/**
 * One server's daily run as a process of its own; prints its report. Arguments: store, time in
 * epoch milliseconds, and the commit to the store after which it is killed.
 */
import { runDaily } from "../../core/jobs/daily.ts";
import { dailySteps } from "../../core/jobs/daily_steps.ts";
import { ListingSet } from "../../core/inventory/listing_set.ts";
import { demoSnapshot } from "../../harness/demo.ts";
import { someListings, TODAY } from "../jobs/alerts/listings.ts";

const [store, at, last] = Deno.args;
const snapshot = await demoSnapshot();
const inventory = ListingSet.of(someListings(snapshot, 8, Number(at)), 1);
const kv = await Deno.openKv(store);
const atomic = kv.atomic.bind(kv);
let commits = 0;
kv.atomic = () => {
  const operation = atomic();
  const commit = operation.commit.bind(operation);
  operation.commit = async () => {
    const result = await commit();
    if (++commits === Number(last)) Deno.kill(Deno.pid, "SIGKILL");
    return result;
  };
  return operation;
};
const started = performance.now();
const report = await runDaily(
  kv,
  dailySteps({
    kv,
    snapshot: () => snapshot,
    inventory: () => inventory,
    today: () => TODAY,
    feeds: [],
    env: () => undefined,
  }),
  { now: () => Number(at) + Math.round(performance.now() - started) },
);
console.log(JSON.stringify(report));
kv.close();
