import type { Dataset } from "../core/engine/boosting/mod.ts";

/**
 * Synthetic home sales, by seed: 30 features of the kinds a county has (areas, counts, years,
 * positions, flags, gaps and pure noise) and a log price that depends on most of them, with a
 * noise of 0.18.
 */
export function market(rows: number, seed = 1): Dataset {
  let state = seed >>> 0;
  const uniform = () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += uniform();
    return sum;
  };
  const names = [
    ...["log_area", "log_lot", "beds", "baths", "year", "grade", "condition"],
    ...[
      "x",
      "y",
      "x_plus_y",
      "x_minus_y",
      "garage",
      "air",
      "basement",
      "month",
    ],
    ...["rail", "lake", "stories", "rooms", "fireplaces", "lag_1", "lag_2"],
    ...["view", "renovated", "units", "noise_1", "noise_2", "noise_3"],
    ...["noise_4", "noise_5"],
  ];
  const columns = names.map(() => new Float32Array(rows));
  const target = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const area = 7.4 + 0.4 * normal();
    const lot = area + 1.5 + 0.6 * normal();
    const beds = Math.max(1, Math.round(area - 4.3 + 0.7 * normal()));
    const baths = Math.max(1, Math.round(2 * (area - 6.3) + normal())) / 2;
    const year = Math.round(2015 - 90 * uniform() ** 1.3);
    const grade = Math.round(
      5 + 2 * (area - 7.4) + (year - 1950) / 40 + normal(),
    );
    const condition = Math.round(3 + 0.6 * normal());
    const [x, y] = [uniform(), uniform()];
    const place = 0.5 * Math.sin(7 * x) * Math.cos(5 * y) +
      0.3 * Math.sin(23 * x + 17 * y) - 0.4 * (x - 0.6) ** 2;
    const rail = Math.abs(Math.sin(9 * x) - y);
    const month = Math.floor(uniform() * 48);
    const values = [
      ...[area, lot, beds, baths, year, grade, condition, x, y, x + y, x - y],
      ...[
        Math.floor(uniform() * 4),
        uniform() < 0.6 ? 1 : 0,
        Math.floor(uniform() * 3),
      ],
      ...[
        month,
        rail,
        1 - x,
        1 + Math.floor(uniform() * 2),
        beds + Math.floor(uniform() * 4),
      ],
      ...[
        Math.floor(uniform() ** 2 * 3),
        place + 0.2 * normal(),
        place + 0.3 * normal(),
      ],
      ...[uniform() < 0.08 ? 1 : 0, uniform() < 0.9 ? NaN : year + 20],
      ...[uniform() < 0.1 ? 2 : 1, uniform(), uniform(), normal(), normal()],
      uniform() < 0.5 ? NaN : uniform(),
    ];
    values.forEach((value, f) => columns[f][row] = value);
    target[row] = 5.5 + 0.75 * area + 0.08 * (lot - area) + 0.07 * grade +
      0.03 * condition + 0.04 * baths + 0.0008 * (year - 1950) + place +
      0.05 * (values[12] + 0.5 * values[11]) + 0.1 * values[22] -
      0.06 * rail * (area - 6) + 0.004 * month + 0.18 * normal();
  }
  return {
    features: names.map((name) => ({ name, kind: "number" })),
    columns,
    target,
  };
}
