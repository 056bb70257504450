import assert from "node:assert/strict";
import { circlesOf, importsOf, violationsOf } from "./architecture.ts";
import { sourceFiles, sourceOf } from "../harness/source_files.ts";

Deno.test("every import follows the arrows, and the engine is pure", () => {
  const files = sourceFiles();
  assert(
    files.includes("core/service/serve.ts"),
  );
  assert.deepEqual(
    files.flatMap((path) => violationsOf(path, sourceOf(path))),
    [],
  );
});

Deno.test("no folders of the engine or of core import each other in a circle", () => {
  const imports = sourceFiles()
    .filter((path) => path.startsWith("core/"))
    .flatMap((path) => importsOf(path, sourceOf(path)))
    .filter(([, to]) => to.startsWith("core/"));
  assert(imports.length > 500);
  assert.deepEqual(circlesOf(imports), []);
});

Deno.test("a circle of folders is found, also through a third", () => {
  assert.deepEqual(
    circlesOf([["a/x.ts", "b/y.ts"], ["b/y.ts", "c/z.ts"], [
      "c/z.ts",
      "a/w.ts",
    ]]),
    ["a -> b -> c -> a"],
  );
  assert.deepEqual(circlesOf([["a/x.ts", "b/y.ts"], ["a/x.ts", "a/z.ts"]]), []);
});

Deno.test("an import against the arrows is found, however it is written", () => {
  for (
    const source of [
      `import { createApp } from "../../routes/app.ts";`,
      `import type { App } from "../../routes/app.ts";`,
      `import "../../routes/app.ts";`,
      `export { createApp } from "../../routes/app.ts";`,
      `let app: import("../../routes/app.ts").App;`,
      `export const app = await import("../../routes/app.ts");`,
    ]
  ) {
    assert.deepEqual(violationsOf("core/engine/sample.ts", `\n${source}`), [
      "core/engine/sample.ts:2 core/engine/ may not import routes/app.ts; it may import contracts/",
    ]);
  }
  assert.match(
    violationsOf("contracts/sample.ts", `import "../core/config.ts";`)[0],
    /contracts\/ may not import core\/config\.ts; it may import nothing of ours/,
  );
  assert.deepEqual(
    violationsOf(
      "core/operations/sample.ts",
      `import "../engine/tables.ts"; import "zod";`,
    ),
    [],
  );
});

Deno.test("export * is found", () => {
  assert.match(
    violationsOf("contracts/mod.ts", `export * from "./errors.ts";`)[0],
    /export \*/,
  );
});

Deno.test("a clock, chance or the runtime in the engine is found", () => {
  for (
    const [source, what] of [
      ["Deno.readTextFileSync('x')", "Deno"],
      ["const { env } = globalThis.Deno", "Deno"],
      ["Date.now()", "Date.now"],
      ["new Date()", "new Date()"],
      ["Date()", "Date()"],
      ["Math.random()", "Math.random"],
      ["performance.now()", "performance"],
      ["await fetch('https://x')", "fetch"],
      ["import { readFileSync } from 'node:fs'", "node:fs"],
    ]
  ) {
    const found = violationsOf("core/engine/sample.ts", source);
    assert.equal(found.length, 1, `${source}: ${found}`);
    assert(found[0].includes(what), found[0]);
    assert.deepEqual(violationsOf("core/modeling/sample.ts", source), []);
  }
  const pure =
    "// Date.now() is not used\nnew Date(0); Date.parse('2026-01-01'); Math.max(1, 2)";
  assert.deepEqual(violationsOf("core/engine/sample.ts", pure), []);
});
