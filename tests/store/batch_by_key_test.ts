import assert from "node:assert/strict";
import { batchByKey } from "../../core/store/batch_by_key.ts";

Deno.test("batchByKey() does together what came while it was at work, each key by itself and in order", async () => {
  const batches: string[] = [];
  const double = batchByKey<number, number>(async (key, items) => {
    batches.push(`${key}: ${items.join(" ")}`);
    await Promise.resolve();
    return items.map((item) => item * 2);
  });
  const first = double("a", 1);
  await Promise.resolve();
  const rest = [double("a", 2), double("b", 3), double("a", 4)];
  assert.deepEqual(await Promise.all([first, ...rest]), [2, 4, 6, 8]);
  assert.deepEqual(batches, ["a: 1", "b: 3", "a: 2 4"]);
});

Deno.test("batchByKey() fails the items of a batch together and goes on with the next", async () => {
  let fail = true;
  const work = batchByKey<number, number>(async (_, items) => {
    await Promise.resolve();
    if (fail) throw new RangeError("no");
    return items;
  });
  const failing = [work("a", 1), work("a", 2)];
  for (const item of failing) await assert.rejects(item, RangeError);
  fail = false;
  assert.equal(await work("a", 3), 3);
});
