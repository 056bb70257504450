import assert from "node:assert/strict";
import { stamped } from "../../../contracts/envelope.ts";
import { AuditPage } from "../../../contracts/audit.ts";
import { IssuedKey, KeyPage, KeyView } from "../../../contracts/keys.ts";
import { Usage } from "../../../contracts/usage.ts";
import { CLIENTS } from "../mcp/clients.ts";
import { post, problemOf, request } from "../../../harness/app.ts";
import {
  type RealApp,
  realApp,
  WRITE_SECRET,
} from "../../../harness/access.ts";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const OPERATOR = bearer(WRITE_SECRET);

async function answerOf(
  { app }: RealApp,
  asked: Request,
  status = 200,
): Promise<unknown> {
  const response = await app.fetch(asked, { peer: "192.0.2.7" });
  const answer = await response.json();
  assert.equal(response.status, status, JSON.stringify(answer));
  return answer;
}

const get = (path: string, headers: Record<string, string>) =>
  request(path, { headers });

Deno.test("the operator issues, lists, rotates and revokes a key", async () => {
  await using real = await realApp();
  const ask = (asked: Request, status?: number) =>
    answerOf(real, asked, status);
  const issued = IssuedKey.strip().parse(
    await ask(
      post("/api/keys", {
        scopes: "underwrite, read",
        rpm_limit: 120,
        email: "Ann@example.com",
        label: "desk",
        expires_in_days: 30,
      }, OPERATOR),
      201,
    ),
  );
  assert.match(issued.key, /^svc_[0-9A-Za-z]{57}$/);
  assert.equal(issued.key.slice(4, 12), issued.id);
  assert.equal(issued.scopes, "read,underwrite");
  assert.equal(
    Date.parse(issued.expires!) - Date.parse(issued.created),
    2592e6,
  );

  const { key: _, ...shown } = issued;
  const { keys } = await ask(get("/api/keys", OPERATOR)) as { keys: unknown };
  assert.deepEqual(keys, [shown]);
  const at = `/api/keys/${issued.id}`;
  assert.deepEqual(
    KeyView.strip().parse(await ask(get(at, OPERATOR))),
    shown,
  );

  const rotated = stamped(IssuedKey).parse(
    await ask(post(`${at}/rotate`, { overlap_seconds: 60 }, OPERATOR)),
  );
  assert.equal(rotated.id, issued.id);
  assert.notEqual(rotated.key, issued.key);
  assert(rotated.old_secret_until);
  for (const key of [issued.key, rotated.key]) {
    await ask(get("/api/me/keys", bearer(key)));
  }
  const revoke = () =>
    request(`${at}/revoke`, { method: "POST", headers: OPERATOR });
  const revoked = stamped(KeyView).parse(await ask(revoke()));
  assert.equal(revoked.state, "revoked");
  assert.deepEqual(await ask(revoke()), revoked);
  await ask(post(`${at}/rotate`, {}, OPERATOR), 409);
  await ask(get("/api/keys/nobodys0", OPERATOR), 404);
});

Deno.test("bad input to /api/keys names the field and what was expected", async () => {
  await using real = await realApp();
  for (
    const [body, field] of [
      [{}, "email"],
      [{ email: "ann" }, "email"],
      [{ email: "a@example.com", scopes: "read,admin" }, "scopes"],
      [{ email: "a@example.com", scopes: "" }, "scopes"],
      [{ email: "a@example.com", scopes: ["read"] }, "scopes"],
      [{ email: "a@example.com", rpm_limit: 0 }, "rpm_limit"],
      [{ email: "a@example.com", rpm_limit: 1.5 }, "rpm_limit"],
      [{ email: "a@example.com", label: " " }, "label"],
      [{ email: "a@example.com", owner: "x" }, "owner"],
    ] as const
  ) {
    const response = await real.app.fetch(post("/api/keys", body, OPERATOR));
    assert.equal(response.status, 400);
    const problem = await problemOf(response);
    assert.equal(problem.field, field);
    assert(problem.expected);
  }
});

Deno.test("without a write secret nobody is the operator", async () => {
  await using real = await realApp({ writeSecret: undefined });
  for (const headers of [OPERATOR, bearer(""), bearer("undefined"), {}]) {
    const response = await real.app.fetch(get("/api/keys", headers));
    assert.equal(response.status, 401);
  }
});

Deno.test("who guesses the write secret has 30 tries a minute, and the operator is not held up", async () => {
  await using real = await realApp();
  const ask = async (secret: string) =>
    (await real.app.fetch(get("/api/keys", bearer(secret)), {
      peer: "192.0.2.8",
    })).status;
  for (let n = 0; n < 30; n++) assert.equal(await ask(`guess-${n}`), 401);
  assert.equal(await ask("guess-30"), 429);
  assert.equal(await ask(WRITE_SECRET), 200);
});

Deno.test("a holder sees what the key used and did, on REST and MCP", async () => {
  await using real = await realApp();
  const key = await real.issue({ scopes: "read,underwrite,write-state" });
  const ask = (asked: Request, status?: number) =>
    answerOf(real, asked, status);
  await ask(post("/api/rent", { price: 100 }, bearer(key)));
  await ask(post("/api/rent", { price: -1 }, bearer(key)), 400);
  await ask(
    post("/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "rent", arguments: { cost: 100 } },
    }, {
      accept: "application/json, text/event-stream",
      ...bearer(key),
    }).clone(),
  ).catch(() => {});
  const writer = await real.issue({ scopes: "write-state" });
  await ask(post("/api/rent", { price: 100 }, bearer(writer)), 403);
  await real.access.flush();

  const usage = stamped(Usage).parse(
    await ask(get("/api/me/usage?days=2", bearer(key))),
  );
  assert.deepEqual(usage.total, { calls: 3, cost_units: 2 });
  assert.deepEqual(usage.usage.map(({ tool }) => tool), ["estimate_rent"]);
  const { entries } = stamped(AuditPage).parse(
    await ask(get("/api/me/audit", bearer(key))),
  );
  assert.deepEqual(
    entries.map(({ tool, transport, address, outcome }) =>
      [tool, transport, address, outcome].join(" ")
    ).toSorted(),
    [
      "estimate_rent mcp 192.0.2.7 ok",
      "estimate_rent rest 192.0.2.7 invalid_params",
      "estimate_rent rest 192.0.2.7 ok",
    ],
  );
  const refused = stamped(AuditPage).parse(
    await ask(get("/api/me/audit", bearer(writer))),
  );
  assert.deepEqual(refused.entries.map(({ outcome }) => outcome), [
    "forbidden_scope",
  ]);
  await real.access.flush();
  const next = stamped(AuditPage).parse(
    await ask(get("/api/me/audit", bearer(writer))),
  );
  assert.equal(next.entries[0].tool, "GET /api/me/audit");
});

Deno.test("owners change their own keys only; another key of theirs needs write-state", async () => {
  await using real = await realApp();
  const writer = await real.issue({ scopes: "read,write-state" });
  const reader = await real.issue();
  const foreign = await real.issue({ email: "bob@example.com" });
  const change = (what: string, of: string, by: string) =>
    real.app.fetch(
      post(`/api/me/keys/${of.slice(4, 12)}/${what}`, {}, bearer(by)),
    );
  const { keys } = await answerOf(
    real,
    get("/api/me/keys", bearer(reader)),
  ) as {
    keys: KeyView[];
  };
  assert.equal(keys.length, 2);
  assert.equal((await change("rotate", writer, reader)).status, 403);
  assert.equal((await change("revoke", foreign, writer)).status, 404);
  assert.equal((await change("revoke", reader, writer)).status, 200);
  assert.equal((await change("rotate", writer, writer)).status, 200);
});

Deno.test("a JSON-RPC batch does not go under the limit", async () => {
  await using real = await realApp();
  const call = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const response = await real.app.fetch(
    post("/mcp", Array(100).fill(call), {
      accept: "application/json, text/event-stream",
    }),
  );
  assert.equal(response.status, 400, await response.text());
});

Deno.test("an MCP client is told which scope it lacks", async () => {
  await using real = await realApp();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => real.app.fetch(request),
  );
  const url = new URL(`http://127.0.0.1:${server.addr.port}/mcp`);
  for (const { connect } of CLIENTS) {
    await using client = await connect(url);
    const { isError, content } = await client.callTool("estimate_rent", {
      price: 1,
    });
    assert.equal(isError, true);
    assert.deepEqual(JSON.parse(content[0].text!).missing_scopes, [
      "underwrite",
    ]);
  }
  await real.app.close();
  await server.shutdown();
});

Deno.test("a call repeated with its Idempotency-Key issues one key", async () => {
  await using real = await realApp();
  const issue = (body: unknown, key: string) =>
    real.app.fetch(
      post("/api/keys", body, { ...OPERATOR, "idempotency-key": key }),
      { peer: "192.0.2.7" },
    );
  const body = { email: "ann@example.com", label: "desk" };
  const [first, second] = await Promise.all([
    issue(body, "one"),
    issue(body, "one"),
  ]);
  assert.equal(first.status, 201);
  const issued = stamped(IssuedKey).parse(await first.json());
  assert.deepEqual(await second.json(), issued);
  assert.equal(first.headers.get("location"), `/api/keys/${issued.id}`);
  assert.equal(second.headers.get("location"), `/api/keys/${issued.id}`);
  await answerOf(real, get("/api/me/keys", bearer(issued.key)));
  assert.equal((await real.keys.list({ limit: 200 })).keys.length, 1);

  const other = await issue({ ...body, label: "other" }, "one");
  assert.equal(other.status, 422);
  const problem = await problemOf(other);
  assert.equal(problem.code, "idempotency_mismatch");
  assert.equal(problem.field, "Idempotency-Key");
  assert.equal((await issue(body, "a b")).status, 400);
  assert.equal((await issue(body, "two")).status, 201);
  assert.equal((await real.keys.list({ limit: 200 })).keys.length, 2);

  await real.keys.rotate(issued.id, { overlap_seconds: 0 });
  assert.equal((await issue(body, "one")).status, 409);
});

Deno.test("keys are listed newest first, page by page, to the operator and to their owner", async () => {
  await using real = await realApp();
  const issued: string[] = [];
  for (let n = 0; n < 7; n++) {
    const { id, key } = await real.keys.issue({
      email: n % 2 ? "ann@example.com" : "bob@example.com",
      scopes: "read",
      rpm_limit: 60,
    });
    issued.push(n === 5 ? key : id);
  }
  const annsKey = issued[5];
  issued[5] = annsKey.slice(4, 12);
  const pages = async (path: string, headers: Record<string, string>) => {
    const found: string[][] = [];
    let cursor = "";
    do {
      const { keys, next_cursor } = stamped(KeyPage).parse(
        await answerOf(real, get(`${path}?limit=3${cursor}`, headers)),
      );
      found.push(keys.map(({ id }) => id));
      cursor = next_cursor === null ? "" : `&cursor=${next_cursor}`;
    } while (cursor !== "");
    return found;
  };
  const all = await pages("/api/keys", OPERATOR);
  assert.ok(all.every(({ length }) => length <= 3));
  const fresh = all.flat().filter((id) => issued.includes(id));
  assert.deepEqual(fresh.sort(), [...issued].sort());
  assert.equal(new Set(all.flat()).size, all.flat().length);
  const own = await pages("/api/me/keys", bearer(annsKey));
  assert.deepEqual(own.flat().sort(), [1, 3, 5].map((n) => issued[n]).sort());
  for (const query of ["cursor=nonsense", "limit=201", "page=2"]) {
    await answerOf(real, get(`/api/keys?${query}`, OPERATOR), 400);
  }
});
