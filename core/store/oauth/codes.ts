import { hash } from "node:crypto";
import { LIFETIMES } from "./lifetimes.ts";
import { CONSENT_SECONDS, OAuthError } from "../../../contracts/oauth.ts";
import { transact } from "../transact.ts";
import { endGrant, type Grant, startGrant, type Tokens } from "./grants.ts";
import { digest, newSecret } from "./secret.ts";

/** What a person has just allowed, waiting for the client to fetch its tokens. */
export interface Approval extends Grant {
  readonly redirectUri: string;
  /** PKCE: SHA-256 of the client's verifier, base64url. */
  readonly challenge: string;
}

interface CodeRow extends Approval {
  /** Epoch milliseconds. */
  readonly expires: number;
  /** The grant it was exchanged for; null while it is unused. */
  readonly grant: string | null;
}

const CODE_MS = LIFETIMES.code * 1000;

/** A used code is remembered while tokens from it may live, so that a replay ends them. */
const REPLAY_MS = LIFETIMES.access_token * 1000;

/** How long an answered form is remembered: twice as long as it is good, milliseconds. */
const FORM_MS = 2 * CONSENT_SECONDS * 1000;

const codeKey = (code: string): Deno.KvKey => ["oauth", "code", digest(code)];

/**
 * Keeps an approval under a new code: the plaintext, shown once and never stored.
 *
 * @param form what only this consent form has; it gives one code
 * @throws {OAuthError} `invalid_request` for a form that has given one
 */
export async function issueCode(
  kv: Deno.Kv,
  approval: Approval,
  form: string,
  now: number,
): Promise<string> {
  const code = newSecret();
  const key = codeKey(code);
  const formKey = ["oauth", "form", digest(form)];
  const row: CodeRow = { ...approval, expires: now + CODE_MS, grant: null };
  await transact(kv, formKey, async (tx) => {
    if (await tx.get(formKey) !== null) {
      throw new OAuthError(
        "invalid_request",
        "this page has been answered: start again from the program",
      );
    }
    tx.set(formKey, true, { expireIn: FORM_MS });
    tx.set(key, row, { expireIn: CODE_MS + REPLAY_MS });
  });
  return code;
}

/** How a client shows that the code is its own. */
export interface Redemption {
  readonly client: string;
  readonly verifier: string;
  /** As in the authorization request, when given at all. */
  readonly redirectUri?: string;
  /**
   * The address that the first access token is for.
   *
   * @param granted what was approved
   * @throws {OAuthError} `invalid_target` when it is not that or below it
   */
  audience(granted: string): string;
}

/**
 * Exchanges a code for tokens, once. Sent again, by whomever, it ends the tokens it brought: one
 * of the two senders has stolen it.
 *
 * @throws {OAuthError} `invalid_grant`, `invalid_target`
 */
export async function redeemCode(
  kv: Deno.Kv,
  code: string,
  { client, verifier, redirectUri, audience }: Redemption,
  now: number,
): Promise<Tokens> {
  const key = codeKey(code);
  const tokens = await transact(kv, key, async (tx) => {
    const row = await tx.get<CodeRow>(key);
    if (!row) throw badCode();
    if (row.grant !== null) {
      endGrant(tx, row.grant);
      return null;
    }
    if (
      row.expires <= now || row.client !== client ||
      (redirectUri !== undefined && redirectUri !== row.redirectUri) ||
      hash("sha256", verifier, "base64url") !== row.challenge
    ) throw badCode();
    const resource = audience(row.resource);
    const { id, tokens } = startGrant(tx, row, resource, now);
    const used: CodeRow = { ...row, grant: id };
    tx.set(key, used, { expireIn: REPLAY_MS });
    return tokens;
  });
  if (!tokens) throw badCode();
  return tokens;
}

function badCode(): OAuthError {
  return new OAuthError(
    "invalid_grant",
    "the code is unknown, expired or used, or client_id, redirect_uri or code_verifier do not fit it",
  );
}
