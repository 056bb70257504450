import { IssueKey } from "../contracts/keys.ts";
import { Scope } from "../contracts/scope.ts";
import {
  type Access,
  keyCredential,
  openAccess,
} from "../core/access/access.ts";
import { type Keys, keysIn } from "../core/access/keys.ts";
import { type Account } from "../core/access/principal.ts";
import { newKeyId } from "../core/store/keys/api_key.ts";
import { issueKey } from "../core/store/keys/keys.ts";
import type { App } from "../routes/app.ts";
import type { Service } from "../routes/service.ts";
import { sampleApp } from "./app.ts";

/** The operator's secret in the tests. */
export const WRITE_SECRET = "a-write-secret-for-the-tests-only-0123456789";

/** The routes with real access over a store in memory. */
export interface RealApp extends AsyncDisposable {
  readonly app: App;
  readonly kv: Deno.Kv;
  readonly keys: Keys;
  readonly access: Access;
  /** A key with these scopes. */
  issue(options?: Partial<IssueKey>): Promise<string>;
}

/** Opens the routes with keys, limits, metering and audit as the server has them. */
export async function realApp(
  options: Partial<Service> = {},
): Promise<RealApp> {
  const kv = await Deno.openKv(":memory:");
  const keys = keysIn(kv);
  const access = openAccess(kv, [keyCredential(kv), grants]);
  const app = sampleApp({
    access,
    keys,
    writeSecret: WRITE_SECRET,
    ...options,
  });
  return {
    app,
    kv,
    keys,
    access,
    issue: async (given = {}) =>
      (await keys.issue(IssueKey.parse({
        email: "ann@example.com",
        rpm_limit: 100_000,
        ...given,
      }))).key,
    async [Symbol.asyncDispose]() {
      await app.close();
      await access.flush();
      kv.close();
    },
  };
}

/** The token of an OAuth grant, in these tests. */
export const GRANT = "svct_a-grant-of-the-tests";

/** One grant, as the authorization server would find it. */
const grants = {
  prefix: "svct_",
  find: (token: string): Promise<Account | null> =>
    Promise.resolve(
      token === GRANT
        ? {
          kind: "oauth",
          id: "grant",
          owner: "own_grant",
          scopes: new Set<Scope>(["read", "underwrite"]),
          perMinute: 100_000,
        }
        : null,
    ),
};

/** A credential and what it should be worth. */
export interface Presented {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the caller may do; undefined when the credential is not good. */
  readonly scopes?: ReadonlySet<Scope>;
  readonly anonymous?: true;
}

/** Every kind of credential there is, good and bad. */
export async function everyCredential(
  { kv, keys, issue }: RealApp,
): Promise<Presented[]> {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const all = Scope.options.join(",");
  const good = await issue({ scopes: all });
  const revoked = await issue({ scopes: all });
  await keys.revoke(revoked.slice(4, 12));
  const rotated = await issue({ scopes: all });
  await keys.rotate(rotated.slice(4, 12), { overlap_seconds: 0 });
  const overlapping = await issue({ scopes: all });
  const { key: renewed } = await keys.rotate(overlapping.slice(4, 12), {
    overlap_seconds: 60,
  });
  const { key: expired } = await issueKey(
    kv,
    IssueKey.parse({ email: "a@example.com", scopes: all, expires_in_days: 1 }),
    Date.now() - 86_400_001,
  );
  const foreign = await Deno.openKv(":memory:");
  const { key: unknown } = await issueKey(
    foreign,
    IssueKey.parse({ email: "a@example.com", scopes: all }),
    Date.now(),
  );
  foreign.close();
  const everything = new Set(Scope.options);
  return [
    { name: "none", headers: {}, scopes: new Set(["read"]), anonymous: true },
    ...await Promise.all(Scope.options.map(async (scope) => ({
      name: `key with ${scope}`,
      headers: bearer(await issue({ scopes: scope })),
      scopes: new Set([scope]),
    }))),
    { name: "key with all", headers: bearer(good), scopes: everything },
    {
      name: "old secret in its overlap",
      headers: bearer(overlapping),
      scopes: everything,
    },
    { name: "new secret", headers: bearer(renewed), scopes: everything },
    {
      name: "lower-case scheme",
      headers: { authorization: `bearer ${good}` },
      scopes: everything,
    },
    {
      name: "OAuth",
      headers: bearer(GRANT),
      scopes: new Set(["read", "underwrite"]),
    },
    { name: "revoked", headers: bearer(revoked) },
    { name: "expired", headers: bearer(expired) },
    { name: "old secret", headers: bearer(rotated) },
    { name: "unknown", headers: bearer(unknown) },
    { name: "tampered secret", headers: bearer(swapped(good, 20)) },
    { name: "tampered id", headers: bearer(swapped(good, 6)) },
    { name: "tampered checksum", headers: bearer(swapped(good, 60)) },
    { name: "cut", headers: bearer(good.slice(0, -1)) },
    { name: "longer", headers: bearer(`${good}0`) },
    { name: "id alone", headers: bearer(`svc_${newKeyId()}`) },
    { name: "other grant", headers: bearer(`${GRANT}x`) },
    { name: "write secret", headers: bearer(WRITE_SECRET) },
    { name: "not ours", headers: bearer("sk-1234567890") },
    { name: "basic", headers: { authorization: `Basic ${btoa(good)}` } },
    { name: "no token", headers: { authorization: "Bearer" } },
    { name: "two", headers: { authorization: `Bearer ${good}, ${good}` } },
  ];
}

/** The text with another character at an index. */
function swapped(text: string, at: number): string {
  const other = text[at] === "0" ? "1" : "0";
  return text.slice(0, at) + other + text.slice(at + 1);
}
