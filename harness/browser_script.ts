import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const CONFIG = fileURLToPath(new URL("../deno.json", import.meta.url));
const CHROMIUM = "/usr/bin/chromium";

/**
 * Runs a script that drives Debian's Chromium, whose path is its argument, in a process of its
 * own with all permissions. Where Chromium is not installed it says so in a line instead.
 */
export async function runInBrowser(script: URL): Promise<void> {
  try {
    Deno.statSync(CHROMIUM);
  } catch {
    return console.log("skipped: /usr/bin/chromium is not installed");
  }
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "-A",
      "--config",
      CONFIG,
      fileURLToPath(script),
      CHROMIUM,
    ],
  }).output();
  const [out, error] = [stdout, stderr].map((bytes) =>
    new TextDecoder().decode(bytes)
  );
  assert(success, out + error);
}
