import { type Forest, goesRight, MAX_DEPTH } from "./forest.ts";

/** Row length of `SHARES`. */
const WIDTH = MAX_DEPTH + 1;

/**
 * `SHARES[a * WIDTH + b]` is `(a - 1)! b! / (a + b)!`, the share of a leaf's value that each of
 * `a` features gains when they and `b` others lead to it; 0 when there are none to gain.
 */
const SHARES = new Float64Array(WIDTH * WIDTH);
for (let a = 1; a < WIDTH; a++) {
  SHARES[a * WIDTH] = 1 / a;
  for (let b = 1; b < WIDTH; b++) {
    SHARES[a * WIDTH + b] = SHARES[a * WIDTH + b - 1] * b / (a + b);
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
      const otherWay = goesRight(asks, others[f], sets);
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
    lost = value[node] * SHARES[otherHeld * WIDTH + held];
    return value[node] * SHARES[held * WIDTH + otherHeld];
  }

  out.fill(0);
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree];
    while (child[node] !== 0) {
      const asks = split[node];
      const way = goesRight(asks, codes[asks >>> 24], sets);
      if (way !== goesRight(asks, others[asks >>> 24], sets)) {
        explore(node, 0, 0);
        break;
      }
      node = child[node] + way;
    }
  }
  let sum = 0;
  for (let f = 0; f < codes.length; f++) sum += out[f];
  return sum;
}
