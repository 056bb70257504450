/**
 * Asks the npm registry's audit service for known vulnerabilities of what the server and the command
 * line install. Ends with status 1 where there are any, 75 where no audit service answers.
 *
 * Usage: `deno task audit`
 */
import process from "node:process";
import { fileURLToPath } from "node:url";

const { code, stdout, stderr } = await new Deno.Command(process.execPath, {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  args: ["audit", "--lock=product.lock"],
}).output();
const [found, failed] = [stdout, stderr].map((bytes) =>
  new TextDecoder().decode(bytes)
);
console.log(found);
if (code !== 0 && !found.includes("vulnerabilities")) {
  console.error(failed);
  console.error("no audit service answers here: nothing was checked");
  process.exitCode = 75;
} else {
  process.exitCode = code;
}
