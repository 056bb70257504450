/** Consent in a real browser, with and without script. Argument: Chromium. */
import assert from "node:assert/strict";
import {
  authorizePath,
  oauthService,
  registered,
  VERIFIER,
} from "../routes/oauth/harness.ts";
import { axeProblems, openBrowser, PATIENCE } from "../../harness/browser.ts";

await using service = await oauthService();
const listening = { port: 0, hostname: "127.0.0.1", onListen: () => {} };
const server = Deno.serve(listening, (request) => service.fetch(request));
const client = Deno.serve(
  listening,
  (request) => new Response(`referrer: ${request.headers.get("referer")}`),
);
const origin = `http://127.0.0.1:${server.addr.port}`;
const redirect_uri = `http://127.0.0.1:${client.addr.port}/callback`;
const { client_id } = await registered(service, {
  redirect_uris: ["http://127.0.0.1/callback"],
});
const asked = origin +
  authorizePath(client_id, { redirect_uri, resource: `${origin}/mcp` });
await using browser = await openBrowser(Deno.args[0]);

for (const colorScheme of ["light", "dark"] as const) {
  const page = await browser.newPage({ colorScheme });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(asked);
  assert.deepEqual(await axeProblems(page), []);
  await page.goto(`${asked}&scope=admin`);
  assert.deepEqual(await axeProblems(page), []);
}

const context = await browser.newContext({ javaScriptEnabled: false });
context.setDefaultTimeout(PATIENCE);
const page = await context.newPage();
await page.goto(asked);
await page.getByRole("button", { name: "Do not allow" }).click();
await page.waitForURL(/\/callback/);
assert.match(page.url(), /error=access_denied/);

await page.goto(asked);
await page.getByRole("button", { name: "Allow", exact: true }).click();
await page.waitForURL(/\/callback/);
assert.equal(await page.textContent("body"), "referrer: null");
const code = new URL(page.url()).searchParams.get("code")!;
const exchanged = await fetch(`${origin}/oauth/token`, {
  method: "POST",
  body: new URLSearchParams({
    grant_type: "authorization_code",
    client_id,
    code,
    code_verifier: VERIFIER,
  }),
});
assert.equal(exchanged.status, 200, await exchanged.text());

await page.goto(`${origin}/oauth/connections`);
await page.getByRole("button", { name: "End the access of Test client" })
  .click();
await page.getByText("No program is connected").waitFor();

// No page may hold the question in a frame.
const framing = await browser.newPage();
framing.setDefaultTimeout(PATIENCE);
await framing.setContent(`<iframe src="${asked}"></iframe>`);
await framing.waitForLoadState("networkidle");
const framed = await framing.frames()[1].content();
assert.ok(!framed.includes("Allow this program"));

await browser.close();
await server.shutdown();
await client.shutdown();
