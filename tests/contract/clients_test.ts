import assert from "node:assert/strict";
import { Scope } from "../../contracts/scope.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { compileRegistry } from "../../core/operations/registry.ts";
import { listen } from "../../routes/listen.ts";
import { sampleApp, unlimited } from "../routes/harness.ts";
import { CLIENTS } from "../routes/mcp_clients.ts";
import { DEMO_DAY, demoSnapshot } from "../support/demo.ts";

/** What a caller of a deprecated name sends. */
const LEGACY: Readonly<Record<string, Record<string, unknown>>> = {
  search_deals: {},
  comps: { lat: 41.8381, lon: -87.6513 },
  underwrite: { lat: 41.8381, lon: -87.6513, price: 300_000 },
};

const registry = compileRegistry(OPERATIONS);
const tools = OPERATIONS.filter(({ contract }) => contract.tool !== false);
const calls = tools.flatMap(({ contract }) => [
  ...contract.examples.map(({ input }) => ({ name: contract.name, input })),
  ...contract.aliases.map(({ name }) => ({ name, input: LEGACY[name] })),
]);

Deno.test("every official client lists and calls every tool, also by its old name", async () => {
  const app = sampleApp({
    registry,
    snapshot: await demoSnapshot(),
    today: () => dayOf(DEMO_DAY),
    access: {
      ...unlimited(),
      identify: () =>
        Promise.resolve({
          kind: "key",
          id: "clients",
          owner: "clients",
          scopes: new Set(Scope.options),
          perMinute: 1e6,
        }),
    },
  });
  const server = listen(app, "127.0.0.1", 0);
  try {
    for (const { connect } of CLIENTS) {
      await using client = await connect(new URL("/mcp", server.url));
      assert.deepEqual(
        (await client.listTools()).map(({ name }) => name),
        tools.map(({ contract }) => contract.name),
      );
      for (const { name, input } of calls) {
        const { isError, content, structuredContent } = await client.callTool(
          name,
          { ...input },
        );
        assert(!isError, `${client.name}, ${name}: ${content[0].text}`);
        assert(structuredContent && content[0].text, name);
        const bytes = JSON.stringify(structuredContent).length;
        assert(bytes < 60_000, `${name}: ${bytes} bytes`);
        const { operation, alias } = registry.find(name)!;
        operation.contract.output.parse(structuredContent);
        const { warnings } = structuredContent as {
          warnings: { code: string }[];
        };
        assert.equal(
          warnings.some(({ code }) => code === "deprecated_name"),
          alias !== undefined,
        );
      }
    }
  } finally {
    await server.stop();
  }
});
