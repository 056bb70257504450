/**
 * Trees as flat arrays. Nodes of all trees follow each other; a node's right child stands
 * directly after its left child.
 */
export interface Forest {
  /** First node of each tree. */
  readonly roots: Uint32Array;
  /** What an inner node asks; see `numberSplit` and `categorySplit`. 0 in a leaf. */
  readonly split: Int32Array;
  /** Left child of an inner node, 0 for a leaf (node 0 is a root, never a child). */
  readonly child: Uint32Array;
  /** What a leaf adds to the prediction; 0 in an inner node. */
  readonly value: Float32Array;
  /** Training rows seen by the tree that reached the node. */
  readonly cover: Float32Array;
  /** Eight words (256 bits) for each category split: bit `code` is set when the code goes right. */
  readonly sets: Uint32Array;
}

/** Bit of a split that asks about a set of categories. */
const CATEGORY = 1 << 23;

/** Most questions on the way to a leaf. */
export const MAX_DEPTH = 64;

/** Words of a set of codes. */
export const SET_WORDS = 8;

/** Feature a split asks about. */
export function featureOf(split: number): number {
  return split >>> 24;
}

/**
 * Codes 1 to `threshold` go left, higher ones right, unknown (0) where `unknownLeft` says.
 * Adding 255 modulo 256 makes the unknown the largest code, so one comparison decides.
 */
export function numberSplit(
  feature: number,
  threshold: number,
  unknownLeft: boolean,
): number {
  return feature << 24 |
    (unknownLeft ? threshold : 255 << 8 | (threshold - 1));
}

/** Codes in the set number `set` go right. */
export function categorySplit(feature: number, set: number): number {
  return feature << 24 | CATEGORY | set;
}

/** 1 when a code goes to the right child, else 0. */
export function goesRight(
  split: number,
  code: number,
  sets: ArrayLike<number>,
): number {
  if (split & CATEGORY) {
    const set = split & (CATEGORY - 1);
    return sets[set * SET_WORDS + (code >>> 5)] >>> (code & 31) & 1;
  }
  // The sign bit of a difference instead of a comparison: no branch to mispredict.
  return ((split & 255) - ((code + ((split >>> 8) & 255)) & 255)) >>> 31;
}

/** Leaf that a row falls into, starting at a root; the row's codes stand in `codes` from `start` on. */
export function leafOf(
  { split, child, sets }: Forest,
  root: number,
  codes: Uint8Array,
  start = 0,
): number {
  let node = root;
  while (child[node] !== 0) {
    const asks = split[node];
    node = child[node] + goesRight(asks, codes[start + (asks >>> 24)], sets);
  }
  return node;
}
