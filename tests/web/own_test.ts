import assert from "node:assert/strict";
import { OWN } from "../../web/own.ts";

Deno.test("every file of the pages is served under its name", async () => {
  const files: [string, string][] = [];
  for (const folder of ["app", "style"]) {
    const root = new URL(`../../web/${folder}/`, import.meta.url);
    for await (const { name } of Deno.readDir(root)) {
      files.push([name, await Deno.readTextFile(new URL(name, root))]);
    }
  }
  assert.deepEqual(OWN, Object.fromEntries(files));
});
