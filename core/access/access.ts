import { LIMITS } from "../../contracts/constants/limits.ts";
import { Fault } from "../../contracts/errors.ts";
import { KEY_PREFIX } from "../store/keys/api_key.ts";
import { type Journal, journal, type Use } from "../store/metering/journal.ts";
import { keyCache } from "../store/keys/key_cache.ts";
import type { Admission } from "../store/metering/admission.ts";
import { type Limiter, limiter } from "../store/metering/limiter.ts";
import { memoryLimiter } from "../store/metering/memory_limiter.ts";
import { UnwritableStore } from "../store/transact.ts";
import { type Account, ANONYMOUS, type Principal } from "./principal.ts";

export { memoryLimiter };

/** A kind of credential, told by what its tokens start with. */
export interface Credential {
  readonly prefix: string;
  /**
   * The account behind a token; null when the token is not, or no longer, good.
   *
   * @param url what is called, as the caller sees it: a token may be for a part of the service
   */
  find(token: string, url: string): Promise<Account | null>;
}

/** Who may call, how often, and what they did. */
export interface Access {
  /**
   * Who sends a bearer token; without one, an anonymous reader.
   *
   * @param url what is called, as the caller sees it
   * @throws {Fault} `unauthorized` for a token that is not good: never taken for anonymous
   */
  identify(token: string | undefined, url: string): Promise<Principal>;
  /** Counts a call against the caller's limit. `network` is what an anonymous caller is known by. */
  admit(principal: Principal, network: string): Promise<Admission>;
  /** Why the store could not be written a moment ago; undefined when it could. */
  readonly storeTrouble?: string;
  /** Meters and audits a call of an account; of others there is nothing to keep. */
  note(principal: Principal, use: Omit<Use, "account">): void;
  /** Writes what has not been written. */
  flush(): Promise<void>;
}

/** How long limits are counted in memory before the store is tried again, milliseconds. */
const RETRY_MS = 5_000;

/** API keys as a credential. */
export function keyCredential(kv: Deno.Kv): Credential {
  const keys = keyCache(kv);
  return {
    prefix: KEY_PREFIX,
    async find(token) {
      const record = await keys.find(token);
      return record && {
        kind: "key",
        id: record.id,
        owner: record.owner,
        scopes: new Set(record.scopes),
        perMinute: record.rpmLimit,
      };
    },
  };
}

/**
 * Access over a store that other servers share.
 *
 * @param credentials the kinds of token that are known
 */
export function openAccess(
  kv: Deno.Kv,
  credentials: readonly Credential[] = [keyCredential(kv)],
  onError?: (error: unknown) => void,
): Access {
  const limits = limiter(kv);
  const inMemory = memoryLimiter();
  let trouble: { readonly why: string; readonly at: number } | undefined;
  const uses: Journal = journal(kv, {
    onError(error) {
      if (error instanceof UnwritableStore) noteTrouble(error);
      onError?.(error);
    },
  });
  function noteTrouble({ why }: UnwritableStore): void {
    trouble = { why, at: performance.now() };
  }
  const inTrouble = () =>
    trouble !== undefined && performance.now() - trouble.at < RETRY_MS;

  return {
    get storeTrouble() {
      return trouble?.why;
    },
    async identify(token, url) {
      if (token === undefined) return ANONYMOUS;
      const credential = credentials.find(({ prefix }) =>
        token.startsWith(prefix)
      );
      const account = await credential?.find(token, url);
      if (account) return account;
      throw new Fault(
        "unauthorized",
        "the bearer token is not one for this address, or has ended",
        {
          field: "Authorization",
          expected: "a live key or access token, or no credential",
        },
      );
    },
    async admit(principal, network) {
      const countIn = (limiter: Limiter) =>
        "id" in principal
          ? limiter.account(principal.id, principal.perMinute)
          : limiter.network(network, LIMITS.anonymous_per_minute);
      if (inTrouble()) return countIn(inMemory);
      try {
        const admission = await countIn(limits);
        trouble = undefined;
        return admission;
      } catch (error) {
        if (!(error instanceof UnwritableStore)) throw error;
        noteTrouble(error);
        return countIn(inMemory);
      }
    },
    note(principal, use) {
      if ("id" in principal) uses.note({ ...use, account: principal.id });
    },
    flush: () => uses.flush(),
  };
}
