/**
 * The service for other people's test suites: the whole product on the demo county, with a store
 * of its own. Prints its address, a key with every scope, the key's id and the operator's secret as
 * JSON, ends with stdin.
 *
 * `--open` gives every caller every scope without a key, for suites that cannot send one;
 * `--fixtures` adds the tools, resources and prompts that the official MCP suite asks for.
 */
import { Scope } from "../../contracts/scope.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { openAccess } from "../../core/access/access.ts";
import { keysIn } from "../../core/access/keys.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import type { Principal } from "../../core/access/principal.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { savedItems } from "../../core/service/workspace.ts";
import type { App } from "../../routes/app.ts";
import { listen } from "../../routes/listen.ts";
import { sampleApp, unlimited } from "../app.ts";
import { DEMO_DAY, demoSnapshot } from "../demo.ts";
import { serverWithFixtures } from "./fixtures.ts";

const EVERYBODY: Principal = {
  kind: "key",
  id: "everybody",
  owner: "everybody",
  scopes: new Set(Scope.options),
  perMinute: 100_000,
};

const store = await Deno.openKv(":memory:");
const keys = keysIn(store);
const wanted = {
  email: "conform@example.com",
  scopes: Scope.options.join(","),
  rpm_limit: 100_000,
};
const { key, id } = await keys.issue(wanted);
// Another of the same owner, which may be changed and ended.
await keys.issue(wanted);
const access = Deno.args.includes("--open")
  ? { ...unlimited(), identify: () => Promise.resolve(EVERYBODY) }
  : openAccess(store);
const secret = crypto.randomUUID();
const app = sampleApp({
  writeSecret: secret,
  registry: compileRegistry(OPERATIONS),
  snapshot: await demoSnapshot(),
  today: () => dayOf(DEMO_DAY),
  keys,
  saved: savedItems(store),
  // Without a key there are 30 calls a minute, fewer than any suite makes.
  access: { ...access, admit: unlimited().admit },
}, Deno.args.includes("--fixtures") ? serverWithFixtures : undefined);
// Each call comes from a network of its own: those that fail are not counted together.
let calls = 0;
const alone: App = {
  ...app,
  fetch: (request, from = {}) =>
    app.fetch(request, {
      ...from,
      peer: `10.${++calls >> 16 & 255}.${calls >> 8 & 255}.${calls & 255}`,
    }),
};
const server = listen(alone, "127.0.0.1", 0);
console.log(JSON.stringify({ url: server.url, key, id, secret }));
for await (const _ of Deno.stdin.readable);
await server.stop();
await access.flush();
store.close();
