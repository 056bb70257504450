import assert from "node:assert/strict";
import { FACTORS } from "../../contracts/scoring.ts";
import { OPERATIONS } from "../../core/operations/mod.ts";
import {
  type JsonSchema,
  jsonSchemaOf,
} from "../../core/schema/schema_text.ts";

/** Scores out of 100 and counts, which are no shares. */
const OF_100 = /percentile|confidence|score|points|risk|beds|units/;

function walk(
  schema: JsonSchema,
  path: string,
  visit: (schema: JsonSchema, path: string) => void,
): void {
  visit(schema, path);
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    walk(field as JsonSchema, `${path}.${name}`, visit);
  }
  for (const each of [schema.items, ...(schema.anyOf ?? [])]) {
    if (each && typeof each === "object") walk(each as JsonSchema, path, visit);
  }
}

Deno.test("shares and rates on the wire are fractions, and nothing is given in percent", () => {
  for (const { unit } of Object.values(FACTORS)) {
    assert.doesNotMatch(unit, /percent|%/);
  }
  let shares = 0;
  for (const { contract } of OPERATIONS) {
    for (const io of ["input", "output"] as const) {
      const root = jsonSchemaOf(contract[io], io);
      walk(root, `${contract.name}.${io}`, (schema, path) => {
        const { description = "", maximum } = schema;
        assert.doesNotMatch(description, /\bpercents?\b(?! are| is)/, path);
        const name = path.split(".").at(-1)!;
        if (/share$/.test(name)) shares++;
        if (maximum === 100) assert.match(path, OF_100, path);
      });
    }
  }
  assert.ok(shares > 5);
});
