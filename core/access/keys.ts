import type { AuditPage, AuditQuery } from "../../contracts/audit.ts";
import { LIMITS } from "../../contracts/constants/limits.ts";
import { invalidParams } from "../../contracts/errors.ts";
import type {
  IssuedKey,
  IssueKey,
  KeyPage,
  KeyView,
  RotateKey,
} from "../../contracts/keys.ts";
import type { PageQuery } from "../../contracts/page.ts";
import { type Scope, scopesOf } from "../../contracts/scope.ts";
import type { Usage, UsageQuery } from "../../contracts/usage.ts";
import { readAudit } from "../store/metering/audit.ts";
import {
  findKey,
  issueKey,
  type KeyChange,
  revokeKey,
  rotateKey,
} from "../store/keys/keys.ts";
import { listKeys } from "../store/keys/list_keys.ts";
import { admitIdentity } from "../store/oauth/identities.ts";
import { openStore, type StoreLocation } from "../store/open.ts";
import { readUsage } from "../store/metering/usage.ts";

const CEILINGS = LIMITS.self_serve;

/** What can be done with keys. `owner` limits a call to that owner's keys; others are `not_found`. */
export interface Keys {
  /** @param idempotencyKey a call repeated with it answers the same key */
  issue(input: IssueKey, idempotencyKey?: string): Promise<IssuedKey>;
  /**
   * A key within the ceilings of self-service.
   *
   * @param network what the owner's address is counted as: it has only so many owners a day
   * @throws {Fault} `invalid_params` or `conflict` when it is beyond them
   * @throws {OAuthError} `access_denied` when there are too many owners from the network today
   */
  issueTo(
    owner: string,
    input: IssueKey,
    network: string,
    idempotencyKey?: string,
  ): Promise<IssuedKey>;
  /** A page, newest first: of all keys, or of one owner's. */
  list(query: PageQuery, owner?: string): Promise<KeyPage>;
  find(id: string, change?: KeyChange): Promise<KeyView>;
  rotate(
    id: string,
    input: RotateKey,
    change?: KeyChange,
  ): Promise<IssuedKey>;
  revoke(id: string, change?: KeyChange): Promise<KeyView>;
  /** Of an account, whether it is a key or not. */
  usage(account: string, query: UsageQuery): Promise<Usage>;
  /** Of an account, whether it is a key or not. */
  audit(account: string, query: AuditQuery): Promise<AuditPage>;
}

/** Keys in a store. */
export function keysIn(kv: Deno.Kv): Keys {
  return {
    issue: (input, key) =>
      issueKey(kv, input, Date.now(), {
        idempotency: key === undefined ? key : { caller: "operator", key },
      }),
    async issueTo(owner, input, network, key) {
      checkCeilings(input);
      const now = Date.now();
      await admitIdentity(kv, network, owner, now);
      return await issueKey(kv, input, now, {
        owner,
        most: CEILINGS.live_keys,
        idempotency: key === undefined ? key : { caller: owner, key },
      });
    },
    list: (query, owner) => listKeys(kv, Date.now(), query, owner),
    find: (id, change) => findKey(kv, id, Date.now(), change),
    rotate: (id, { overlap_seconds }, change) =>
      rotateKey(kv, id, overlap_seconds, Date.now(), change),
    revoke: (id, change) => revokeKey(kv, id, Date.now(), change),
    usage: (account, { days }) => readUsage(kv, account, days, Date.now()),
    audit: (account, query) => readAudit(kv, account, Date.now(), query),
  };
}

function checkCeilings({ scopes, rpm_limit }: IssueKey): void {
  const most: readonly Scope[] = CEILINGS.scopes;
  if (!scopesOf(scopes).every((scope) => most.includes(scope))) {
    throw invalidParams("scopes", `from ${most.join(", ")}`);
  }
  if (rpm_limit > CEILINGS.rpm) {
    throw invalidParams("rpm_limit", `at most ${CEILINGS.rpm}`);
  }
}

/** Opens the keys of a local store, for as long as `work` takes. */
export async function withLocalKeys<R>(
  location: StoreLocation,
  work: (keys: Keys) => Promise<R>,
): Promise<R> {
  using kv = await openStore(location);
  return await work(keysIn(kv));
}
