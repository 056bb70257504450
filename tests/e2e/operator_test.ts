import { runInBrowser } from "../../harness/browser_script.ts";

Deno.test("the operator's page works without script on a desk and a phone, and axe finds nothing", () =>
  runInBrowser(new URL("operator_browser.ts", import.meta.url)));
