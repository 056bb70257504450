import assert from "node:assert/strict";
import {
  cod,
  fsd,
  mki,
  prb,
  prd,
  ratioStudy,
} from "../../../core/engine/statistics/ratio.ts";
import fc from "../../fast_check.ts";

/** Rows of estimate, price as published in the IAAO Standard on Ratio Studies, tables 1-1 and 1-4. */
const TABLE_1_1 = [
  [48000, 138000],
  [28800, 59250],
  [78400, 157500],
  [39840, 74400],
  [68160, 114900],
  [94400, 159000],
  [67200, 111900],
  [56960, 93000],
  [87200, 138720],
  [38240, 59700],
  [96320, 146400],
  [67680, 99000],
  [32960, 47400],
  [50560, 70500],
  [61360, 78000],
  [47360, 60000],
  [58080, 69000],
  [47040, 55500],
  [136000, 154500],
  [103200, 109500],
  [59040, 60000],
  [168000, 168000],
  [128000, 124500],
  [132000, 127500],
  [160000, 150000],
  [160000, 141000],
  [200000, 171900],
  [184000, 157500],
  [160000, 129600],
  [157200, 126000],
  [99200, 77700],
  [200000, 153000],
  [64000, 48750],
  [192000, 144000],
  [190400, 141000],
  [65440, 48000],
];
const TABLE_1_4 = [
  [87200, 138720],
  [38240, 59700],
  [96320, 146400],
  [68610, 99000],
  [32960, 47400],
  [50560, 70500],
  [61360, 78000],
  [47360, 60000],
  [56580, 69000],
  [47040, 55500],
  [136000, 154500],
  [98000, 109500],
  [56000, 60000],
  [159100, 168000],
  [128000, 124500],
  [132000, 127500],
  [160000, 150000],
];
/** Price, estimate: the example of Quintos, "A Gini measure for vertical equity in property assessments". */
const QUINTOS = [
  [32900, 37299],
  [36000, 40166],
  [54000, 56317],
  [64500, 66184],
  [68000, 69487],
  [70000, 71515],
  [74000, 75338],
  [80000, 81036],
  [84900, 85673],
  [89000, 85021],
  [94250, 90046],
  [99000, 94089],
  [105900, 100227],
  [109000, 103157],
  [115000, 108290],
  [124500, 117099],
  [129900, 115347],
  [135000, 119678],
  [149000, 131631],
  [155800, 137321],
  [163500, 143974],
  [175000, 153572],
  [179000, 148457],
  [185600, 153488],
  [199900, 165040],
  [215000, 176940],
  [235000, 192959],
  [250000, 180046],
  [279000, 200240],
  [295000, 211445],
];

const columns = (
  rows: number[][],
) => [rows.map((row) => row[0]), rows.map((row) => row[1])];

Deno.test("cod(), prd() and prb() reproduce IAAO table 1-1: 29.8, 0.98, 0.232", () => {
  const [estimates, prices] = columns(TABLE_1_1);
  assert.equal(cod(estimates, prices).toFixed(1), "29.8");
  assert.equal(prd(estimates, prices).toFixed(2), "0.98");
  assert.equal(prb(estimates, prices).toFixed(3), "0.232");
});

Deno.test("cod(), prd() and prb() reproduce IAAO table 1-4: 14.5, 0.98, 0.135", () => {
  const [estimates, prices] = columns(TABLE_1_4);
  assert.equal(cod(estimates, prices).toFixed(1), "14.5");
  assert.equal(prd(estimates, prices).toFixed(2), "0.98");
  assert.equal(prb(estimates, prices).toFixed(3), "0.135");
});

Deno.test("fsd() is half the width of the middle 68% of errors, and one price far off does not move it", () => {
  // Ratios 0.9 to 1.1 in even steps: the middle 68% are 0.932 to 1.068.
  const prices = Array.from({ length: 1001 }, () => 100_000);
  const estimates = prices.map((price, i) => price * (0.9 + 0.2 * i / 1000));
  assert.equal(fsd(estimates, prices).toFixed(3), "0.068");
  const outlier = estimates.with(1000, 10_000_000);
  assert.equal(fsd(outlier, prices).toFixed(3), "0.068");
});

Deno.test("mki() reproduces the published example: 0.794", () => {
  const [prices, estimates] = columns(QUINTOS);
  assert.equal(mki(estimates, prices).toFixed(3), "0.794");
});

Deno.test("ratioStudy() of perfect estimates has no error and no bias", () => {
  const prices = [100_000, 150_000, 260_000, 420_000];
  const study = ratioStudy(prices, prices);
  assert.deepEqual(study, {
    n: 4,
    median_error: 0,
    within_5: 1,
    within_10: 1,
    within_20: 1,
    median_ratio: 1,
    cod: 0,
    prd: 1,
    prb: 0,
    fsd: 0,
    mki: 1,
  });
});

Deno.test("cod(), prd(), prb() do not change when every estimate is scaled alike", () => {
  const pair = fc.tuple(
    fc.integer({ min: 1000, max: 1e6 }),
    fc.integer({ min: 1000, max: 1e6 }),
  );
  fc.assert(fc.property(
    fc.array(pair, { minLength: 3, maxLength: 30 }),
    fc.double({ min: 0.2, max: 5, noNaN: true }),
    (rows, factor) => {
      const [estimates, prices] = columns(rows);
      const scaled = estimates.map((x) => x * factor);
      for (const statistic of [cod, prd, prb]) {
        const a = statistic(estimates, prices), b = statistic(scaled, prices);
        assert.ok(
          Math.abs(a - b) < 1e-6 * (1 + Math.abs(a)),
          `${statistic.name}: ${a} != ${b}`,
        );
      }
    },
  ));
});

Deno.test("ratioStudy() refuses unequal lengths and non-positive numbers", () => {
  assert.throws(() => ratioStudy([1], []), RangeError);
  assert.throws(() => ratioStudy([], []), RangeError);
  assert.throws(() => ratioStudy([1, 0], [1, 1]), RangeError);
});
