import assert from "node:assert/strict";
import { VERDICTS } from "../../contracts/envelope.ts";
import { VERDICTS as ON_THE_MAP } from "../../web/app/words.js";

Deno.test("the map calls every verdict as the other interfaces do, and says it means the same", () => {
  const words = Object.entries(ON_THE_MAP).map(([verdict, { name, means }]) => [
    verdict,
    { name, means },
  ]);
  assert.deepEqual(Object.fromEntries(words), VERDICTS);
});
