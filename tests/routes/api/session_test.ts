import assert from "node:assert/strict";
import { openAccess } from "../../../core/access/access.ts";
import { keyCredential } from "../../../core/access/access.ts";
import { keysIn } from "../../../core/access/keys.ts";
import {
  sessionCredential,
  sessionsIn,
} from "../../../core/access/sessions.ts";
import { IssueKey } from "../../../contracts/keys.ts";
import { post, problemOf, request, sampleApp } from "../../../harness/app.ts";

/** Routes with keys and sessions over a store of their own. */
async function service(options: { readonly publicUrl?: string } = {}) {
  const kv = await Deno.openKv(":memory:");
  const keys = keysIn(kv);
  const access = openAccess(kv, [keyCredential(kv), sessionCredential(kv)]);
  const app = sampleApp({
    keys,
    access,
    sessions: sessionsIn(kv),
    ...options,
  });
  return {
    app,
    keys,
    issue: async (scopes: string) =>
      (await keys.issue(IssueKey.parse({ email: "a@example.com", scopes })))
        .key,
    async [Symbol.asyncDispose]() {
      await app.close();
      await access.flush();
      kv.close();
    },
  };
}

/** Signs in; returns the cookie as a browser would send it. */
async function signIn(
  app: Awaited<ReturnType<typeof service>>["app"],
  key: string,
) {
  const response = await app.fetch(post("/api/session", { key }));
  assert.equal(response.status, 200);
  const cookie = response.headers.get("set-cookie")!;
  return { cookie, sent: cookie.slice(0, cookie.indexOf(";")) };
}

const stateOf = async (
  app: Awaited<ReturnType<typeof service>>["app"],
  headers: Record<string, string>,
) => (await (await app.fetch(request("/api/session", { headers }))).json());

Deno.test("a key becomes a session in a cookie that scripts and other sites do not get", async () => {
  await using s = await service();
  const key = await s.issue("read,write-state");
  const { cookie, sent } = await signIn(s.app, key);
  assert.match(cookie, /^twoflat_session=svcs_\w{43}; /);
  for (const part of ["HttpOnly", "SameSite=Strict", "Path=/"]) {
    assert.ok(cookie.includes(part), part);
  }
  assert.ok(!cookie.includes(key));
  const { signed_in, account, scopes } = await stateOf(s.app, {
    cookie: sent,
  });
  assert.deepEqual(
    [signed_in, account, scopes],
    [true, key.slice(4, 12), ["read", "write-state"]],
  );
  assert.equal((await stateOf(s.app, {})).signed_in, false);
});

Deno.test("over https the cookie is the host's own", async () => {
  await using s = await service({ publicUrl: "https://twoflat.example" });
  const { cookie } = await signIn(s.app, await s.issue("read"));
  assert.match(cookie, /^__Host-twoflat_session=.*; Secure/);
});

Deno.test("a session is not a bearer, and pages of other origins do not speak with it", async () => {
  await using s = await service();
  const { sent } = await signIn(s.app, await s.issue("read"));
  const token = sent.slice(sent.indexOf("=") + 1);
  const bearer = await s.app.fetch(
    request("/api/session", { headers: { authorization: `Bearer ${token}` } }),
  );
  assert.equal((await problemOf(bearer)).code, "unauthorized");
  for (
    const [name, value] of [
      ["origin", "http://127.0.0.1:9999"],
      ["sec-fetch-site", "cross-site"],
      ["sec-fetch-site", "same-site"],
    ]
  ) {
    const state = await stateOf(s.app, { cookie: sent, [name]: value });
    assert.equal(state.signed_in, false, `${name}: ${value}`);
  }
});

Deno.test("a session ends with signing out, and with its key", async () => {
  await using s = await service();
  const key = await s.issue("read");
  const first = await signIn(s.app, key);
  const second = await signIn(s.app, key);
  const out = await s.app.fetch(
    request("/api/session", {
      method: "DELETE",
      headers: { cookie: first.sent },
    }),
  );
  assert.equal((await out.json()).signed_in, false);
  const signedIn = async ({ sent }: { sent: string }) =>
    (await stateOf(s.app, { cookie: sent })).signed_in;
  assert.equal(await signedIn(first), false);
  assert.equal(await signedIn(second), true);
  await s.keys.revoke(key.slice(4, 12));
  assert.equal(await signedIn(second), false);
});

Deno.test("a browser signs in without a key as the identity that OAuth knows it by, whose own items it has", async () => {
  await using s = await service();
  const first = await s.app.fetch(
    request("/oauth/session", { method: "POST" }),
  );
  assert.equal(first.status, 204);
  const cookies = first.headers.getSetCookie();
  const [session] = cookies.filter((each) =>
    each.startsWith("twoflat_session=")
  );
  for (const part of ["HttpOnly", "SameSite=Strict", "Path=/"]) {
    assert.ok(session.includes(part), part);
  }
  const sent = cookies.map((each) => each.slice(0, each.indexOf(";")));
  const state = await stateOf(s.app, { cookie: sent.join("; ") });
  assert.match(state.account, /^idn_[\w-]{22}$/);
  assert.deepEqual(state.scopes, ["read", "underwrite", "write-state"]);
  // The same browser is the same person again; another is another.
  const [identity] = sent.filter((each) => each.startsWith("twoflat_id="));
  const again = await s.app.fetch(
    request("/oauth/session", {
      method: "POST",
      headers: { cookie: identity },
    }),
  );
  const accountOf = async (response: Response) => {
    const [cookie] = response.headers.getSetCookie()
      .filter((each) => each.startsWith("twoflat_session="));
    return (await stateOf(s.app, {
      cookie: cookie.slice(0, cookie.indexOf(";")),
    })).account;
  };
  assert.equal(await accountOf(again), state.account);
  const other = await s.app.fetch(
    request("/oauth/session", { method: "POST" }),
  );
  assert.notEqual(await accountOf(other), state.account);
  const elsewhere = await s.app.fetch(request("/oauth/session", {
    method: "POST",
    headers: { origin: "https://elsewhere.example" },
  }));
  assert.equal((await problemOf(elsewhere)).code, "forbidden_origin");
});

Deno.test("what is no key signs nobody in", async () => {
  await using s = await service();
  for (const key of ["x", `svc_${"0".repeat(57)}`]) {
    const { code } = await problemOf(
      await s.app.fetch(post("/api/session", { key })),
    );
    assert.equal(code, "unauthorized");
  }
});
