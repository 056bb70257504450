/** Serves the event streams of synthetic owners, a key printed a line; ends with its stdin. */
import { keyCredential, openAccess } from "../../core/access/access.ts";
import { updateMapFilters } from "../../core/operations/workspace/update_map_filters.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { keysIn } from "../../core/access/keys.ts";
import { savedItems } from "../../core/service/workspace.ts";
import { eventTail } from "../../core/store/events/tail.ts";
import { IssueKey } from "../../contracts/keys.ts";
import { sampleApp } from "../../harness/app.ts";
import { listen } from "../../routes/listen.ts";

/** One request of so many to a path is refused, as a full server does. */
const REFUSED = 7;

const [path, port, owners, refusing] = Deno.args;
const kv = await Deno.openKv(path);
const keys = keysIn(kv);
const access = openAccess(kv, [keyCredential(kv)]);
const app = sampleApp({
  registry: compileRegistry([updateMapFilters]),
  keys,
  access,
  saved: savedItems(kv),
  tail: eventTail(kv),
});
const asked = new Map<string, number>();
const refusals: typeof app = {
  ...app,
  fetch(request, connection) {
    const { pathname } = new URL(request.url);
    const count = (asked.get(pathname) ?? 0) + 1;
    asked.set(pathname, count);
    return count % REFUSED === 0
      ? new Response(null, { status: 503, headers: { "Retry-After": "1" } })
      : app.fetch(request, connection);
  },
};
const server = listen(
  refusing === "refusing" ? refusals : app,
  "127.0.0.1",
  Number(port),
  {
    // All readers of the test are on one machine.
    limits: { total: 3_000, perNetwork: 3_000 },
  },
);
const issued: string[] = [];
for (let n = 0; n < Number(owners); n++) {
  const { key } = await keys.issue(IssueKey.parse({
    email: `p${n}@example.com`,
    scopes: "read,write-state",
    rpm_limit: 100_000,
  }));
  issued.push(key);
}
console.log(JSON.stringify({ url: server.url, keys: issued }));
for await (const _ of Deno.stdin.readable);
Deno.exit();
