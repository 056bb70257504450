import assert from "node:assert/strict";
import { LayeredMap } from "../../core/inventory/layered_map.ts";
import fc from "../fast_check.ts";

Deno.test("a layered map after changes equals a map after them, and the one before stays as it was", () => {
  const changes = fc.array(
    fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.option(fc.nat(9))),
    { maxLength: 5 },
  );
  fc.assert(fc.property(fc.array(changes, { maxLength: 8 }), (steps) => {
    let map = LayeredMap.of<number>(new Map([["a", 0], ["b", 1]]));
    let model = new Map([["a", 0], ["b", 1]]);
    for (const step of steps) {
      const before = [map, new Map(model)] as const;
      model = new Map(model);
      for (const [key, value] of step) {
        if (value === null) model.delete(key);
        else model.set(key, value);
      }
      map = map.with(
        new Map(step.map(([key, value]) => [key, value ?? undefined])),
      );
      for (const [each, expected] of [before, [map, model] as const]) {
        assert.deepEqual(new Map(each.entries()), expected);
        assert.equal(each.size, expected.size);
        for (const key of ["a", "b", "c", "d"]) {
          assert.equal(each.get(key), expected.get(key));
        }
      }
    }
  }));
});

Deno.test("many changes become the base, none is lost", () => {
  let map = LayeredMap.of<number>(new Map());
  for (let n = 0; n < 5_000; n += 10) {
    map = map.with(
      new Map(Array.from({ length: 10 }, (_, i) => [`${n + i}`, n + i])),
    );
  }
  map = map.with(new Map([["7", undefined], ["8", -8]]));
  assert.equal(map.size, 4_999);
  assert.deepEqual(
    [map.get("6"), map.get("7"), map.get("8"), map.get("4999")],
    [6, undefined, -8, 4_999],
  );
  assert.equal([...map.entries()].length, 4_999);
});
