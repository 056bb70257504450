import assert from "node:assert/strict";
import { VERDICTS } from "../../contracts/envelope.ts";
import { dashed } from "../../core/engine/subject/property_id.ts";
import {
  dashed as dashedOnTheMap,
  VERDICTS as ON_THE_MAP,
} from "../../web/app/words.js";

Deno.test("the map calls every verdict as the other interfaces do, and says it means the same", () => {
  const words = Object.entries(ON_THE_MAP).map(([verdict, { name, means }]) => [
    verdict,
    { name, means },
  ]);
  assert.deepEqual(Object.fromEntries(words), VERDICTS);
});

Deno.test("the map writes a PIN as the other interfaces do", () => {
  for (const id of ["19139003510000", "MKE-12", "1913900351"]) {
    assert.equal(dashedOnTheMap(id), dashed(id));
  }
});
