import assert from "node:assert/strict";
import { z } from "zod";
import { jsonSchemaOf } from "../../../core/schema/schema_text.ts";
import { readQuery } from "../../../routes/api/query.ts";

const SCHEMA = jsonSchemaOf(
  z.object({
    geoid: z.string(),
    limit: z.int().optional(),
    max_price: z.number().optional(),
    exact: z.boolean().optional(),
    fields: z.array(z.string()).optional(),
    bbox: z.array(z.number()).length(4).optional(),
    what_if: z.object({
      bedrooms: z.int().optional(),
      comps: z.array(z.string()).optional(),
      limit: z.int().optional(),
    }).strict().optional(),
  }).strict(),
  "input",
);
const read = (path: Record<string, string>, query: string) =>
  readQuery(SCHEMA, path, new URLSearchParams(query));

Deno.test("readQuery() gives each field the type the contract asks for", () => {
  assert.deepEqual(
    read(
      { geoid: "17031490901" },
      "limit=5&max_price=3.5e5&exact=true&fields=a,b",
    ),
    {
      geoid: "17031490901",
      limit: 5,
      max_price: 350_000,
      exact: true,
      fields: ["a", "b"],
    },
  );
});

Deno.test("readQuery() reads a list of numbers as numbers", () => {
  assert.deepEqual(read({}, "bbox=-88,41,-87.5,x"), {
    bbox: [-88, 41, -87.5, "x"],
  });
});

Deno.test("readQuery() leaves text that is no number of JSON to the contract", () => {
  for (const text of ["", "05", "0x10", " 5", "5 ", "+5", "1_000", "NaN"]) {
    assert.deepEqual(
      read({}, new URLSearchParams({ limit: text }).toString()),
      {
        limit: text,
      },
    );
  }
  assert.deepEqual(read({}, "exact=1&other=2"), { exact: "1", other: "2" });
});

Deno.test("readQuery() takes the fields of an object by their own names", () => {
  assert.deepEqual(read({}, "bedrooms=3&comps=a,b&limit=5"), {
    what_if: { bedrooms: 3, comps: ["a", "b"] },
    limit: 5,
  });
  assert.throws(() => read({}, "bedrooms=3&bedrooms=4"), /given once/);
});

Deno.test("readQuery() refuses a field of the path in the query", () => {
  assert.throws(() => read({ geoid: "1" }, "geoid=2"), /given in the path/);
});
