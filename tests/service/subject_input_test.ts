import assert from "node:assert/strict";
import { subjectInput } from "../../core/service/subject_input.ts";

Deno.test("subjectInput() tells points, identifiers and addresses apart", () => {
  assert.deepEqual(subjectInput("41.85,-87.65"), { lat: 41.85, lon: -87.65 });
  assert.deepEqual(subjectInput(" 41, -87 "), { lat: 41, lon: -87 });
  assert.deepEqual(subjectInput("17294230120000"), {
    property_id: "17294230120000",
  });
  assert.deepEqual(subjectInput("17-29-423-012-0000"), {
    property_id: "17-29-423-012-0000",
  });
  assert.deepEqual(subjectInput("3101 S Halsted St"), {
    address: "3101 S Halsted St",
  });
  assert.deepEqual(subjectInput("41.85,-87.65,1"), {
    address: "41.85,-87.65,1",
  });
});
