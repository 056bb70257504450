import { runInBrowser } from "../../harness/browser_script.ts";

Deno.test("a property's page reads well on a desk and on a phone, and axe finds nothing", () =>
  runInBrowser(new URL("property_browser.ts", import.meta.url)));
