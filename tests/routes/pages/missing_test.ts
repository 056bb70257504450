import assert from "node:assert/strict";
import { request, sampleApp } from "../../../harness/app.ts";

const app = sampleApp();

Deno.test("a path without a page answers a browser with a page, and a program with problem details", async () => {
  const asked = async (path: string, accept: string) => {
    const answer = await app.fetch(request(path, { headers: { accept } }));
    assert.equal(answer.status, 404);
    return [answer.headers.get("content-type"), await answer.text()];
  };
  const browser = "text/html,application/xhtml+xml,*/*;q=0.8";
  const [type, text] = await asked("/nothing", browser);
  assert.equal(type, "text/html; charset=utf-8");
  assert.match(text ?? "", /Page not found/);
  for (const [path, accept] of [["/nothing", "*/*"], ["/api/no", browser]]) {
    assert.equal((await asked(path, accept))[0], "application/problem+json");
  }
});
