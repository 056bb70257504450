import assert from "node:assert/strict";
import { requestMetrics } from "../../../routes/middleware/request_metrics.ts";
import { realApp, WRITE_SECRET } from "../../../harness/access.ts";
import { request } from "../../../harness/app.ts";

Deno.test("/healthz and /readyz answer whatever Host they are asked by; /readyz says when the store does not answer", async () => {
  let isAway = false;
  await using real = await realApp({
    lastRun: () =>
      isAway ? Promise.reject(new Error("away")) : Promise.resolve(null),
  });
  const ask = async (path: string) =>
    (await real.app.fetch(new Request(`http://10.0.0.7:8787${path}`))).status;
  assert.deepEqual([await ask("/healthz"), await ask("/readyz")], [200, 200]);
  isAway = true;
  assert.deepEqual([await ask("/healthz"), await ask("/readyz")], [200, 503]);
  assert.equal(await ask("/api/health"), 403);
});

Deno.test("/metrics counts by route, never by path, and is the operator's", async () => {
  await using real = await realApp({ metrics: requestMetrics() });
  await real.app.fetch(request("/api/keys/4fT0qPz1"));
  await real.app.fetch(request("/api/health"));
  assert.equal((await real.app.fetch(request("/metrics"))).status, 401);
  const answer = await real.app.fetch(
    request("/metrics", {
      headers: { authorization: `Bearer ${WRITE_SECRET}` },
    }),
  );
  const text = await answer.text();
  assert.match(
    text,
    /^twoflat_requests_total\{method="GET",route="\/api\/health",status="200"\} 1$/m,
  );
  assert.ok(!text.includes("4fT0qPz1"));
  assert.match(text, /^twoflat_outbox_waiting 0$/m);
  assert.match(text, /^# TYPE twoflat_request_seconds histogram$/m);
});
