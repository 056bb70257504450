/**
 * Brings the locks up to date after an import in a `deno.json` changed: `deno.lock`, for everything,
 * and of it `product.lock`, for what the imports of the root's `deno.json` need. The server and the
 * command line install from the second, so that neither fetches what only tests use.
 *
 * Usage: `deno task lock`; with `--check` it only compares.
 */
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readLock, withoutUnneeded } from "./locked_packages.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const { values } = parseArgs({ options: { check: { type: "boolean" } } });
if (!values.check) {
  const { success } = await new Deno.Command(process.execPath, {
    cwd: ROOT,
    args: ["install", "--quiet", "--frozen=false"],
  }).output();
  if (!success) throw new Error("`deno install --frozen=false` failed");
}
const found = await readLock("deno.lock");
const product = found.workspace.dependencies;
const everything = Object.values(found.workspace.members)
  .flatMap(({ dependencies }) => dependencies).concat(product);
const behind: string[] = [];
for (
  const [name, dependencies] of [
    ["deno.lock", everything],
    ["product.lock", product],
  ] as const
) {
  const text = `${
    JSON.stringify(withoutUnneeded(found, dependencies), null, 2)
  }\n`;
  if (!values.check) await Deno.writeTextFile(`${ROOT}${name}`, text);
  else if (await Deno.readTextFile(`${ROOT}${name}`) !== text) {
    behind.push(name);
  }
}
if (behind.length > 0) {
  console.error(`${behind.join(" and ")} behind: run \`deno task lock\``);
  process.exitCode = 1;
}
