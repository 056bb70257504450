import assert from "node:assert/strict";
import { leavesAt, localDate } from "../../../core/jobs/alerts/quiet_hours.ts";

const NIGHT = { from: "22:00", to: "07:00", time_zone: "America/Chicago" };
const at = (text: string) => Date.parse(text);

Deno.test("leavesAt() holds a message back until the quiet hours end, in the owner's time zone", () => {
  const leaves = (text: string) =>
    new Date(leavesAt(NIGHT, at(text))).toISOString();
  // Chicago is six hours behind in November.
  assert.equal(leaves("2026-11-22T18:00:00Z"), "2026-11-22T18:00:00.000Z");
  assert.equal(leaves("2026-11-23T04:00:00Z"), "2026-11-23T13:00:00.000Z");
  assert.equal(leaves("2026-11-23T12:59:30Z"), "2026-11-23T13:00:00.000Z");
  assert.equal(leaves("2026-11-23T13:00:00Z"), "2026-11-23T13:00:00.000Z");
  assert.equal(leavesAt(undefined, 5), 5);
});

Deno.test("leavesAt() reads quiet hours within a day, and across a change of the clocks", () => {
  const noon = { from: "12:00", to: "13:30", time_zone: "UTC" };
  assert.equal(
    leavesAt(noon, at("2026-11-22T12:10:00Z")),
    at("2026-11-22T13:30:00Z"),
  );
  // Chicago sets its clocks back on 1 November 2026.
  assert.equal(
    leavesAt(NIGHT, at("2026-11-01T04:00:00Z")),
    at("2026-11-01T13:00:00Z"),
  );
});

Deno.test("localDate() is the date in the time zone", () => {
  assert.equal(
    localDate(at("2026-11-23T04:00:00Z"), "America/Chicago"),
    "2026-11-22",
  );
});
