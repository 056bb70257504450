import assert from "node:assert/strict";
import { retryDelay } from "../../core/delivery/retry_schedule.ts";
import { retryAfterOf } from "../../contracts/retry_after.ts";

Deno.test("retryDelay() waits 1 minute, 1 hour and 24 hours, each 20% either way, then gives up", () => {
  const minutes = (attempts: number, uniform: number) =>
    retryDelay(attempts, uniform)! / 60_000;
  assert.deepEqual([minutes(1, 0), minutes(1, 0.5), minutes(1, 1)], [
    0.8,
    1,
    1.2,
  ]);
  assert.deepEqual([minutes(2, 0), minutes(2, 1)], [48, 72]);
  assert.deepEqual([minutes(3, 0), minutes(3, 1)], [1_152, 1_728]);
  assert.equal(retryDelay(4, 0.5), null);
});

Deno.test("retryDelay() waits as long as the receiver asks, at most a day", () => {
  assert.equal(retryDelay(1, 0.5, 90_000), 90_000);
  assert.equal(retryDelay(1, 0.5, 10_000), 60_000);
  assert.equal(retryDelay(1, 0.5, 9e12), 86_400_000);
});

Deno.test("retryAfterOf() reads seconds and dates", () => {
  const now = Date.UTC(2026, 10, 22);
  assert.equal(retryAfterOf("120", now), 120_000);
  assert.equal(retryAfterOf("Sun, 22 Nov 2026 00:01:00 GMT", now), 60_000);
  assert.equal(retryAfterOf("Sun, 22 Nov 2020 00:01:00 GMT", now), 0);
  assert.equal(retryAfterOf("soon", now), undefined);
  assert.equal(retryAfterOf(null, now), undefined);
});
