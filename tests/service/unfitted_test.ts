import assert from "node:assert/strict";
import type { SnapshotData } from "../../core/engine/snapshot.ts";
import { unfittedText } from "../../core/service/unfitted.ts";
import { bareSnapshot } from "../../harness/sample.ts";

Deno.test("a large snapshot without a fit says that it is slow, why, and what to do", () => {
  const bare = bareSnapshot();
  assert.equal(unfittedText(bare, "small.snapshot"), null);
  const sales = { ...bare.tables.sales, rows: 500_000 };
  const large: SnapshotData = {
    ...bare,
    tables: { ...bare.tables, sales },
    model: new Map(),
  };
  assert.match(
    unfittedText(large, "large.snapshot")!,
    /no fitted model.*500,000 sales.*takes long.*`twoflat fit large\.snapshot`/,
  );
  const model = new Map([["fit.json", new Uint8Array()]]);
  assert.equal(unfittedText({ ...large, model }, "large.snapshot"), null);
});
