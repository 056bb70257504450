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

/** Whose value a feature has on the way down, besides 0 while both rows go the same way. */
const ROW = 1;
const OTHER = 2;

// Room to work in, the same for every call: made again it would cost a tenth of the time.
/** By feature: whose value it has; all 0 between two trees. */
const side = new Uint8Array(256);
/** Features on which the rows have parted on the way to the current node. */
const parted = new Uint8Array(MAX_DEPTH);
/** Nodes to come back to, and how many features had parted above them, how many as in the row. */
const later = new Uint32Array(MAX_DEPTH);
const laterParted = new Uint8Array(MAX_DEPTH);
const laterAsRow = new Uint8Array(MAX_DEPTH);

/**
 * Splits the difference of two rows' predictions among the features: exact baseline Shapley
 * values (interventional TreeSHAP with one background row; Lundberg et al., 2020). A tree is
 * followed once while both rows go the same way. Where they part on a feature both ways are
 * explored, so each leaf is seen at most once, and rows that are alike cost little more than
 * two predictions.
 *
 * @param forest trees in which a leaf is its own left child: what predicting has just walked
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
  out.fill(0);
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree];
    let count = 0;
    let asRow = 0;
    let waiting = 0;
    while (true) {
      let left = child[node];
      while (left !== node) {
        const asks = split[node];
        const f = asks >>> 24;
        let way = goesRight(asks, codes[f], sets);
        const otherWay = goesRight(asks, others[f], sets);
        if (way !== otherWay) {
          if (side[f] === 0) {
            later[waiting] = left + otherWay;
            laterParted[waiting] = count;
            laterAsRow[waiting++] = asRow++;
            parted[count++] = f;
            side[f] = ROW;
          } else if (side[f] === OTHER) way = otherWay;
        }
        node = left + way;
        left = child[node];
      }
      const asOther = count - asRow;
      const gained = value[node] * SHARES[asRow * WIDTH + asOther];
      const lost = value[node] * SHARES[asOther * WIDTH + asRow];
      for (let at = 0; at < count; at++) {
        const f = parted[at];
        out[f] += side[f] === ROW ? gained : -lost;
      }
      if (waiting === 0) break;
      node = later[--waiting];
      asRow = laterAsRow[waiting];
      while (count > laterParted[waiting] + 1) side[parted[--count]] = 0;
      side[parted[count - 1]] = OTHER;
    }
    while (count > 0) side[parted[--count]] = 0;
  }
  let sum = 0;
  for (let f = 0; f < codes.length; f++) sum += out[f];
  return sum;
}
