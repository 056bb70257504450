/** `/connect` in a real browser: make, copy, use, renew and revoke a key. Argument: Chromium. */
import assert from "node:assert/strict";
import { listen } from "../../routes/listen.ts";
import { realApp } from "../../harness/access.ts";
import { axeProblems, openBrowser, PATIENCE } from "../../harness/browser.ts";

await using real = await realApp({ selfServe: true });
const server = listen(real.app, "127.0.0.1", 0);
await using browser = await openBrowser(Deno.args[0]);
const context = await browser.newContext();
await context.grantPermissions(["clipboard-read", "clipboard-write"]);
context.setDefaultTimeout(PATIENCE);
const page = await context.newPage();
const complaints: string[] = [];
page.on("console", (message) => {
  if (message.type() === "error") complaints.push(message.text());
});
page.on("pageerror", (error) => complaints.push(error.message));
const clean = async () => assert.deepEqual(await axeProblems(page), []);
const useKey = async (key: string) =>
  (await fetch(`${server.url}/api/rent-at/41.85,-87.65?price=100`, {
    headers: { authorization: `Bearer ${key}` },
  })).status;

await page.goto(`${server.url}/connect`);
await clean();
await page.getByLabel("underwrite").check();
await page.getByLabel("Email").fill("ann@example.com");
await page.getByLabel("Name of the key").fill("<b>desk</b>");
await page.getByRole("button", { name: "Create the key" }).click();

const shown = page.getByRole("region", { name: "API key" });
const key = await shown.innerText();
assert.match(key, /^svc_[0-9A-Za-z]{57}$/);
await clean();
await page.getByRole("button", { name: "Copy the configuration" })
  .click();
await page.getByText("Copied.").waitFor();
const copied = JSON.parse(
  await page.evaluate<string>("navigator.clipboard.readText()"),
);
assert.equal(copied.mcpServers.twoflat.url, `${server.url}/mcp`);
assert.equal(
  copied.mcpServers.twoflat.headers.Authorization,
  `Bearer ${key}`,
);
assert.equal(await useKey(key), 200);

await page.goto(`${server.url}/connect`);
assert(!(await page.content()).includes(key), "shown again");
assert.equal(await page.getByRole("img").count(), 1);
await page.getByText("Latest calls", { exact: true }).click();
await page.getByText("estimate_rent_at (rest)").waitFor();
await clean();

await page.getByRole("button", { name: "New secret for" }).click();
const renewed = await shown.innerText();
assert.equal(renewed.slice(0, 12), key.slice(0, 12));
await page.getByRole("button", { name: "Revoke" }).click();
await page.getByRole("heading", { name: "revoked" }).waitFor();
await clean();
await new Promise((resolve) => setTimeout(resolve, 500));
assert.equal(await useKey(key), 401);
assert.equal(await useKey(renewed), 401);
assert.deepEqual(complaints, []);
await server.stop();
