import assert from "node:assert/strict";
import { Fault } from "../../contracts/errors.ts";
import { parseJson } from "../../core/schema/json.ts";
import fc from "../fast_check.ts";

function faultOf(text: string): Fault {
  try {
    parseJson(text);
  } catch (error) {
    assert(error instanceof Fault, String(error));
    return error;
  }
  assert.fail("the text was accepted");
}

Deno.test("parseJson() reads whatever JSON.stringify writes", () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
    const text = JSON.stringify(value);
    fc.pre(!text.includes("__proto__"));
    assert.deepEqual(parseJson(text), JSON.parse(text));
  }));
});

Deno.test("parseJson() reads any spacing, and many brackets beside each other", () => {
  const wide = Array.from({ length: 100 }, () => ({ a: [] }));
  assert.deepEqual(parseJson(JSON.stringify(wide)), wide);
  assert.deepEqual(parseJson(JSON.stringify(wide, null, 2)), wide);
});

Deno.test("parseJson() refuses a key that is given twice and names its path", () => {
  assert.equal(faultOf(`{"a":1,"a":1}`).field, "a");
  assert.equal(faultOf(`{"a": 1, "a": 1}`).field, "a");
  assert.equal(faultOf(`{"a":1,"\\u0061":2}`).field, "a");
  assert.equal(
    faultOf(`{"b":{"c":[0,{"rate":1,"rate":2}]}}`).field,
    "b.c.1.rate",
  );
  assert.deepEqual(
    parseJson(`{"a":{"b":1},"c":{"b":1},"b":[{"b":1},{"b":2}]}`),
    {
      a: { b: 1 },
      c: { b: 1 },
      b: [{ b: 1 }, { b: 2 }],
    },
  );
});

Deno.test("parseJson() refuses a key that means the prototype", () => {
  assert.equal(faultOf(`{"a":[{"__proto__":{"x":1}}]}`).field, "a.0.__proto__");
});

Deno.test("parseJson() refuses what JSON has no word for, and deep nesting", () => {
  for (
    const text of [
      "",
      "{",
      "{'a':1}",
      `{"a":NaN}`,
      `{"a":Infinity}`,
      `{"a":1,}`,
      "// no\n1",
    ]
  ) {
    assert.equal(faultOf(text).expected, "valid JSON");
  }
  assert.equal(
    faultOf("[".repeat(33) + "]".repeat(33)).expected,
    "at most 32 levels of nesting",
  );
  assert.equal(
    faultOf(`{"a":`.repeat(30_000) + "1" + "}".repeat(30_000)).code,
    "invalid_params",
  );
});
