import assert from "node:assert/strict";
import { countTokens } from "gpt-tokenizer";
import { LOCAL } from "../../core/access/principal.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { callTool } from "../../core/mcp/server.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";
import { QUESTIONS } from "./questions.ts";

/** Most tokens that the text of one deal may cost a model. */
const DEAL_TOKENS = 1_200;

const registry = compileRegistry(OPERATIONS);
const snapshot = await demoSnapshot();

Deno.test("thirty questions are answered by the text of the tools alone", async () => {
  assert.equal(QUESTIONS.length, 30);
  let [tokens, calls] = [0, 0];
  const failed: string[] = [];
  for (const { asked, calls: made, answers } of QUESTIONS) {
    let text = "";
    for (const { tool, input } of made) {
      const result = await callTool(
        {
          registry,
          requestId: "evaluation",
          context: () => ({
            snapshot,
            today: dayOf(DEMO_DAY),
            principal: LOCAL,
          }),
          onDefect: (error) => assert.fail(String(error)),
        },
        { name: tool, arguments: input },
        {},
      );
      const [content] = result.content;
      text = content.type === "text" ? content.text : "";
      calls++;
      const cost = countTokens(text);
      tokens += cost;
      if (tool === "deep_underwrite_asset") {
        assert.ok(cost < DEAL_TOKENS, `${asked}: ${cost} tokens`);
      }
    }
    for (const answer of answers) {
      if (!answer.test(text)) failed.push(`${asked} ${answer}\n${text}`);
    }
  }
  console.log(
    `      ${QUESTIONS.length} questions, ${calls} calls, ${tokens} tokens, ${
      Math.round(tokens / calls)
    } a call`,
  );
  assert.deepEqual(failed, []);
});
