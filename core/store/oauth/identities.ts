import { DAY_MS } from "../../../contracts/day.ts";
import { OAuthError } from "../../../contracts/oauth.ts";
import { transact } from "../transact.ts";
import { digest } from "./secret.ts";

/** The identities that have consented from one network on one day. */
interface NetworkRow {
  readonly day: number;
  readonly subjects: readonly string[];
}

/** Browsers of one network that may connect clients in a day; each has a limit of its own. */
export const IDENTITIES_A_DAY = 20;

/**
 * Lets an identity consent. One that costs nothing to make would make limits per identity worth
 * nothing, so a network has only so many a day.
 *
 * @param network what the browser's address is counted as
 * @throws {OAuthError} `access_denied` for one too many
 */
export async function admitIdentity(
  kv: Deno.Kv,
  network: string,
  subject: string,
  now: number,
): Promise<void> {
  const key = ["oauth", "network", digest(network)];
  const day = Math.floor(now / DAY_MS);
  await transact(kv, key, async (tx) => {
    const row = await tx.get<NetworkRow>(key);
    const subjects = row?.day === day ? row.subjects : [];
    if (subjects.includes(subject)) return;
    if (subjects.length >= IDENTITIES_A_DAY) {
      throw new OAuthError(
        "access_denied",
        "too many browsers have connected from this network today: try tomorrow, or use an API key",
      );
    }
    const next: NetworkRow = { day, subjects: [...subjects, subject] };
    tx.set(key, next, { expireIn: DAY_MS });
  });
}
