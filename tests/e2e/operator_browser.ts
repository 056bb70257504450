/** `/operator` in a real browser: sign in, run, send again, resolve. Its arguments: Chromium, and where pictures go. */
import assert from "node:assert/strict";
import { listen } from "../../routes/listen.ts";
import { WRITE_SECRET } from "../../harness/access.ts";
import { axeProblems, openBrowser, PATIENCE } from "../../harness/browser.ts";
import { dies, service } from "../routes/operator/service.ts";

const [chromium, pictures] = Deno.args;
await using s = await service();
const now = Date.now();
for (const owner of ["ann", "bob", "cid"]) {
  await dies(s.kv, owner, `msg_${owner}`, now - 120_000);
}
for (const { pin } of s.listings.slice(0, 2)) {
  await s.reviews.of({ kind: "anonymous", scopes: new Set() }, "test").report({
    property_id: pin!,
    address: "4544 N CENTRAL AVE",
    reason: "A third flat was added in 2024, see the permit.",
    suggested_value: 480_000,
  });
}
await s.kv.set(
  ["listings", "unmatched", "mred", "MRD12345"],
  "no parcel has this address",
);
const server = listen(s.app, "127.0.0.1", 0);
await using browser = await openBrowser(chromium);
for (const [name, width] of [["desk", 1280], ["phone", 390]] as const) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    javaScriptEnabled: true,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  const look = async (what: string) => {
    assert.deepEqual(await axeProblems(page), []);
    const wide = await page.evaluate<number>(
      "document.documentElement.scrollWidth",
    );
    assert(wide <= width, `${name} ${what}: ${wide} pixels wide`);
    if (pictures) {
      const path = `${pictures}/operator-${name}-${what}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  };
  await page.goto(`${server.url}/operator`);
  await look("signed-out");
  await page.getByLabel("Write secret").fill(WRITE_SECRET);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Needs attention").waitFor();
  await look("state");
  const [cookie] = await context.cookies();
  assert.deepEqual([cookie.httpOnly, cookie.sameSite], [true, "Strict"]);
  await page.getByLabel("Run now").selectOption("prune");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("The run has finished").waitFor();
  await page.getByRole("button", { name: /^Send again msg_/ }).first()
    .click();
  await page.getByText("The message is queued again.").waitFor();
  await page.getByLabel("How it was resolved").first().fill("permit confirmed");
  await page.getByRole("button", { name: "Resolve" }).first().click();
  await page.getByText("The report is resolved.").waitFor();
  await page.getByText(/^Resolved: \d/).click();
  await look("done");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Write secret").waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
}
await server.stop();
