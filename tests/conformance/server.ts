/**
 * The service for other people's test suites: the whole product on the demo county, without
 * limits and with every scope for everybody; with `--fixtures` also the tools, resources and prompts that the
 * official MCP suite asks for. Prints its address, ends with stdin.
 */
import { Scope } from "../../contracts/scope.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { compileRegistry } from "../../core/operations/registry.ts";
import { listen } from "../../routes/listen.ts";
import { sampleApp, unlimited } from "../routes/harness.ts";
import { serverWithFixtures } from "./fixtures.ts";
import { DEMO_DAY, demoSnapshot } from "../support/demo.ts";

const snapshot = await demoSnapshot();
const app = sampleApp({
  registry: compileRegistry(OPERATIONS),
  snapshot,
  today: () => dayOf(DEMO_DAY),
  access: {
    ...unlimited(),
    identify: () =>
      Promise.resolve({
        kind: "key",
        id: "conform",
        owner: "conform",
        scopes: new Set(Scope.options),
        perMinute: 1e6,
      }),
  },
}, Deno.args.includes("--fixtures") ? serverWithFixtures : undefined);
const server = listen(app, "127.0.0.1", 0);
console.log(server.url);
for await (const _ of Deno.stdin.readable);
await server.stop();
