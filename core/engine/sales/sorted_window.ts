/**
 * A multiset of numbers kept in order, for the median and the median absolute deviation of a
 * moving window. Adding and removing cost a binary search and a short memory move; `median` is
 * O(1), `mad` O(log n).
 */
export class SortedWindow {
  #values = new Float64Array(64);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds a finite number. */
  add(value: number): void {
    if (this.#size === this.#values.length) {
      const grown = new Float64Array(this.#size * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    const at = this.#position(value);
    this.#values.copyWithin(at + 1, at, this.#size);
    this.#values[at] = value;
    this.#size++;
  }

  /** Removes one number equal to `value`, which must be in the window. */
  remove(value: number): void {
    const at = this.#position(value);
    if (at === this.#size || this.#values[at] !== value) {
      throw new RangeError(`${value} is not in the window`);
    }
    this.#values.copyWithin(at, at + 1, this.#size);
    this.#size--;
  }

  /** Middle value, the mean of the two middle ones for an even count; NaN when empty. */
  median(): number {
    const half = this.#size >> 1;
    return this.#size % 2 === 1
      ? this.#values[half]
      : this.#size === 0
      ? NaN
      : (this.#values[half - 1] + this.#values[half]) / 2;
  }

  /** Median of the absolute deviations from the median; NaN when empty. */
  mad(): number {
    if (this.#size === 0) return NaN;
    const center = this.median();
    const split = this.#position(center);
    const half = this.#size >> 1;
    const upper = this.#deviation(center, split, half);
    if (this.#size % 2 === 1) return upper;
    return (this.#deviation(center, split, half - 1) + upper) / 2;
  }

  /**
   * The `k`-th smallest deviation. Those below the center, read downwards from `split`, and those
   * above it, read upwards, are two ascending lists: the search finds how many come from the first.
   */
  #deviation(center: number, split: number, k: number): number {
    const values = this.#values;
    const below = (i: number) => center - values[split - 1 - i];
    const above = (j: number) => values[split + j] - center;
    let low = Math.max(0, k + 1 - (this.#size - split));
    let high = Math.min(k + 1, split);
    while (low < high) {
      const i = (low + high) >> 1;
      if (below(i) < above(k - i)) low = i + 1;
      else high = i;
    }
    return Math.max(
      low > 0 ? below(low - 1) : -Infinity,
      low <= k ? above(k - low) : -Infinity,
    );
  }

  /** First position whose value is not below `value`. */
  #position(value: number): number {
    let low = 0, high = this.#size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#values[middle] < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
