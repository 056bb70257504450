import { categorySplit, type Forest, SET_WORDS } from "./forest.ts";

/** Collects trees as they grow; their nodes in the order they are added, children in pairs. */
export class ForestBuilder {
  #roots: number[] = [];
  #split: number[] = [];
  #child: number[] = [];
  #value: number[] = [];
  #cover: number[] = [];
  #sets: number[] = [];
  /** Length of `#sets` before each tree. */
  #setStarts: number[] = [];

  /** Number of trees begun. */
  get trees(): number {
    return this.#roots.length;
  }

  /** Codes of the category splits so far, see `Forest.sets`. */
  get sets(): readonly number[] {
    return this.#sets;
  }

  /** Begins a tree; returns its root. */
  beginTree(cover: number): number {
    this.#setStarts.push(this.#sets.length);
    const root = this.addNode(cover);
    this.#roots.push(root);
    return root;
  }

  /** Adds a leaf that `cover` rows reach; returns its node. Of a split the left child is added first, the right one next. */
  addNode(cover: number): number {
    this.#child.push(0);
    this.#value.push(0);
    this.#cover.push(cover);
    return this.#split.push(0) - 1;
  }

  /** What a category split on the feature asks, the codes of the set going right. */
  askSet(feature: number, set: Uint32Array): number {
    this.#sets.push(...set);
    return categorySplit(feature, this.#sets.length / SET_WORDS - 1);
  }

  /** Makes a leaf an inner node. */
  setSplit(node: number, split: number, left: number): void {
    this.#split[node] = split;
    this.#child[node] = left;
  }

  /** What a leaf adds to the prediction. */
  setValue(node: number, value: number): void {
    this.#value[node] = value;
  }

  /** The trees `first` to before `end`, renumbered to stand alone. */
  slice(first: number, end: number): Forest {
    const from = this.#roots[first];
    const to = this.#roots[end] ?? this.#split.length;
    const sets = this.#setStarts[end] ?? this.#sets.length;
    return {
      roots: Uint32Array.from(this.#roots.slice(first, end), (n) => n - from),
      split: Int32Array.from(this.#split.slice(from, to)),
      child: Uint32Array.from(
        this.#child.slice(from, to),
        (child) => child && child - from,
      ),
      value: Float32Array.from(this.#value.slice(from, to)),
      cover: Float32Array.from(this.#cover.slice(from, to)),
      sets: Uint32Array.from(this.#sets.slice(0, sets)),
    };
  }
}
