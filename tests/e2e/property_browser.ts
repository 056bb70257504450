/** Opens a property's page in Chromium, on a desk, on a phone and without script. Its arguments: the path of Chromium, and where pictures go. */
import assert from "node:assert/strict";
import { compileRegistry } from "../../core/service/registry.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import { sampleApp } from "../../harness/app.ts";
import { axeProblems, openBrowser, PATIENCE } from "../../harness/browser.ts";
import { DEMO_DAY, demoSnapshot } from "../../harness/demo.ts";

const [chromium, pictures] = Deno.args;
const snapshot = await demoSnapshot();
const app = sampleApp({
  snapshot,
  today: () => dayOf(DEMO_DAY),
  registry: compileRegistry(OPERATIONS),
});
const server = Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen: () => {} },
  (request) => app.fetch(request),
);
const origin = `http://127.0.0.1:${server.addr.port}`;
const browser = await openBrowser(chromium);
try {
  const { listings } = await (await fetch(
    `${origin}/api/listings?limit=200&fields=property_id,state`,
  )).json();
  const idOf = (state: string) =>
    listings.find((each: { state: string; property_id: string | null }) =>
      each.state === state && each.property_id
    )?.property_id;
  const states = ["point-actionable", "hedonic", "unscored"].filter(idOf);
  assert(states.length > 1);
  for (const [name, width] of [["desk", 1280], ["phone", 390]] as const) {
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        javaScriptEnabled,
      });
      context.setDefaultTimeout(PATIENCE);
      const page = await context.newPage();
      const errors: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      for (const state of states) {
        const answer = await page.goto(`${origin}/property/${idOf(state)}`);
        assert.equal(answer?.status(), 200);
        assert.match(await page.innerText("main"), /List price/);
        if (!javaScriptEnabled) continue;
        assert.deepEqual(await axeProblems(page), []);
        const wide = await page.evaluate<number>(
          "document.documentElement.scrollWidth",
        );
        assert(wide <= width, `${name} ${state}: ${wide} pixels wide`);
        if (pictures) {
          await page.screenshot({
            path: `${pictures}/property-${name}-${state}.png`,
            fullPage: true,
          });
        }
      }
      assert.deepEqual(errors, []);
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.shutdown();
}
