import assert from "node:assert/strict";
import { request } from "../../../harness/app.ts";
import { type RealApp, realApp } from "../../../harness/access.ts";

/** A browser without a window: keeps its cookie and sends the page's forms. */
class Visitor {
  cookie = "";
  constructor(readonly real: RealApp, readonly peer = "192.0.2.1") {}

  async open(): Promise<string> {
    return await this.#answer(
      request("/connect", { headers: this.#headers() }),
    );
  }

  /** Sends a form of the page as it was, with these fields. */
  async send(page: string, fields: Record<string, string>): Promise<string> {
    const [at, signature] = ["at", "signature"].map((name) =>
      new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(page)?.[1] ?? ""
    );
    return await this.#answer(request("/connect", {
      method: "POST",
      headers: this.#headers(),
      body: new URLSearchParams({ at, signature, ...fields }),
    }));
  }

  #headers(): Record<string, string> {
    return this.cookie ? { cookie: this.cookie } : {};
  }

  async #answer(asked: Request): Promise<string> {
    const response = await this.real.app.fetch(asked, { peer: this.peer });
    const set = response.headers.get("set-cookie");
    if (set) {
      assert.match(set, /HttpOnly/);
      this.cookie = set.split(";")[0];
    }
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.match(
      response.headers.get("content-security-policy")!,
      /default-src 'none'.*script-src 'self' 'sha256-[^;]*;.* form-action 'self'; frame-ancestors 'none'/,
    );
    return await response.text();
  }
}

const ISSUE = {
  action: "issue",
  email: "ann@example.com",
  "scope-read": "on",
};
const keyIn = (page: string) => /svc_[0-9A-Za-z]{57}/.exec(page)?.[0];

Deno.test("/connect, which every page links, says how to get a key where nobody makes them there", async () => {
  await using real = await realApp();
  const answer = await real.app.fetch(request("/connect"));
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /ask whoever runs this server/);
});

Deno.test("/connect gives a person at most three live keys, each with what was chosen", async () => {
  await using real = await realApp({ selfServe: true });
  const ann = new Visitor(real);
  let page = await ann.open();
  for (let n = 0; n < 3; n++) {
    page = await ann.send(page, { ...ISSUE, "scope-underwrite": "on" });
    assert(keyIn(page));
  }
  assert.match(page, /3 live keys, the most/);
  page = await ann.send(page, ISSUE);
  assert.equal(keyIn(page), undefined);
  assert.match(page, /role="alert"[^<]*>\s*an owner may have 3 live keys/);
  const { keys } = await real.keys.list({ limit: 200 });
  assert.equal(keys.length, 3);
  for (const { scopes, rpm_limit, email } of keys) {
    assert.deepEqual(
      [scopes, rpm_limit, email],
      ["read,underwrite", 60, "ann@example.com"],
    );
  }
  page = await ann.send(page, { action: "revoke", id: keys[0].id });
  assert(keyIn(await ann.send(page, ISSUE)));
});

Deno.test("what a form of /connect must not do is refused, with a reason", async () => {
  await using real = await realApp({ selfServe: true });
  const ann = new Visitor(real);
  const bob = new Visitor(real, "192.0.2.2");
  const page = await ann.open();
  const foreign = await bob.open();
  const made = await bob.send(foreign, ISSUE);
  const bobs = keyIn(made)!.slice(4, 12);
  for (
    const [from, fields, reason] of [
      [page, { ...ISSUE, email: "ann" }, /email/],
      [page, { action: "issue", email: "a@example.com" }, /scopes must be/],
      [page, { ...ISSUE, label: "x".repeat(61) }, /label/],
      [page, { ...ISSUE, at: "1" }, /has expired/],
      [page, { ...ISSUE, signature: "x" }, /has expired/],
      [foreign, ISSUE, /has expired/],
      [page, { action: "rotate", id: bobs, overlap_seconds: "0" }, /no key/],
      [page, { action: "revoke", id: bobs }, /no key/],
      [page, { action: "steal" }, /names no action/],
    ] as const
  ) {
    const answer = await ann.send(from, fields);
    assert.match(answer, reason);
    assert.equal(keyIn(answer), undefined);
  }
  assert.equal((await real.keys.list({ limit: 200 })).keys.length, 1);
  assert.equal((await real.keys.list({ limit: 200 })).keys[0].state, "live");
  await assert.rejects(
    real.keys.issueTo("idn_x", {
      email: "a@example.com",
      scopes: "webhooks",
      rpm_limit: 60,
    }, "192.0.2.3"),
    { code: "invalid_params", field: "scopes" },
  );
});

Deno.test("an email does not open what another person with it has", async () => {
  await using real = await realApp({ selfServe: true });
  const operators = await real.issue({ email: "ann@example.com" });
  const ann = new Visitor(real);
  const key = keyIn(await ann.send(await ann.open(), ISSUE))!;
  const [own, others] = await Promise.all(
    [key, operators].map(async (each) =>
      (await real.access.identify(each, "")) as { owner: string }
    ),
  );
  assert.notEqual(own.owner, others.owner);
});

Deno.test("/connect makes one key of a form that is sent twice", async () => {
  await using real = await realApp({ selfServe: true });
  const ann = new Visitor(real);
  const page = await ann.open();
  const [first, second] = [
    keyIn(await ann.send(page, ISSUE)),
    keyIn(await ann.send(page, ISSUE)),
  ];
  assert(first);
  assert.equal(second, first);
  assert.equal((await real.keys.list({ limit: 200 })).keys.length, 1);
});
