import type { AuditPage, AuditQuery } from "../../contracts/audit.ts";
import { CONSTANTS } from "../../contracts/constants.ts";
import type {
  IssuedKey,
  IssueKey,
  KeyView,
  RotateKey,
} from "../../contracts/keys.ts";
import type { Usage, UsageQuery } from "../../contracts/usage.ts";
import { readAudit } from "../store/audit.ts";
import {
  findKey,
  issueKey,
  type KeyChange,
  listKeys,
  revokeKey,
  rotateKey,
} from "../store/keys.ts";
import { openStore, type StoreLocation } from "../store/open.ts";
import { readUsage } from "../store/usage.ts";

/** What can be done with keys. `owner` limits a call to that owner's keys; others are `not_found`. */
export interface Keys {
  issue(input: IssueKey): Promise<IssuedKey>;
  /** A key within the ceilings of self-service. */
  issueTo(owner: string, input: IssueKey): Promise<IssuedKey>;
  /** Newest first. */
  list(owner?: string): Promise<KeyView[]>;
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
    issue: (input) => issueKey(kv, input, Date.now()),
    issueTo: (owner, input) =>
      issueKey(kv, input, Date.now(), {
        owner,
        most: CONSTANTS.limits.self_serve.live_keys,
      }),
    list: (owner) => listKeys(kv, Date.now(), owner),
    find: (id, change) => findKey(kv, id, Date.now(), change),
    rotate: (id, { overlap_seconds }, change) =>
      rotateKey(kv, id, overlap_seconds, Date.now(), change),
    revoke: (id, change) => revokeKey(kv, id, Date.now(), change),
    usage: (account, { days }) => readUsage(kv, account, days, Date.now()),
    audit: (account, query) => readAudit(kv, account, Date.now(), query),
  };
}

/** Opens the keys of a local store, for as long as `work` takes. */
export async function withLocalKeys<R>(
  location: StoreLocation,
  work: (keys: Keys) => Promise<R>,
): Promise<R> {
  using kv = await openStore(location);
  return await work(keysIn(kv));
}
