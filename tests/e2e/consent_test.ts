import { runInBrowser } from "../../harness/browser_script.ts";

Deno.test("consent works in a browser, without script, axe clean, and not in a frame", () =>
  runInBrowser(new URL("consent_browser.ts", import.meta.url)));
