import assert from "node:assert/strict";
import { countTokens } from "gpt-tokenizer";
import { Client } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { dayOf } from "../../core/engine/snapshot.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { listen } from "../../routes/listen.ts";
import { sampleApp } from "../../harness/app.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";

const registry = compileRegistry(OPERATIONS);

/** Arguments of prompts that are more than any text. */
const GOOD: Readonly<Record<string, string>> = {
  price: "350000",
  strategy: "flip",
};

for (const pin of [undefined, "2026-07-28"]) {
  const era = pin ?? "2025-11-25";
  Deno.test(`resources, prompts and completion over ${era}`, async () => {
    const app = sampleApp({
      registry,
      snapshot: await demoSnapshot(),
      today: () => dayOf(DEMO_DAY),
    });
    const server = listen(app, "127.0.0.1", 0);
    const client = new Client({ name: "test", version: "1" }, {
      versionNegotiation: { mode: pin ? { pin } : "legacy" },
    });
    try {
      await client.connect(
        new StreamableHTTPClientTransport(new URL("/mcp", server.url)),
      );
      const { resources } = await client.listResources();
      assert.equal(resources.length, 9);
      for (const { uri, mimeType } of resources) {
        const { contents: [content] } = await client.readResource({ uri });
        assert("text" in content && content.mimeType === mimeType);
        if (mimeType?.endsWith("json")) JSON.parse(content.text);
      }
      await assert.rejects(client.readResource({ uri: "twoflat://nothing" }));

      const { prompts } = await client.listPrompts();
      assert.equal(prompts.length, 3);
      for (const { name, arguments: args = [] } of prompts) {
        const given = Object.fromEntries(
          args.map(({ name }) => [name, GOOD[name] ?? `some ${name}`]),
        );
        const { messages } = await client.getPrompt({
          name,
          arguments: given,
        });
        const text = JSON.stringify(messages);
        for (const value of Object.values(given)) assert(text.includes(value));
        await assert.rejects(client.getPrompt({ name, arguments: {} }));
      }
      const underwrite = (given: Record<string, string>) =>
        client.getPrompt({
          name: "underwrite_address",
          arguments: { address: "3160 S Sangamon St", ...given },
        });
      for (const price of ["cheap", "0", "-1", "1e5", "350,000", "999999999"]) {
        await assert.rejects(underwrite({ price }), /price must be a purchase/);
      }
      await assert.rejects(
        underwrite({ strategy: "lottery" }),
        /strategy must be one of flip, brrrr/,
      );
      const complete = async (name: string, value: string) =>
        (await client.complete({
          ref: { type: "ref/prompt", name: "screen_neighborhood" },
          argument: { name, value },
        })).completion.values;
      assert((await complete("area", "irv")).includes("Irving Park"));
      assert((await complete("area", "park")).includes("Irving Park"));
      assert.deepEqual(await complete("area", "zzzz"), []);
      assert.deepEqual(await complete("strategy", "f"), ["flip"]);
      await assert.rejects(complete("nothing", ""));
    } finally {
      await client.close();
      await server.stop();
    }
  });
}

Deno.test("the tool catalog costs a model less than 12,000 tokens", () => {
  // What hosts put before the model: name, description and parameters.
  const shown = registry.tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    parameters: inputSchema,
  }));
  const tokens = shown.map((tool) => countTokens(JSON.stringify(tool)));
  const total = tokens.reduce((a, b) => a + b);
  const whole = countTokens(JSON.stringify(registry.tools));
  console.log(
    `      ${total} tokens for ${shown.length} tools; ${whole} with output schemas and annotations`,
  );
  assert(total < 12_000, `${total} tokens`);
});

/** Values whose names a stranger to the field would not understand. */
const UNCLEAR = ["brrrr", "section8", "mf2_4", "point-actionable", "no_read"];

Deno.test("every parameter of every tool says what it is, and what unclear values mean", () => {
  for (const { name, inputSchema } of registry.tools) {
    for (
      const [path, described, schema] of parametersOf(inputSchema as Parameter)
    ) {
      assert(described.trim() !== "", `${name}: ${path} has no description`);
      // The default of a strategy stands in every tool; what each means, where deals are looked for.
      if (path === "strategy" && !EXPLAINS_STRATEGIES.has(name)) continue;
      for (const value of schema.enum ?? []) {
        if (!UNCLEAR.includes(value)) continue;
        assert(described.includes(value), `${name}: ${path} leaves ${value}`);
      }
    }
  }
});

const EXPLAINS_STRATEGIES = new Set([
  "search_investment_inventory",
  "deep_underwrite_asset",
  "create_strategy_profile",
]);

interface Parameter {
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Parameter>>;
  readonly items?: Parameter;
}

/** Each parameter's path, all that is said of it, and the schema of its value or of its items. */
function* parametersOf(
  { properties = {} }: Parameter,
  under = "",
): Iterable<readonly [string, string, Parameter]> {
  for (const [name, schema] of Object.entries(properties)) {
    const path = `${under}${name}`;
    const { description = "", items } = schema;
    yield [path, `${description} ${items?.description ?? ""}`, items ?? schema];
    // A point's degrees are those of lat and lon beside it.
    if (name === "point") continue;
    yield* parametersOf(items ?? schema, `${path}.`);
  }
}
