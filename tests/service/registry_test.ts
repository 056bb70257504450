import assert from "node:assert/strict";
import { z } from "zod";
import { compileRegistry } from "../../core/service/registry.ts";
import { sample } from "../../harness/sample.ts";

Deno.test("compileRegistry() lists tools with plain closed object schemas", () => {
  const [tool] = compileRegistry([sample]).tools;
  assert.equal(tool.name, "estimate_rent");
  assert.equal(tool.inputSchema.type, "object");
  assert.equal(tool.inputSchema.additionalProperties, false);
  assert.deepEqual(tool.inputSchema.required, ["price"]);
  assert.deepEqual(
    tool.outputSchema.required,
    Object.keys(sample.contract.output.shape),
  );
});

Deno.test("compileRegistry() lists deprecated names apart, with their own input and their successor's answer", () => {
  const { tools: [tool], deprecatedTools } = compileRegistry([sample]);
  assert.equal(deprecatedTools.length, 1);
  const [{ name, title, description, inputSchema, outputSchema }] =
    deprecatedTools;
  assert.equal(name, "rent");
  assert.equal(title, "Estimate rent (deprecated)");
  assert.equal(
    description,
    "Deprecated; works at least until 2026-12-31. Use estimate_rent.",
  );
  assert.deepEqual(inputSchema.required, ["cost"]);
  assert.deepEqual(outputSchema, tool.outputSchema);
});

Deno.test("compileRegistry() finds an operation by name and by alias", () => {
  const registry = compileRegistry([sample]);
  assert.equal(registry.find("estimate_rent")?.alias, undefined);
  assert.equal(registry.find("rent")?.operation, sample);
  assert.equal(registry.find("rent")?.alias?.name, "rent");
  assert.equal(registry.find("constructor"), undefined);
});

Deno.test("compileRegistry() refuses two operations of one name", () => {
  assert.throws(
    () => compileRegistry([sample, sample]),
    /two operations are called/,
  );
});

Deno.test("compileRegistry() refuses an input that would swallow misspellings", () => {
  const open = {
    ...sample,
    contract: { ...sample.contract, input: z.object({ a: z.string() }) },
  };
  assert.throws(() => compileRegistry([open]), /must be strict/);
});
