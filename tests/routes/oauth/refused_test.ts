import assert from "node:assert/strict";
import { oauthService } from "./harness.ts";
import { REFUSED } from "./refused.ts";

/** The error that a response names: OAuth's, a problem's, a JSON-RPC error's, or the page's. */
async function errorIn(response: Response): Promise<string | undefined> {
  const text = await response.text();
  if (response.headers.get("content-type")?.startsWith("text/html")) {
    return /<code>(\w+)<\/code>/.exec(text)?.[1];
  }
  const body = JSON.parse(text);
  return typeof body.error === "string"
    ? body.error
    : body.code ?? body.error?.data?.code;
}

Deno.test("every request of the table is refused, for its own reason, without a redirect", async (t) => {
  assert.ok(REFUSED.length >= 60, `${REFUSED.length} cases`);
  await using service = await oauthService();
  for (const { name, error, status = 400, send } of REFUSED) {
    await t.step(name, async () => {
      const response = await send(service);
      const found = await errorIn(response);
      assert.deepEqual([response.status, found], [status, error]);
      assert.equal(response.headers.get("location"), null);
      assert.match(
        response.headers.get("cache-control") ?? "",
        /no-store/,
      );
    });
  }
});
