import assert from "node:assert/strict";
import { callOf } from "../../core/mcp/server.ts";

type Context = Parameters<typeof callOf>[0];

Deno.test("progress for a caller that has left fails nothing", async () => {
  let asked = 0;
  const mcpReq = {
    _meta: { progressToken: 1 },
    signal: new AbortController().signal,
    notify() {
      asked++;
      return Promise.reject(new Error("Not connected"));
    },
  };
  const { progress } = callOf({ mcpReq } as unknown as Context);
  progress!(1, 20, "scoring");
  progress!(20, 20, "scoring");
  // An unhandled rejection would end the test here.
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.equal(asked, 2);
});
