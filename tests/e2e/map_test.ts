import { runInBrowser } from "../../harness/browser_script.ts";

Deno.test("an agent moves a person's open maps and nobody else's; by keyboard, on a phone and without WebGL all of it works, and axe finds nothing", () =>
  runInBrowser(new URL("map_browser.ts", import.meta.url)));
