/** Does the work that has gathered for one key, all of it at once: one result an item, in order. */
export type Work<T, R> = (
  key: string,
  items: readonly T[],
) => Promise<readonly R[]>;

/**
 * Gathers items by key: while work on a key runs, more items for it wait together and are then
 * done at once. A burst of calls on one key so costs a few writes, not one each.
 */
export function batchByKey<T, R>(
  work: Work<T, R>,
): (key: string, item: T) => Promise<R> {
  interface Waiting {
    readonly item: T;
    readonly resolve: (result: R) => void;
    readonly reject: (error: unknown) => void;
  }
  const waiting = new Map<string, Waiting[]>();

  async function drain(key: string): Promise<void> {
    for (let batch = waiting.get(key)!; batch.length > 0;) {
      waiting.set(key, []);
      try {
        const results = await work(key, batch.map(({ item }) => item));
        batch.forEach(({ resolve }, n) => resolve(results[n]));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      batch = waiting.get(key)!;
    }
    waiting.delete(key);
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const queue = waiting.get(key);
      if (queue) return void queue.push({ item, resolve, reject });
      waiting.set(key, [{ item, resolve, reject }]);
      queueMicrotask(() => void drain(key));
    });
}
