/** One server's daily run as a process of its own, to be killed. Arguments: store, time in epoch milliseconds. */
import { runDaily } from "../../core/jobs/daily.ts";
import { dailySteps } from "../../core/jobs/daily_steps.ts";
import { ListingSet } from "../../core/inventory/listing_set.ts";
import { demoSnapshot } from "../../harness/demo.ts";
import { someListings, TODAY } from "../jobs/alerts/listings.ts";

const [store, at] = Deno.args;
const snapshot = await demoSnapshot();
const inventory = ListingSet.of(someListings(snapshot, 8, Number(at)), 1);
const kv = await Deno.openKv(store);
const started = performance.now();
console.log("running");
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
