import assert from "node:assert/strict";
import { CONSTANTS } from "../../../../contracts/constants.ts";
import { nowcast } from "../../../../core/engine/valuation/model/nowcast.ts";
import { seeded } from "../county.ts";

const { efolding_days, prior_sales } = CONSTANTS.nowcast;

Deno.test("nowcast() is the kernel mean it says it is", () => {
  const random = seeded(9);
  const day = Array.from({ length: 200 }, () => 500 + Math.floor(90 * random()))
    .sort((a, b) => a - b);
  const residual = day.map(() => random() - 0.5);
  const level = nowcast(day, residual);
  assert.equal(level.length, day.at(-1)! - day[0] + 1);
  level.forEach((value, d) => {
    let top = 0;
    let bottom = prior_sales;
    day.forEach((on, i) => {
      const weight = Math.exp(-Math.abs(on - day[0] - d) / efolding_days);
      top += weight * residual[i];
      bottom += weight;
    });
    assert(Math.abs(value - top / bottom) < 1e-12, `${d}: ${value}`);
  });
});

Deno.test("nowcast() follows a step in prices within weeks, and leans to zero where sales are few", () => {
  const day = Array.from({ length: 400 }, (_, i) => Math.floor(i / 2));
  const residual = day.map((on) => on >= 140 ? 0.1 : 0);
  const level = nowcast(day, residual);
  assert(level.at(-1)! > 0.08 && level.at(-1)! < 0.1, String(level.at(-1)));
  assert(Math.abs(level[40]) < 0.01);
  const [alone] = nowcast([7], [0.3]);
  assert(Math.abs(alone - 0.3 / (1 + prior_sales)) < 1e-12);
  assert.equal(nowcast([], []).length, 0);
});
