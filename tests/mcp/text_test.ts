import assert from "node:assert/strict";
import { countTokens } from "gpt-tokenizer";
import { LOCAL } from "../../core/access/principal.ts";
import { dollars, whole } from "../../core/engine/figures.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { snapshotInventory } from "../../core/inventory/snapshot_inventory.ts";
import { callTool } from "../../core/mcp/server.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import { type DemoProperty, eachDemoState } from "../../harness/demo_states.ts";

/** Most tokens that the text about one property may cost a model. */
const MOST_TOKENS = 1_200;
/** Most that the data of `get_comps` may cost where nothing else is asked. */
const COMPS_TOKENS = 2_000;

const registry = compileRegistry(OPERATIONS);
const snapshot = await demoSnapshot();
const inventory = snapshotInventory(snapshot);
const properties = eachDemoState(snapshot);

type Json = Readonly<Record<string, unknown>>;

async function call(
  name: string,
  input: Json,
  today = dayOf(DEMO_DAY),
  textOnly = false,
) {
  const { content, structuredContent, isError } = await callTool(
    {
      registry,
      requestId: "text",
      textOnly,
      context: () => ({
        snapshot,
        today,
        principal: LOCAL,
        inventory,
        cursorSecret: "secret",
      }),
      onDefect: (error) => assert.fail(String(error)),
    },
    { name, arguments: input },
    {},
  );
  const texts = content.map((part) => part.type === "text" ? part.text : "");
  assert(!isError, texts[0]);
  return { texts, text: texts[0], answer: structuredContent as Json };
}

/** What a person would ask for, of an answer: each must stand in its text. */
function askedFor(answer: Json): string[] {
  const { subject, refusal, arv, fallback, price } = answer as {
    subject?: { property_id: string | null };
    refusal?: { reason: string; fix: string } | null;
    arv?: { conservative: number; aggressive: number } | null;
    fallback?: { low: number; high: number } | null;
    price?: { amount: number } | null;
  };
  const { deals, listings, disclosure, as_of } = answer as {
    deals?: Json[];
    listings?: Json[];
    disclosure?: string;
    as_of: string;
  };
  const { read } = answer as { read?: { verdict: string } };
  const ids = [answer, ...deals ?? [], ...listings ?? []].flatMap((
    each,
  ) => [each.property_id, each.valuation_id, each.analysis_id]);
  const figures = [
    arv?.conservative,
    arv?.aggressive,
    fallback?.low,
    fallback?.high,
    price?.amount,
  ].flatMap((figure) => figure === undefined ? [] : [dollars(figure)]);
  return [
    ...ids,
    subject?.property_id,
    refusal?.reason,
    refusal?.fix,
    ...figures,
    // That of a page of listings is of none of them.
    listings ? undefined : read?.verdict.replace("_", " "),
    answer.next_cursor,
    disclosure,
    as_of,
  ].filter((each): each is string => typeof each === "string");
}

/** The verdict's code, as a person says it. */
const plain = (text: string) => text.replaceAll("no_read", "no read");

const COMPARED = { lat: 41.6103, lon: -87.8464, purchase_price: 320_000 };

/** Every tool about a property. */
const CALLS: readonly (readonly [
  tool: string,
  input: (property: DemoProperty["input"]) => Json,
])[] = [
  ["get_comps", (property) => property],
  ["get_comps", (property) => ({ ...property, what_if: { bldg_sqft: 1_500 } })],
  ...["flip", "brrrr", "hold", "section8"].flatMap((strategy) =>
    [{}, { custom_assumptions: { purchase_price: 300_000 } }].map((
      more,
    ): typeof CALLS[number] => [
      "deep_underwrite_asset",
      (property) => ({ ...property, strategy, ...more }),
    ])
  ),
  ["risk_report", (property) => property],
  ["get_property", (property) => property],
  ["property_history", (property) => property],
  ["compare_deals", (property) => ({ properties: [property, COMPARED] })],
];

for (const [state, { input, today }] of properties) {
  Deno.test(`the text of every tool about a property says what is known: ${state}`, async () => {
    const { answer: brief } = await call("get_comps", input, today);
    assert(countTokens(JSON.stringify(brief)) <= COMPS_TOKENS);
    for (const [tool, inputOf] of CALLS) {
      const { text, answer } = await call(tool, inputOf(input), today);
      const cost = countTokens(text);
      assert(cost <= MOST_TOKENS, `${tool}: ${cost} tokens\n${text}`);
      for (const each of askedFor(answer)) {
        assert(plain(text).includes(each), `${tool} lacks ${each}\n${text}`);
      }
    }
  });
}

Deno.test("the text of a page of listings has each listing's id and the next page's cursor", async () => {
  const { text, answer } = await call("search_investment_inventory", {});
  assert.match(answer.next_cursor as string, /\S{20,}/);
  for (const each of askedFor(answer)) assert(text.includes(each), each);
  const [first] = answer.listings as readonly {
    sqft: number;
    year_built: number;
    list_price: number;
  }[];
  const line = text.split("\n")[1];
  for (
    const told of [
      `${whole(first.sqft)} sqft`,
      `built ${first.year_built}`,
      dollars(first.list_price),
    ]
  ) assert(line.includes(told), line);
  const each = countTokens(text) / (answer.listings as Json[]).length;
  assert(each <= MOST_TOKENS / 20, `${each} tokens a listing`);
});

Deno.test("the text about places names each place with its figures", async () => {
  const pulse = await call("market_pulse", { strategy: "hold" });
  const { leaders, section8_zips, reassessment } = pulse.answer as {
    leaders: Record<string, readonly { geoid: string }[]>;
    section8_zips: readonly { zip: string }[];
    reassessment: readonly { name: string }[];
  };
  const view = await call("viewport_context", { area: "Bridgeport" });
  const { tracts } = view.answer as {
    tracts: readonly { geoid: string; price_level: number }[];
  };
  const [{ geoid }] = tracts;
  const tract = await call("get_tract_report", { geoid });
  const { rents, property_tax } = tract.answer as {
    rents: { market: readonly number[]; payment_standards: readonly number[] };
    property_tax: { next_reassessment_year: number };
  };
  assert(tracts.length > 1);
  for (
    const [{ text }, told] of [
      [pulse, [
        ...leaders.hold.slice(0, 5).map(({ geoid }) => geoid),
        leaders.flip[0].geoid,
        ...section8_zips.slice(0, 5).map(({ zip }) => zip),
        ...reassessment.slice(0, 5).map(({ name }) => name),
      ]],
      [
        view,
        tracts.flatMap((each) => [
          each.geoid,
          dollars(each.price_level),
        ]),
      ],
      [tract, [
        ...rents.market.map(dollars),
        ...rents.payment_standards.slice(1).map(dollars),
        String(property_tax.next_reassessment_year),
      ]],
    ] as const
  ) {
    assert(countTokens(text) <= MOST_TOKENS, text);
    for (const each of told) assert(text.includes(each), `${each}\n${text}`);
  }
});

Deno.test("the text of a property and of its comps has the facts and each adjustment", async () => {
  const { input } = properties.get("range-only, no refusal")!;
  const property = await call("get_property", input);
  const { facts } = property.answer.subject as {
    facts: { bldg_sqft: number; year_built: number };
  };
  assert(property.text.includes(`built ${facts.year_built}`), property.text);
  const { text, answer } = await call("get_comps", {
    ...input,
    detail: "full",
  });
  const [comp] = answer.comps as readonly {
    adjustments: readonly { amount: number }[];
  }[];
  for (const { amount } of comp.adjustments) {
    if (amount !== 0) assert(text.includes(dollars(amount)), text);
  }
});

Deno.test("a revision without structured content gets the whole answer as JSON in the text", async () => {
  for (const [tool, inputOf] of CALLS) {
    const { input } = properties.get("range-only, no refusal")!;
    const { text, answer } = await call(tool, inputOf(input));
    const { texts, answer: none } = await call(
      tool,
      inputOf(input),
      undefined,
      true,
    );
    assert.equal(none, undefined);
    assert.equal(texts[0], text);
    assert.deepEqual(JSON.parse(texts[1]), JSON.parse(JSON.stringify(answer)));
  }
});
