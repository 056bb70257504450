/** Mixes a number's low 32 bits into a hash; returns 32 unsigned bits. Source: MurmurHash3's finaliser. */
export function mix(hash: number, value: number): number {
  let h = Math.imul(hash, 31) + value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Hash of the numbers in order. Chance in training is a hash of (seed, what, where): there is no state to run ahead or to share. */
export function hashOf(...values: readonly number[]): number {
  return values.reduce(mix, 0x9e3779b9);
}
