/** A server's outbox worker as a process of its own, to be killed. Arguments: store, number of workers. */
import { messageSender } from "../../core/jobs/send_message.ts";
import { outboxWorker } from "../../core/jobs/outbox_worker.ts";
import { LOCAL } from "../jobs/outbox.ts";

const [store, workers] = Deno.args;
const kv = await Deno.openKv(store);
for (let n = 0; n < Number(workers); n++) {
  outboxWorker(kv, messageSender({ outbound: LOCAL }), {
    pollMs: 50,
    delays: [100, 200, 300],
    // Longer than any attempt, on a slow machine too.
    leaseMs: 3_000,
    onError: (error) => console.error(error),
  });
}
console.log("working");
