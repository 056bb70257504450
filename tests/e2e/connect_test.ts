import { runInBrowser } from "../../harness/browser_script.ts";

Deno.test("people make, use, renew and revoke a key at /connect, and axe finds nothing", () =>
  runInBrowser(new URL("connect_browser.ts", import.meta.url)));
