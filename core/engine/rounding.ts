/** Rounds to whole units of `step` decimals: 2 is cents, 0 whole dollars. Halves go away from zero. */
export function roundTo(amount: number, decimals: number): number {
  const scale = 10 ** decimals;
  const scaled = Math.abs(amount) * scale;
  // A product like 1.005 x 100 lands a hair below its half; half a part in 10^12 lifts it back.
  const rounded = Math.round(scaled * (1 + 5e-13)) / scale;
  return rounded === 0 ? 0 : Math.sign(amount) * rounded;
}

/** Returns a coordinate to six decimals, about 10 cm; null where it is unknown. */
export function degrees(value: number): number | null {
  return Number.isFinite(value) ? roundTo(value, 6) : null;
}

/**
 * Rounds amounts so that they sum exactly to `total`, each moved by less than one step (largest
 * remainder). A statement shown this way adds up to the last digit.
 *
 * @param total a whole number of steps less than one step from the sum; default: the rounded sum
 */
export function apportion(
  amounts: readonly number[],
  decimals: number,
  total: number = roundTo(sum(amounts), decimals),
): number[] {
  const scale = 10 ** decimals;
  const floors = amounts.map((amount) => Math.floor(amount * scale));
  let short = Math.round(total * scale) - sum(floors);
  const byRemainder = amounts
    .map((amount, index) => ({ index, rest: amount * scale - floors[index] }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of byRemainder) {
    if (short <= 0) break;
    floors[index]++;
    short--;
  }
  return floors.map((steps) => steps / scale);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
