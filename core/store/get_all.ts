/** Remote Deno KV reads at most so many keys at once. */
const MOST_KEYS = 10;

/** Returns the values at keys, in their order; null where there is none. */
export async function getAll<T>(
  kv: Deno.Kv,
  keys: readonly Deno.KvKey[],
): Promise<(T | null)[]> {
  const batches: Promise<Deno.KvEntryMaybe<T>[]>[] = [];
  for (let at = 0; at < keys.length; at += MOST_KEYS) {
    batches.push(kv.getMany<T[]>(keys.slice(at, at + MOST_KEYS)));
  }
  return (await Promise.all(batches)).flat().map(({ value }) => value);
}
