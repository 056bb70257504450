import assert from "node:assert/strict";
import { splitBedrooms } from "../../../core/engine/rent/bedrooms.ts";

Deno.test("splitBedrooms() shares bedrooms evenly, the odd ones first", () => {
  assert.deepEqual(splitBedrooms(5, 2, 2), { byUnit: [3, 2], recorded: true });
  assert.deepEqual(splitBedrooms(8, 3, 2), {
    byUnit: [3, 3, 2],
    recorded: true,
  });
  assert.deepEqual(splitBedrooms(4, 1, 3), { byUnit: [4], recorded: true });
});

Deno.test("splitBedrooms() gives every unit at least one", () => {
  assert.deepEqual(splitBedrooms(2, 3, 2).byUnit, [1, 1, 1]);
});

Deno.test("splitBedrooms() falls back to the usual unit where none are recorded", () => {
  assert.deepEqual(splitBedrooms(NaN, 2, 2), {
    byUnit: [2, 2],
    recorded: false,
  });
  assert.deepEqual(splitBedrooms(0, 1, 3), { byUnit: [3], recorded: false });
});
