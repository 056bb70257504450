import assert from "node:assert/strict";
import { Fault } from "../../contracts/errors.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import {
  effectiveDate,
  newestSaleDay,
} from "../../core/service/effective_date.ts";
import { memorySnapshot } from "../../core/snapshot/memory.ts";

const snapshot = memorySnapshot({
  parcels: [{ property_id: "1" }],
  sales: [
    { property_id: "1", sale_date: "2026-03-01" },
    { property_id: "1", sale_date: "2026-05-01" },
    { property_id: "1", sale_date: "2026-06-01", rejected: "deed_type" },
  ],
});

Deno.test("newestSaleDay() skips sales that are not valid", () => {
  assert.equal(newestSaleDay(snapshot), dayOf("2026-05-01"));
  assert.equal(newestSaleDay(memorySnapshot({})), undefined);
});

Deno.test("effectiveDate() is the given day, else the clock's in UTC", () => {
  const now = Date.parse("2026-11-20T23:59:59Z");
  assert.equal(effectiveDate(snapshot, "2026-07-01", now), dayOf("2026-07-01"));
  assert.equal(effectiveDate(snapshot, undefined, now), dayOf("2026-11-20"));
});

Deno.test("effectiveDate() refuses a day before the newest sale", () => {
  assert.throws(
    () => effectiveDate(snapshot, "2026-04-30", 0),
    (error) =>
      error instanceof Fault && error.field === "today" &&
      error.expected === "2026-05-01 or later",
  );
});
