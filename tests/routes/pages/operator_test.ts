import assert from "node:assert/strict";
import { listReports } from "../../../core/store/reports/reports.ts";
import { listDead } from "../../../core/store/delivery/dead_letters.ts";
import { realApp, WRITE_SECRET } from "../../../harness/access.ts";
import { post, request } from "../../../harness/app.ts";
import { dies, service } from "../operator/service.ts";

const OWN = { origin: "http://127.0.0.1:8787" };

function form(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = OWN,
): Request {
  const body = new URLSearchParams(fields);
  return request(path, { method: "POST", headers, body });
}

Deno.test("/operator opens with the write secret alone, for a cookie that scripts and other sites cannot use", async () => {
  await using s = await service();
  const open = async (headers: Record<string, string>) =>
    await (await s.app.fetch(request("/operator", { headers }))).text();
  assert.match(await open({}), /Write secret/);
  const wrong = await s.app.fetch(
    form("/operator/session", { secret: `${WRITE_SECRET}x` }),
  );
  assert.deepEqual([wrong.status, wrong.headers.get("set-cookie")], [
    400,
    null,
  ]);
  const right = await s.app.fetch(
    form("/operator/session", { secret: WRITE_SECRET }),
  );
  const set = right.headers.get("set-cookie")!;
  assert.deepEqual([right.status, right.headers.get("location")], [
    303,
    "/operator",
  ]);
  assert.match(set, /HttpOnly/);
  assert.match(set, /SameSite=Strict/);
  assert.ok(!set.includes(WRITE_SECRET));
  const cookie = set.split(";")[0];
  assert.match(await open({ cookie }), /Dead letters/);
  for (
    const bad of [
      { cookie: cookie.replace(/=\d/, "=9") },
      { cookie: `${cookie}x` },
      { cookie: "twoflat_operator=9999999999999." },
      { cookie, "sec-fetch-site": "cross-site" },
    ]
  ) {
    assert.match(await open(bad as Record<string, string>), /Write secret/);
  }
  const foreign = await s.app.fetch(
    form("/operator", { action: "run" }, {
      cookie,
      origin: "http://localhost:1",
    }),
  );
  assert.deepEqual([foreign.status, /signed out/.test(await foreign.text())], [
    400,
    true,
  ]);
  const out = await s.app.fetch(
    form("/operator/session", { action: "sign-out" }, { ...OWN, cookie }),
  );
  assert.match(out.headers.get("set-cookie")!, /Max-Age=0/);
});

Deno.test("/operator limits guesses, and is closed on a server without a write secret", async () => {
  await using s = await service();
  const guess = async () =>
    (await s.app.fetch(form("/operator/session", { secret: "guess" }))).status;
  const statuses = [];
  for (let i = 0; i < 32; i++) statuses.push(await guess());
  assert.deepEqual(statuses.slice(28), [400, 400, 429, 429]);
  await using closed = await realApp({ writeSecret: undefined });
  const page = await closed.app.fetch(request("/operator"));
  assert.match(await page.text(), /has no operator/);
  const empty = await closed.app.fetch(
    form("/operator/session", { secret: "" }),
  );
  assert.equal(empty.headers.get("set-cookie"), null);
});

Deno.test("/operator runs a step, sends dead letters again and resolves a report", async () => {
  await using s = await service();
  const now = Date.now();
  await dies(s.kv, "ann", "msg_1", now - 120_000);
  await dies(s.kv, "bob", "msg_2", now - 120_000);
  const report = await s.app.fetch(post("/api/report-value", {
    property_id: s.listings[0].pin,
    reason: "It has <b>three</b> flats.",
  }));
  const { report_id } = await report.json();
  const signedIn = await s.app.fetch(
    form("/operator/session", { secret: WRITE_SECRET }),
  );
  const cookie = signedIn.headers.get("set-cookie")!.split(";")[0];
  const send = async (fields: Record<string, string>) => {
    const answer = await s.app.fetch(
      form("/operator", fields, { ...OWN, cookie }),
    );
    return await answer.text();
  };
  const ran = await send({ action: "run", step: "prune" });
  assert.match(ran, /The run has finished: prune/);
  assert.match(ran, /It has &lt;b&gt;three&lt;\/b&gt; flats\./);
  assert.match(
    await send({ action: "replay", delivery_id: "msg_1" }),
    /queued again/,
  );
  assert.match(
    await send({ action: "replay", delivery_id: "msg_1" }),
    /no dead/,
  );
  const since = new Date(now - 300_000).toISOString().slice(0, 16);
  assert.match(
    await send({ action: "replay-since", since }),
    /Queued again: 1\./,
  );
  assert.match(
    await send({ action: "replay-since", since: "x" }),
    /cannot be read/,
  );
  assert.deepEqual(await listDead(s.kv), []);
  const note = "permit confirmed";
  assert.match(
    await send({ action: "resolve", id: report_id, note }),
    /is resolved/,
  );
  assert.equal((await listReports(s.kv))[0].note, note);
  assert.match(await send({ action: "dance" }), /names no action/);
});
