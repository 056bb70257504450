import { transact } from "./transact.ts";

/** When a source of the county was last asked. Times are epoch milliseconds. */
export interface SourceStatus {
  readonly name: string;
  /** Last time that it answered; null before the first. */
  readonly refreshed: number | null;
  readonly tried: number;
  /** Why the last try failed; null when it did not. */
  readonly error: string | null;
}

const PREFIX: Deno.KvKey = ["sources", "turn"];
const statusKey = (name: string): Deno.KvKey => [...PREFIX, name];
/** There while a source has brought something that no snapshot holds yet. */
const NEWS: Deno.KvKey = ["sources", "news"];

/** Returns the sources that were asked, by name. */
export async function sourceStatuses(kv: Deno.Kv): Promise<SourceStatus[]> {
  const rows = kv.list<SourceStatus>({ prefix: PREFIX });
  return (await Array.fromAsync(rows)).map(({ value }) => value);
}

/** Notes that a source has answered, and whether it brought something. */
export async function noteRefreshed(
  kv: Deno.Kv,
  name: string,
  now: number,
  isNews: boolean,
): Promise<void> {
  const status: SourceStatus = {
    name,
    refreshed: now,
    tried: now,
    error: null,
  };
  await transact(kv, statusKey(name), (tx) => {
    tx.set(statusKey(name), status);
    if (isNews) tx.set(NEWS, now);
    return Promise.resolve();
  });
}

/** Notes why a source did not answer. */
export function noteFailed(
  kv: Deno.Kv,
  name: string,
  now: number,
  error: string,
): Promise<void> {
  const key = statusKey(name);
  return transact(kv, key, async (tx) => {
    const known = await tx.get<SourceStatus>(key);
    const refreshed = known?.refreshed ?? null;
    tx.set(key, { name, refreshed, tried: now, error } satisfies SourceStatus);
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
