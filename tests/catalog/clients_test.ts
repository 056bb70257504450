import assert from "node:assert/strict";
import { Scope } from "../../contracts/scope.ts";
import type { Access } from "../../core/access/access.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { snapshotInventory } from "../../core/inventory/snapshot_inventory.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { cooperativeYield } from "../../core/service/cooperative_yield.ts";
import type { Operation } from "../../core/service/operation.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { listen, type Listening } from "../../routes/listen.ts";
import { sampleApp, unlimited } from "../../harness/app.ts";
import { CLIENTS } from "../routes/mcp/clients.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import { sample } from "../../harness/sample.ts";

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

/** The product on the demo county, for a caller with every scope. */
async function serveProduct(): Promise<Listening> {
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
  return listen(app, "127.0.0.1", 0);
}

Deno.test("every official client lists and calls every tool, also by its old name", async () => {
  const server = await serveProduct();
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

Deno.test("deprecated names are listed after the current ones to every client that asks", async () => {
  const server = await serveProduct();
  try {
    for (const path of ["/mcp", "/mcp/oauth"]) {
      for (const { connect } of CLIENTS) {
        await using client = await connect(
          new URL(`${path}?deprecated=true`, server.url),
        );
        const listed = await client.listTools();
        assert.deepEqual(
          listed.map(({ name }) => name),
          [
            ...registry.tools.map(({ name }) => name),
            "search_deals",
            "comps",
            "underwrite",
          ],
        );
        for (const { name, description } of listed.slice(-3)) {
          const { operation, alias } = registry.find(name)!;
          assert(
            description?.includes(
              `works at least until ${
                alias!.sunset
              }. Use ${operation.contract.name}.`,
            ),
          );
          const { isError } = await client.callTool(name, LEGACY[name]);
          assert(!isError, name);
        }
      }
    }
  } finally {
    await server.stop();
  }
});

/** How long a step of `longSample` keeps the process busy, milliseconds. */
const STEP_MS = 5;

/** The sample as work of twenty steps. The tenth is repeated until `isOver`, or for half a minute. */
function longSample(isOver: () => boolean): Operation {
  return {
    ...sample,
    run: async (context, input) => {
      const step = cooperativeYield(context, 20, "steps");
      const latest = performance.now() + 30_000;
      for (let done = 1; done < 20;) {
        const until = performance.now() + STEP_MS;
        while (performance.now() < until);
        await step(done);
        if (done !== 10 || isOver() || performance.now() > latest) done++;
      }
      return sample.run(context, sample.contract.input.parse(input));
    },
  } as Operation;
}

/** Serves `longSample`. */
function serveLong(
  isOver: () => boolean,
  note: Access["note"] = () => {},
): Listening {
  const app = sampleApp({
    registry: compileRegistry([longSample(isOver)]),
    access: { ...unlimited("underwrite"), note },
  });
  return listen(app, "127.0.0.1", 0);
}

Deno.test("a long call tells every official client how far it is, and lets others in between", async () => {
  for (const { connect } of CLIENTS) {
    let answered = 0;
    const server = serveLong(() => answered > 0);
    try {
      await using client = await connect(new URL("/mcp", server.url));
      const told: number[] = [];
      let between = 0;
      const others: Promise<void>[] = [];
      const askInBetween = async () => {
        const response = await fetch(new URL("/api/health", server.url));
        await response.body?.cancel();
        answered++;
      };
      await client.callTool("estimate_rent", { price: 200_000 }, {
        onprogress: ({ progress, total }) => {
          told.push(progress / total!);
          others.push(askInBetween());
        },
      }).then(() => between = answered);
      await Promise.all(others);
      assert(between > 0, client.name);
      assert(told.length < 20 && told.every((part) => part > 0 && part < 1));
      assert.deepEqual(told, [...new Set(told)].sort((a, b) => a - b));
    } finally {
      await server.stop();
    }
  }
});

Deno.test("a call that its client cancels ends before its work is done", async () => {
  const { promise: outcome, resolve } = Promise.withResolvers<string>();
  const server = serveLong(
    () => false,
    (_, call) => resolve(call.outcome),
  );
  try {
    const { connect } = CLIENTS.find((each) => each.revision === "2026-07-28")!;
    await using client = await connect(new URL("/mcp", server.url));
    const cancel = new AbortController();
    await assert.rejects(() =>
      client.callTool("estimate_rent", { price: 200_000 }, {
        signal: cancel.signal,
        onprogress: () => cancel.abort(),
      })
    );
    assert.equal(await outcome, "busy");
  } finally {
    await server.stop();
  }
});

Deno.test("the first search of a server tells how far it is, and ends when canceled", async () => {
  const search = registry.find("search_investment_inventory")!.operation;
  // A county of its own: the index of another test's county may be made already.
  const snapshot = { ...await demoSnapshot() };
  const listings = snapshotInventory(snapshot);
  assert(listings.size > 100, "more than a slice of work");
  // Each listing takes a millisecond to read, so that no machine is done before it tells.
  const inventory = new Proxy(listings, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        const until = performance.now() + 1;
        while (name === "get" && performance.now() < until);
        return value.apply(target, given);
      };
    },
  });
  const context = { snapshot, inventory, today: dayOf(DEMO_DAY) };
  const input = search.contract.input.parse({});
  await assert.rejects(
    async () => {
      await search.run({ ...context, signal: AbortSignal.abort() }, input);
    },
    { code: "busy" },
  );
  const told: number[] = [];
  await search.run(
    { ...context, progress: (done, total) => told.push(done / total) },
    input,
  );
  assert(told.length > 0 && told.every((part) => part > 0 && part < 1));
});
