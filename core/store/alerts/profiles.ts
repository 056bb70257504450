import type { Profile } from "../../../contracts/saved_items.ts";

/** A profile and whose it is. */
export interface OwnedProfile {
  readonly owner: string;
  readonly profile: Profile;
}

/** Where a profile stands in the index over all owners. */
export const profileIndexKey = (owner: string, id: string): Deno.KvKey => [
  "profiles",
  owner,
  id,
];

/** Yields the profiles of all owners. */
export async function* allProfiles(kv: Deno.Kv): AsyncGenerator<OwnedProfile> {
  const found = kv.list<Profile>({ prefix: ["profiles"] }, { batchSize: 500 });
  for await (const { key, value } of found) {
    yield { owner: String(key[1]), profile: value };
  }
}
