/** A store that cannot be written: reads go on, limits hold, and health says why. */
import assert from "node:assert/strict";
import { Health } from "../../contracts/health.ts";
import { keyCredential, openAccess } from "../../core/access/access.ts";
import { keysIn } from "../../core/access/keys.ts";
import { savedItems } from "../../core/service/workspace.ts";
import { post, problemOf, request, sampleApp } from "../../harness/app.ts";

/** A store whose disk can be filled: then every write fails as Deno KV's do, and reads go on. */
async function fillable() {
  const kv = await Deno.openKv(":memory:");
  const disk = { full: false };
  const store = new Proxy(kv, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name === "atomic") {
        return () => {
          const atomic = target.atomic();
          const commit = atomic.commit.bind(atomic);
          atomic.commit = () =>
            disk.full
              ? Promise.reject(new TypeError("database or disk is full"))
              : commit();
          return atomic;
        };
      }
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { kv: store, disk, [Symbol.dispose]: () => kv.close() };
}

Deno.test("on a full disk reads go on, limits hold in memory, and health says why until it is over", async () => {
  using store = await fillable();
  const keys = keysIn(store.kv);
  const { key } = await keys.issue({
    email: "a@example.com",
    scopes: "read,underwrite,write-state",
    rpm_limit: 40,
  });
  const access = openAccess(store.kv, [keyCredential(store.kv)]);
  const app = sampleApp({ access, keys, saved: savedItems(store.kv) });
  const headers = { authorization: `Bearer ${key}` };
  const health = async () =>
    Health.parse(await (await app.fetch(request("/api/health"))).json());
  assert.deepEqual([(await health()).status, (await health()).problems], [
    "ok",
    [],
  ]);
  store.disk.full = true;
  const statuses: number[] = [];
  const began = performance.now();
  for (let n = 0; n < 60; n++) {
    const { status } = await app.fetch(
      post("/api/rent", { price: 100 }, headers),
    );
    statuses.push(status);
  }
  assert.deepEqual(new Set(statuses), new Set([200, 429]));
  const served = statuses.filter((status) => status === 200).length;
  // A call comes back every second and a half.
  const back = Math.floor((performance.now() - began) / 1_500);
  assert(served >= 40 && served <= 42 + back, `${served}`);
  const anonymous: number[] = [];
  for (let n = 0; n < 40; n++) {
    anonymous.push((await app.fetch(request("/api/me/usage"))).status);
  }
  assert.equal(anonymous.filter((status) => status === 401).length, 30);
  assert.equal(anonymous.filter((status) => status === 429).length, 10);
  const { status, problems } = await health();
  assert.equal(status, "degraded");
  assert.match(problems.join(), /database or disk is full/);

  const other = await keys.issue({
    email: "b@example.com",
    scopes: "write-state",
    rpm_limit: 60,
  }).catch((error) => error.code);
  assert.equal(other, "busy");
  await app.close();
  store.disk.full = false;
  await access.flush();
});

Deno.test("who sends bad credentials or looks for paths that are not there is refused cheaply, and nobody else", async () => {
  using store = await fillable();
  const keys = keysIn(store.kv);
  const { key } = await keys.issue({
    email: "a@example.com",
    scopes: "read,underwrite",
    rpm_limit: 1_000,
  });
  let lookups = 0;
  const credential = keyCredential(store.kv);
  const access = openAccess(store.kv, [{
    prefix: "svc",
    find: (token, url) => {
      lookups++;
      return credential.find(token, url);
    },
  }]);
  const app = sampleApp({ access, keys });
  const rent = (token: string, peer: string) =>
    app.fetch(
      post("/api/rent", { price: 100 }, { authorization: `Bearer ${token}` }),
      { peer },
    );
  assert.equal((await rent(key, "192.0.2.1")).status, 200);
  for (let n = 0; n < 100; n++) {
    const { status } = await rent(`svct_${n}`, "192.0.2.1");
    assert.equal(status, n < 30 ? 401 : 429);
  }
  assert.equal(lookups, 32);
  // A credential that was good before, and everybody elsewhere, go on.
  assert.equal((await rent(key, "192.0.2.1")).status, 200);
  assert.equal((await rent("svct_x", "192.0.2.2")).status, 401);

  for (let n = 0; n < 40; n++) {
    const refused = await problemOf(
      await app.fetch(request(`/nowhere/${n}`), { peer: "192.0.2.3" }),
    );
    assert.equal(refused.code, n < 30 ? "not_found" : "rate_limited");
  }
  await app.close();
  await access.flush();
});
