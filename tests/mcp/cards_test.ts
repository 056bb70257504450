import assert from "node:assert/strict";
import { CARDS } from "../../core/mcp/cards/mod.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { compileRegistry } from "../../core/service/registry.ts";

const registry = compileRegistry(OPERATIONS);

Deno.test("each tool's card is a document that loads nothing", () => {
  const named = OPERATIONS.flatMap(({ contract }) => contract.card ?? []);
  assert.deepEqual(named.toSorted(), CARDS.map(({ card }) => card).toSorted());
  for (const { html, card } of CARDS) {
    assert.ok(html.length < 12_000, `${card}: ${html.length}`);
    assert.doesNotMatch(
      html,
      /<(link|img|iframe)|\ssrc=|@import|url\(|fetch\(/,
    );
    const [, script] = /<script>([\s\S]*)<\/script>/.exec(html)!;
    assert.doesNotMatch(script, /<\/script/);
    new Function(script);
  }
});

Deno.test("a tool names its card as today's and as older hosts read it", () => {
  for (const tool of registry.tools) {
    const uri = tool._meta?.ui.resourceUri;
    assert.equal(uri, tool._meta?.["ui/resourceUri"]);
    const isCarded = ["get_comps", "deep_underwrite_asset"].includes(tool.name);
    assert.equal(uri !== undefined, isCarded, tool.name);
  }
});
