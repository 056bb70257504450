/**
 * A server of the demo county as it is in production: keys, limits, metering, audit and a log line
 * for every request; with `--open` none of these. Prints its address, a key and some properties,
 * then its CPU time for every line on stdin, and ends with stdin. With `--compared` it has the
 * tools of `bench/peers.ts`.
 */
import { compileRegistry } from "../core/service/registry.ts";
import { OPERATIONS } from "../core/operations/mod.ts";
import { listen } from "../routes/listen.ts";
import { configureLogging } from "../routes/middleware/logging.ts";
import { realApp } from "../harness/access.ts";
import { unlimited } from "../harness/app.ts";
import { answerCpu, COMPARED } from "./compared.ts";
import { demo } from "./demo.ts";

const isOpen = Deno.args.includes("--open");
configureLogging(isOpen ? "off" : "info");
const { snapshot, today, subjects } = await demo();
const operations = Deno.args.includes("--compared") ? COMPARED : OPERATIONS;
await using real = await realApp({
  registry: compileRegistry(operations),
  snapshot,
  today: () => today,
  publicUrl: "http://127.0.0.1",
  ...(isOpen && { access: unlimited("read", "underwrite") }),
});
const server = listen(real.app, "127.0.0.1", 0);
const key = await real.issue({ scopes: "read,underwrite" });
const headers = isOpen ? {} : { authorization: `Bearer ${key}` };
await answerCpu({ url: server.url, subjects, headers });
await server.stop();
