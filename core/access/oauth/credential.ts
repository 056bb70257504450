import { LIMITS } from "../../../contracts/constants/limits.ts";
import { readAccess } from "../../store/oauth/grants.ts";
import { ACCESS_PREFIX } from "../../store/oauth/secret.ts";
import type { Credential } from "../access.ts";
import { covers } from "./resource.ts";

/**
 * OAuth access tokens as a credential. Usage is limited, metered and audited per identity, so
 * connecting more clients from one browser brings no more calls.
 *
 * @param now epoch milliseconds, by default the clock's
 */
export function oauthCredential(
  kv: Deno.Kv,
  now: () => number = Date.now,
): Credential {
  return {
    prefix: ACCESS_PREFIX,
    async find(token, url) {
      const access = await readAccess(kv, token, now());
      if (!access || !covers(access.resource, url)) return null;
      return {
        kind: "oauth",
        id: access.subject,
        owner: access.subject,
        scopes: new Set(access.scopes),
        perMinute: LIMITS.key_rpm_default,
      };
    },
  };
}
