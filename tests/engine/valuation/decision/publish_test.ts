import assert from "node:assert/strict";
import type { Calibration } from "../../../../core/engine/calibration/calibrate.ts";
import { COMPS } from "../../../../contracts/constants/valuation.ts";
import { fallbackOf } from "../../../../core/engine/valuation/decision/fallback.ts";
import { MODEL_CONFIG } from "../../../../core/engine/model_config.ts";
import {
  publish,
  type RawEstimate,
} from "../../../../core/engine/valuation/decision/publish.ts";

const rawEstimate: RawEstimate = {
  segment: "70|sfh",
  subjectRefusal: null,
  compsRefusal: null,
  comps: {
    conservative: 240_000,
    base: 300_000,
    aggressive: 360_000,
    iqrShare: 0.1,
    uncalibrated: 82,
  },
  priceModel: { conservative: 220_000, base: 310_000, aggressive: 400_000 },
  scale: 0.1,
  areaKnown: true,
};

const figures = {
  test_sales: 150,
  median_error: 0.08,
  within_10: 0.6,
  within_20: 0.85,
  median_ratio: 1,
  coverage: 0.8,
  prb: 0,
};

function learned(change: Partial<Calibration> = {}): Calibration {
  return {
    interval: 0.8,
    from: 0,
    to: 1,
    sales: 150,
    bands: { "70|sfh": { low: -1, high: 2 } },
    pooled: { low: -3, high: 3 },
    errorScale: {
      basis: { comps: 1, price_model: 1 },
      size: { cuts: [], factors: [1] },
      value: { cuts: [], factors: [1] },
    },
    within20: { knots: [-0.2, -0.1], values: [0.5, 0.9] },
    overall: figures,
    segments: [{ ...figures, segment: "70|sfh", gate: "point", reasons: [] }],
    ...change,
  };
}

Deno.test("publish() takes interval ends and confidence from what was learned of the segment", () => {
  const { decision, arv, confidence } = publish(rawEstimate, {
    learned: learned(),
    age: 0,
  });
  assert.equal(decision.state, "point-actionable");
  assert.deepEqual(
    [arv!.conservative, arv!.base, arv!.aggressive],
    [
      Math.round(300_000 * Math.exp(-0.1)),
      300_000,
      Math.round(300_000 * Math.exp(0.2)),
    ],
  );
  assert.equal(arv!.intervalSource, "conformal");
  assert.equal(confidence, 90);
});

Deno.test("publish() gives an unseen segment the pool's interval, and suppresses it", () => {
  const { decision, value, arv } = publish(
    { ...rawEstimate, segment: "71|sfh" },
    { learned: learned(), age: 0 },
  );
  assert.equal(decision.state, "suppressed");
  assert.equal(arv, null);
  assert.equal(value!.aggressive, Math.round(300_000 * Math.exp(0.3)));
});

Deno.test("publish() without a backtest uses the comps' own spread", () => {
  const { decision, arv, confidence } = publish(rawEstimate, {
    learned: null,
    age: 0,
  });
  assert.equal(decision.state, "range-only");
  assert.deepEqual(
    [arv!.conservative, arv!.aggressive, arv!.intervalSource],
    [240_000, 360_000, "comp_dispersion"],
  );
  assert.equal(confidence, 82);
});

Deno.test("publish() lets the price model speak where comps are unsure, never with a confidence that would let comps", () => {
  const unsure = { ...rawEstimate, scale: 0.2 };
  const { decision, value, confidence } = publish(unsure, {
    learned: learned(),
    age: 0,
  });
  assert.equal(decision.state, "hedonic");
  assert.equal(value!.basis, "price_model");
  assert.equal(value!.base, 310_000);
  assert(confidence! < COMPS.confidence_drives_arv);
});

Deno.test("publish() shows no value beside a refusal, and keeps it for backtests", () => {
  const refused = {
    ...rawEstimate,
    compsRefusal: {
      code: "dispersion",
      reason: "the comps disagree",
      fix: "fewer of them",
    },
  } as const;
  const publication = publish(refused, { learned: learned(), age: 0 });
  const { decision, value, arv } = publication;
  assert.equal(decision.state, "hedonic");
  assert.equal(arv, null);
  assert.equal(value!.base, 310_000);
  assert.deepEqual(fallbackOf(publication, null), {
    method: "price_model",
    low: value!.conservative,
    high: value!.aggressive,
    interval: value!.interval,
  });
  const weak = publish({ ...rawEstimate, scale: 0.2 }, {
    learned: learned(),
    age: 0,
  });
  assert.ok(weak.arv);
  assert.equal(fallbackOf(weak, null), null);
});

Deno.test("publish() lowers confidence, uncapped, by how far the comps disagree", () => {
  const { dispersionFree } = MODEL_CONFIG.calibration;
  const of = (iqrShare: number) =>
    publish(
      { ...rawEstimate, comps: { ...rawEstimate.comps!, iqrShare } },
      { learned: learned(), age: 0 },
    ).confidence!;
  assert.equal(of(dispersionFree), 90);
  assert.equal(of(dispersionFree + 0.2), 70);
});

Deno.test("publish() has no value where the subject allows none, and none at all without comps and price model", () => {
  const impossible = publish(
    {
      ...rawEstimate,
      subjectRefusal: {
        code: "missing_facts",
        reason: "no living area",
        fix: "a record of it",
      },
    },
    { learned: learned(), age: 0 },
  );
  assert.equal(impossible.decision.state, "unscored");
  assert.equal(impossible.value, null);
  assert.equal(impossible.confidence, null);
  const mute = publish(
    { ...rawEstimate, comps: null, priceModel: null },
    { learned: learned(), age: 0 },
  );
  assert.equal(mute.value, null);
});
