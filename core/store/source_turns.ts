import { transact } from "./transact.ts";

/** When a source of the county was last asked. Times are epoch milliseconds. */
export interface SourceTurn {
  readonly name: string;
  /** Last time that it answered; null before the first. */
  readonly refreshed: number | null;
  readonly tried: number;
  /** Why the last try failed; null when it did not. */
  readonly error: string | null;
}

const PREFIX: Deno.KvKey = ["sources", "turn"];
const turnKey = (name: string): Deno.KvKey => [...PREFIX, name];
/** There while a source has brought something that no snapshot holds yet. */
const NEWS: Deno.KvKey = ["sources", "news"];

/** Returns the sources that were asked, by name. */
export async function sourceTurns(kv: Deno.Kv): Promise<SourceTurn[]> {
  const rows = kv.list<SourceTurn>({ prefix: PREFIX });
  return (await Array.fromAsync(rows)).map(({ value }) => value);
}

/** Notes that a source has answered, and whether it brought something. */
export async function noteRefreshed(
  kv: Deno.Kv,
  name: string,
  now: number,
  isNews: boolean,
): Promise<void> {
  const turn: SourceTurn = { name, refreshed: now, tried: now, error: null };
  await transact(kv, turnKey(name), (tx) => {
    tx.set(turnKey(name), turn);
    if (isNews) tx.set(NEWS, now);
    return Promise.resolve();
  });
}

/** Notes why a source did not answer. */
export function noteAway(
  kv: Deno.Kv,
  name: string,
  now: number,
  error: string,
): Promise<void> {
  const key = turnKey(name);
  return transact(kv, key, async (tx) => {
    const known = await tx.get<SourceTurn>(key);
    const refreshed = known?.refreshed ?? null;
    tx.set(key, { name, refreshed, tried: now, error } satisfies SourceTurn);
  });
}

/** Returns whether a source has brought something that no snapshot holds yet. */
export async function hasNews(kv: Deno.Kv): Promise<boolean> {
  return (await kv.get(NEWS)).value !== null;
}

/** Notes that a snapshot holds everything that came. */
export async function clearNews(kv: Deno.Kv): Promise<void> {
  await kv.delete(NEWS);
}
