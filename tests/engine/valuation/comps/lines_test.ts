import assert from "node:assert/strict";
import {
  LINE_NAMES,
  lineValue,
} from "../../../../core/engine/valuation/comps/lines.ts";
import { memorySnapshot } from "../../../../core/snapshot/memory.ts";

Deno.test("the line of apartments tells commercial units, and where Cook's record leaves them open", () => {
  const snapshot = memorySnapshot({
    parcels: [
      { county: "cook", units: 1, commercial_units: 0 },
      { county: "cook", units: 1, commercial_units: NaN },
      { county: "cook", units: 3, commercial_units: 1 },
      { county: "elsewhere", units: 2, commercial_units: NaN },
    ].map((facts, row) => ({ property_id: `p${row}`, ...facts })),
  });
  const facts = snapshot.tables.parcels;
  const told = Array.from({ length: facts.rows }, (_, row) =>
    lineValue(
      LINE_NAMES.indexOf("units"),
      { facts, row, parcel: row },
      snapshot,
    ));
  assert.deepEqual(told, [
    1,
    "1 apartment, commercial units not on record",
    "3 apartments, 1 commercial unit",
    2,
  ]);
});
