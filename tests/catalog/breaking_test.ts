import assert from "node:assert/strict";
import { z } from "zod";
import type { Manifest } from "../../contracts/manifest.ts";
import { breaksOf, refusedBreaks } from "../../core/catalog/breaking.ts";
import { manifestOf } from "../../core/catalog/tools.ts";
import { compileRegistry } from "../../core/service/registry.ts";
import { sample } from "../../harness/sample.ts";

/** The manifest of one tool with these shapes. */
function manifest(input: z.ZodObject, output: z.ZodObject): Manifest {
  const contract = {
    ...sample.contract,
    input,
    output,
    aliases: [],
    examples: [],
  };
  return manifestOf(
    compileRegistry([{ contract, run: () => ({}), summary: () => "" }]),
  );
}

const input = z.object({
  a: z.string().max(10),
  b: z.number().min(0).optional(),
  kind: z.enum(["x", "y"]).optional(),
}).strict();
const output = z.object({
  c: z.number().nullable(),
  list: z.array(z.object({ d: z.enum(["x"]) }).strict()),
}).strict();
const before = manifest(input, output);

Deno.test("breaksOf() finds nothing in what only adds", () => {
  const wider = manifest(
    input.extend({
      a: z.string().max(20),
      kind: z.enum(["x", "y", "z"]).optional(),
      more: z.boolean().optional(),
    }),
    output.extend({ more: z.string() }),
  );
  assert.deepEqual(breaksOf(before, wider), []);
});

const BREAKS: readonly [string, z.ZodObject, z.ZodObject, string][] = [
  [
    "a field that is gone",
    input.omit({ b: true }),
    output,
    "estimate_rent.input.b",
  ],
  [
    "a new field that is needed",
    input.extend({ n: z.string() }),
    output,
    "estimate_rent.input.n",
  ],
  [
    "a narrower bound",
    input.extend({ a: z.string().max(5) }),
    output,
    "estimate_rent.input.a",
  ],
  [
    "a new bound",
    input.extend({ b: z.number().min(0).max(9).optional() }),
    output,
    "estimate_rent.input.b",
  ],
  [
    "a value no longer taken",
    input.extend({ kind: z.enum(["x"]).optional() }),
    output,
    "estimate_rent.input.kind",
  ],
  [
    "another type",
    input.extend({ b: z.string().optional() }),
    output,
    "estimate_rent.input.b",
  ],
  [
    "an answer that is gone",
    input,
    output.omit({ c: true }),
    "estimate_rent.output.c",
  ],
  [
    "an answer that may be missing",
    input,
    output.extend({ c: z.number().nullable().optional() }),
    "estimate_rent.output.c",
  ],
  [
    "an answer that may be null",
    input,
    output.extend({ list: z.array(z.string()).nullable() }),
    "estimate_rent.output.list",
  ],
  [
    "a new value deep in an answer",
    input,
    output.extend({
      list: z.array(z.object({ d: z.enum(["x", "y"]) }).strict()),
    }),
    "estimate_rent.output.list[].d",
  ],
];

for (const [name, changedInput, changedOutput, what] of BREAKS) {
  Deno.test(`breaksOf() finds ${name}`, () => {
    const breaks = breaksOf(before, manifest(changedInput, changedOutput));
    assert.deepEqual(breaks.map((each) => each.what), [what]);
  });
}

Deno.test("breaksOf() finds a name that is gone", () => {
  const none = { ...before, tools: [] };
  assert.deepEqual(breaksOf(before, none).map(({ what }) => what), [
    "estimate_rent",
  ]);
});

Deno.test("refusedBreaks() wants a new version, an announcement and 90 days", () => {
  const breaks = [{ what: "t.input.a", how: "the field is gone" }];
  const bumped = { before: "1.0.0", after: "2.0.0" };
  const announced = {
    what: "t.input",
    deprecated: "2026-01-01",
    sunset: "2026-04-01",
    replacement: "b",
  };
  const refused = (
    versions: typeof bumped,
    deprecations: readonly (typeof announced)[],
    today: string,
  ) =>
    refusedBreaks(breaks, versions, deprecations, today).map(({ why }) => why);
  assert.match(
    refused({ before: "1.0.0", after: "1.0.0" }, [announced], "2026-05-01")[0],
    /version/,
  );
  assert.match(refused(bumped, [], "2026-05-01")[0], /no entry/);
  assert.match(refused(bumped, [announced], "2026-03-31")[0], /not passed/);
  assert.match(
    refused(bumped, [{ ...announced, sunset: "2026-03-31" }], "2026-05-01")[0],
    /not passed/,
  );
  assert.deepEqual(refused(bumped, [announced], "2026-04-01"), []);
});

Deno.test("refusedBreaks() refuses nothing before the first release", () => {
  const breaks = [{ what: "t.input.a", how: "the field is gone" }];
  const refused = (after: string) =>
    refusedBreaks(breaks, { before: "0.2.0", after }, [], "2026-05-01").length;
  assert.equal(refused("0.2.0"), 0);
  assert.equal(refused("1.0.0"), 1);
});
