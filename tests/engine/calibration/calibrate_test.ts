import assert from "node:assert/strict";
import {
  applyCalibration,
  calibrate as learn,
  type Calibration,
  isCalibrated,
} from "../../../core/engine/calibration/calibrate.ts";
import {
  conformalBand,
  type OutOfSample,
  sortedScores,
} from "../../../core/engine/calibration/conformal.ts";
import { gateSegment } from "../../../core/engine/calibration/segments.ts";

/** Seeded normal errors: segment `a` is twice as noisy as `b`, each scale is right up to that factor. */
function market(n: number, seed: number): OutOfSample[] {
  let state = seed;
  const uniform = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const normal = () =>
    Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  return Array.from({ length: n }, (_, i) => {
    const day = Math.floor(i / 20);
    const segment = uniform() < 0.3 ? "a" : "b";
    const scale = 0.03 + 0.1 * uniform();
    const noise = normal() * scale * (segment === "a" ? 2 : 1);
    return {
      segment,
      day,
      basis: "comps",
      base: 200_000,
      price: 200_000 * Math.exp(noise),
      scale,
    };
  });
}

function calibrate(rows: readonly OutOfSample[]): Calibration {
  const learned = learn(rows, []);
  assert.ok(isCalibrated(learned));
  return learned;
}

const covered = (
  rows: readonly OutOfSample[],
  past: readonly OutOfSample[],
) => {
  const calibration = calibrate(past);
  const hits = rows.filter((row) => {
    const { conservative, aggressive } = applyCalibration(calibration, row);
    return conservative <= row.price && row.price <= aggressive;
  });
  return hits.length / rows.length;
};

Deno.test("calibrate() covers later sales of a still market at the rate aimed for, in noisy segments too", () => {
  const past = market(3000, 11), later = market(3000, 29);
  for (const segment of ["a", "b"]) {
    const share = covered(later.filter((row) => row.segment === segment), past);
    assert.ok(share > 0.78 && share < 0.86, `${segment} covered ${share}`);
  }
});

Deno.test("calibrate() gives surer values a higher chance of being within 20%", () => {
  const calibration = calibrate(market(3000, 5));
  const chance = (scale: number) =>
    applyCalibration(calibration, {
      segment: "b",
      basis: "comps",
      base: 1,
      scale,
    }).within20;
  assert.ok(chance(0.03) > chance(0.13));
  assert.ok(chance(0.03) > 0.95);
});

Deno.test("calibrate() widens values of the price model alone where those err more than guessed", () => {
  const mixed = (seed: number): OutOfSample[] =>
    market(4000, seed).map((row, i) =>
      i % 10 > 0 ? row : {
        ...row,
        basis: "price_model",
        price: row.base * (row.price / row.base) ** 1.8,
      }
    );
  const past = mixed(41), later = mixed(43);
  for (const basis of ["comps", "price_model"]) {
    const share = covered(later.filter((row) => row.basis === basis), past);
    assert.ok(share > 0.77 && share < 0.87, `${basis} covered ${share}`);
  }
  const { errorScale } = calibrate(past);
  assert.ok(errorScale.basis.price_model / errorScale.basis.comps > 1.4);
});

Deno.test("calibrate() widens where large errors are larger than guessed", () => {
  const skewed = (seed: number) =>
    market(4000, seed).map((row) => ({ ...row, scale: Math.sqrt(row.scale) }));
  const past = skewed(53), later = skewed(59);
  const surest = later.toSorted((a, b) => a.scale - b.scale);
  for (const part of [surest.slice(0, 800), surest.slice(-800)]) {
    const share = covered(part, past);
    assert.ok(share > 0.76 && share < 0.88, `covered ${share}`);
  }
});

Deno.test("calibrate() widens where the cheapest third errs more than guessed", () => {
  const cheap = (seed: number) =>
    market(4000, seed).map((row, i): OutOfSample => {
      if (i % 3 > 0) return row;
      const base = row.base / 10;
      return { ...row, base, price: base * (row.price / row.base) ** 1.6 };
    });
  const past = cheap(61), later = cheap(67);
  const byValue = later.toSorted((a, b) => a.base - b.base);
  for (const part of [byValue.slice(0, 1_300), byValue.slice(1_400)]) {
    const share = covered(part, past);
    assert.ok(share > 0.78 && share < 0.86, `covered ${share}`);
  }
});

Deno.test("calibrate() says nothing on too little history", () => {
  assert.deepEqual(learn(market(99, 3), []), { sales: 99, needed: 100 });
});

Deno.test("calibrate() does not depend on the order of rows", () => {
  const rows = market(400, 17);
  assert.deepEqual(calibrate(rows.toReversed()), calibrate(rows));
});

Deno.test("conformalBand() of an unseen segment is the pool's, of a thick one its own", () => {
  const rows = market(2000, 23);
  const own = conformalBand(
    sortedScores(rows.filter((row) => row.segment === "a")),
    "a",
    0.8,
    0,
  );
  const thick = conformalBand(sortedScores(rows), "a", 0.8, 1);
  assert.ok(Math.abs(thick.high - own.high) < 0.1);
  const unseen = conformalBand(sortedScores(rows), "c", 0.8, 60);
  assert.ok(unseen.high < own.high);
});

Deno.test("gateSegment() opens the point gate on good figures and names each miss", () => {
  const row = (i: number, error: number, width: number) => {
    const price = 150_000 + 3_000 * (i % 97);
    const base = price * (1 + error);
    return {
      segment: "28|sfh",
      day: i,
      price,
      base,
      scale: 0.1,
      basis: "comps" as const,
      conservative: base * (1 - width),
      aggressive: base * (1 + width),
    };
  };
  const errors = (i: number) => ((i * 37) % 100 - 49.5) / 400;
  const good = Array.from({ length: 200 }, (_, i) => row(i, errors(i), 0.1));
  const result = gateSegment("28|sfh", good);
  assert.deepEqual([result.gate, result.reasons], ["point", []]);
  const thin = gateSegment("28|sfh", good.slice(0, 60));
  assert.equal(thin.gate, "range");
  assert.ok(thin.reasons.some((reason) => reason.startsWith("60 test sales")));
  assert.equal(gateSegment("28|sfh", good.slice(0, 29)).gate, "suppress");
  const wild = Array.from(
    { length: 200 },
    (_, i) => row(i, i % 2 ? 0.4 : -0.4, 0.1),
  );
  assert.deepEqual(gateSegment("28|sfh", wild).reasons, [
    "median error 40.0%, at most 25.0% allowed",
  ]);
});
