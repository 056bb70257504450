/**
 * A second process on the same store: adds one to a counter 40 times and makes 200 calls from
 * one network. Prints how many calls passed. Argument: store.
 */
import { limiter } from "../../core/store/metering/limiter.ts";
import { openStore } from "../../core/store/open.ts";
import { transact } from "../../core/store/transact.ts";

const kv = await openStore({ kvUrl: Deno.args[0], dataDir: "" });
for (let n = 0; n < 40; n++) {
  await transact(kv, ["counter"], async (tx) => {
    tx.set(["counter"], (await tx.get<number>(["counter"]) ?? 0) + 1);
  }, { attempts: 500 });
}
// Both processes by one clock that stands, however far apart they start.
const limits = limiter(kv, { now: () => 1e12 });
const calls = await Promise.all(
  Array.from({ length: 200 }, () => limits.network("192.0.2.1", 30)),
);
console.log(
  JSON.stringify({ passed: calls.filter(({ allowed }) => allowed).length }),
);
kv.close();
