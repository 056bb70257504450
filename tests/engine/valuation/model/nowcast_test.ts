import assert from "node:assert/strict";
import { MODEL_CONFIG } from "../../../../core/engine/model_config.ts";
import { nowcast } from "../../../../core/engine/valuation/model/nowcast.ts";
import { seeded } from "../county.ts";

const { efoldingDays, priorSales } = MODEL_CONFIG.nowcast;

Deno.test("nowcast() is the kernel mean it says it is", () => {
  const random = seeded(9);
  const day = Array.from({ length: 200 }, () => 500 + Math.floor(90 * random()))
    .sort((a, b) => a - b);
  const residual = day.map(() => random() - 0.5);
  const level = nowcast(day, residual, MODEL_CONFIG.nowcast);
  assert.equal(level.length, day.at(-1)! - day[0] + 1);
  level.forEach((value, d) => {
    let top = 0;
    let bottom = priorSales;
    day.forEach((on, i) => {
      const weight = Math.exp(-Math.abs(on - day[0] - d) / efoldingDays);
      top += weight * residual[i];
      bottom += weight;
    });
    assert(Math.abs(value - top / bottom) < 1e-12, `${d}: ${value}`);
  });
});

Deno.test("nowcast() follows a step in prices within weeks, and leans to zero where sales are few", () => {
  const day = Array.from({ length: 400 }, (_, i) => Math.floor(i / 2));
  const residual = day.map((on) => on >= 140 ? 0.1 : 0);
  const level = nowcast(day, residual, MODEL_CONFIG.nowcast);
  assert(level.at(-1)! > 0.08 && level.at(-1)! < 0.1, String(level.at(-1)));
  assert(Math.abs(level[40]) < 0.01);
  const [alone] = nowcast([7], [0.3], MODEL_CONFIG.nowcast);
  assert(Math.abs(alone - 0.3 / (1 + priorSales)) < 1e-12);
  assert.equal(nowcast([], [], MODEL_CONFIG.nowcast).length, 0);
});
