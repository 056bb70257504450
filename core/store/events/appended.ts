/** Receives the owners whose logs have grown in this process. */
type Listener = (owner: string) => void;

const listeners = new WeakMap<Deno.Kv, Set<Listener>>();

/** Tells those who listen that an owner's log has grown, so that they need not wait for their next look at the store. */
export function tellAppended(kv: Deno.Kv, owner: string): void {
  for (const listener of listeners.get(kv) ?? []) listener(owner);
}

/** Calls back when an owner's log grows in this process. Returns what ends it. */
export function onAppended(kv: Deno.Kv, listener: Listener): () => void {
  const known = listeners.get(kv) ?? new Set();
  listeners.set(kv, known.add(listener));
  return () => known.delete(listener);
}
