/** Rounds to whole units of `step` decimals: 2 is cents, 0 whole dollars. Halves go away from zero. */
export function roundTo(amount: number, decimals: number): number {
  const scale = 10 ** decimals;
  const scaled = Math.abs(amount) * scale;
  // A product like 1.005 x 100 lands a hair below its half; half a part in 10^12 lifts it back.
  const rounded = Math.round(scaled * (1 + 5e-13)) / scale;
  return rounded === 0 ? 0 : Math.sign(amount) * rounded;
}

/**
 * Rounds amounts so that they sum exactly to their rounded total, each moved by less than one
 * step (largest remainder). A statement shown this way adds up to the last digit.
 */
export function apportion(
  amounts: readonly number[],
  decimals: number,
): number[] {
  const scale = 10 ** decimals;
  const total = Math.round(
    roundTo(amounts.reduce((sum, amount) => sum + amount, 0), decimals) * scale,
  );
  const floors = amounts.map((amount) => Math.floor(amount * scale));
  let short = total - floors.reduce((sum, floor) => sum + floor, 0);
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
