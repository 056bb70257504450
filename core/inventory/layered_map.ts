/** Changes kept above the base until they are as many as this, or as a sixteenth of it. */
const LEAST_CHANGES = 1_024;

/**
 * A map from text that never changes: a change gives another map, which shares nearly everything
 * with the first. Copying a `Map` of 200,000 entries for every change would take some 50 ms.
 */
export class LayeredMap<V> {
  readonly #base: ReadonlyMap<string, V>;
  /** What differs from the base; undefined where a key is gone. */
  readonly #changes: ReadonlyMap<string, V | undefined>;

  private constructor(
    base: ReadonlyMap<string, V>,
    changes: ReadonlyMap<string, V | undefined>,
    readonly size: number,
  ) {
    this.#base = base;
    this.#changes = changes;
  }

  /** Returns a map of these entries, which must not change from now on. */
  static of<V>(entries: ReadonlyMap<string, V>): LayeredMap<V> {
    return new LayeredMap(entries, new Map(), entries.size);
  }

  get(key: string): V | undefined {
    return this.#changes.has(key)
      ? this.#changes.get(key)
      : this.#base.get(key);
  }

  /** Every key with its value, in no order. */
  *entries(): Generator<[string, V]> {
    for (const entry of this.#base) {
      if (!this.#changes.has(entry[0])) yield entry;
    }
    for (const [key, value] of this.#changes) {
      if (value !== undefined) yield [key, value];
    }
  }

  /** The keys whose value is not the same object as in another map. Of two that share a base, only what was changed above it is looked at. */
  *differing(other: LayeredMap<V>): Generator<string> {
    const isOfOneBase = this.#base === other.#base;
    const mine = isOfOneBase ? this.#changes : this.#all();
    const theirs = isOfOneBase ? other.#changes : other.#all();
    for (const key of mine.keys()) {
      if (this.get(key) !== other.get(key)) yield key;
    }
    for (const key of theirs.keys()) {
      if (!mine.has(key) && this.get(key) !== other.get(key)) yield key;
    }
  }

  #all(): ReadonlyMap<string, V | undefined> {
    return this.#changes.size === 0
      ? this.#base
      : new Map([...this.#base, ...this.#changes]);
  }

  /** Returns the map after these changes; undefined takes a key out. */
  with(changes: ReadonlyMap<string, V | undefined>): LayeredMap<V> {
    let { size } = this;
    for (const [key, value] of changes) {
      size += Number(value !== undefined) -
        Number(this.get(key) !== undefined);
    }
    const all = new Map([...this.#changes, ...changes]);
    const next = new LayeredMap(this.#base, all, size);
    return all.size > Math.max(LEAST_CHANGES, this.#base.size / 16)
      ? LayeredMap.of(new Map(next.entries()))
      : next;
  }
}
