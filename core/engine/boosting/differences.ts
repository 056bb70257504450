import { type Forest, goesRight, MAX_DEPTH } from "./forest.ts";

/** `SHARES[a * MAX_DEPTH + b]` is `a! b! / (a + b + 1)!`, by the recurrence of the beta function. */
const SHARES = new Float64Array(MAX_DEPTH * MAX_DEPTH);
for (let a = 0; a < MAX_DEPTH; a++) {
  for (let b = 0; b < MAX_DEPTH; b++) {
    SHARES[a * MAX_DEPTH + b] = a === 0
      ? 1 / (b + 1)
      : SHARES[(a - 1) * MAX_DEPTH + b] * a / (a + b + 1);
  }
}

/** Where a feature stands on the way down, beside 0 for not yet met. */
const HELD = 1;
const OTHER_HELD = 2;

/**
 * Splits the difference of two rows' predictions among the features: exact baseline Shapley
 * values (interventional TreeSHAP with one background row; Lundberg et al., 2020). A tree is
 * followed once while both rows go the same way. Where they part on a feature both ways are
 * explored, so each leaf is seen at most once, and rows that are alike cost little more than
 * two predictions.
 *
 * @param codes of the row, `others` of the row it is compared with
 * @param out filled with one value a feature
 * @returns the sum of `out`: prediction of the row less that of the other
 */
export function differences(
  { roots, split, child, value, sets }: Forest,
  codes: Uint8Array,
  others: Uint8Array,
  out: Float64Array,
): number {
  const side = new Uint8Array(codes.length);
  /** Of the leaves below: their values, each times its share as a loss of the features held at the other's value. */
  let lost = 0;

  /** Returns the like for the features held at the row's value. */
  function explore(node: number, held: number, otherHeld: number): number {
    while (child[node] !== 0) {
      const asks = split[node];
      const f = asks >>> 24;
      const way = goesRight(asks, codes[f], sets);
      const otherWay = codes[f] === others[f]
        ? way
        : goesRight(asks, others[f], sets);
      if (way === otherWay || side[f] === HELD) node = child[node] + way;
      else if (side[f] === OTHER_HELD) node = child[node] + otherWay;
      else {
        side[f] = HELD;
        const gained = explore(child[node] + way, held + 1, otherHeld);
        const lostHere = lost;
        side[f] = OTHER_HELD;
        const gainedThere = explore(
          child[node] + otherWay,
          held,
          otherHeld + 1,
        );
        side[f] = 0;
        out[f] += gained - lost;
        lost += lostHere;
        return gained + gainedThere;
      }
    }
    const leaf = value[node];
    lost = otherHeld ? leaf * SHARES[held * MAX_DEPTH + otherHeld - 1] : 0;
    return held ? leaf * SHARES[(held - 1) * MAX_DEPTH + otherHeld] : 0;
  }

  out.fill(0);
  for (let tree = 0; tree < roots.length; tree++) explore(roots[tree], 0, 0);
  let sum = 0;
  for (let f = 0; f < codes.length; f++) sum += out[f];
  return sum;
}
