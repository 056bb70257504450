import assert from "node:assert/strict";
import { COMPS } from "../../../../contracts/constants/valuation.ts";
import { MODEL_CONFIG } from "../../../../core/engine/model_config.ts";
import { DAYS_A_MONTH } from "../../../../core/engine/calendar.ts";
import { FEATURES } from "../../../../core/engine/valuation/training/features.ts";
import {
  countBefore,
  marketBefore,
} from "../../../../core/engine/valuation/model/market.ts";
import {
  RINGS,
  searchRing,
} from "../../../../core/engine/valuation/comps/search.ts";
import { similarityTo } from "../../../../core/engine/valuation/comps/similarity.ts";
import { gridIndex } from "../../../../core/engine/valuation/training/grid_index.ts";
import { build, village } from "../county.ts";
import fc from "../../../fast_check.ts";

const MARKET = marketBefore(build(village(500)), Infinity);

Deno.test("gridIndex() finds what brute force finds", () => {
  const point = fc.record({
    x: fc.double({ min: -5_000, max: 5_000, noNaN: true }),
    y: fc.double({ min: -5_000, max: 5_000, noNaN: true }),
    day: fc.integer({ min: 10_000, max: 12_000 }),
  });
  fc.assert(fc.property(
    fc.array(point, { maxLength: 200 }),
    point,
    fc.double({ min: 0, max: 4_000, noNaN: true }),
    fc.integer({ min: 0, max: 900 }),
    (unsorted, query, radius, days) => {
      const points = unsorted.toSorted((a, b) => a.day - b.day);
      const index = gridIndex(
        Float64Array.from(points, (p) => p.x),
        Float64Array.from(points, (p) => p.y),
        Int32Array.from(points, (p) => p.day),
        (i) => i % 3 !== 0,
      );
      const { count, places, distances } = index.within(
        query.x,
        query.y,
        radius,
        query.day - days,
        query.day,
      );
      const found: number[] = [];
      for (let i = 0; i < count; i++) {
        const point = points[index.points[places[i]]];
        assert.equal(index.days[places[i]], point.day);
        assert.ok(
          Math.abs(
            distances[i] - Math.hypot(point.x - query.x, point.y - query.y),
          ) < 1e-9,
        );
        found.push(index.points[places[i]]);
      }
      const expected = points.flatMap((p, i) =>
        i % 3 !== 0 && p.day >= query.day - days && p.day <= query.day &&
          (p.x - query.x) ** 2 + (p.y - query.y) ** 2 <= radius ** 2
          ? [i]
          : []
      );
      assert.deepEqual(found.sort((a, b) => a - b), expected);
    },
  ));
});

Deno.test("searchRing() keeps the sales that a full scan ranks highest", () => {
  const { training, fitted, count, asOf } = MARKET;
  const width = FEATURES.length;
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: count - 1 }),
      fc.constantFrom(...RINGS),
      (subject, ring) => {
        const features = Float64Array.from(
          training.features.subarray(subject * width, (subject + 1) * width),
        );
        const target = {
          features,
          predicted: fitted[subject],
          byFold: Float64Array.of(fitted[subject]),
          type: training.type[subject],
          parcel: training.parcel[subject],
          x: training.x[subject],
          y: training.y[subject],
        };
        const found = searchRing(MARKET, target, ring);
        const similarity = similarityTo(features, MODEL_CONFIG.comps);
        const scan: { sale: number; similarity: number }[] = [];
        for (let sale = 0; sale < count; sale++) {
          const distance = Math.hypot(
            training.x[sale] - target.x,
            training.y[sale] - target.y,
          );
          const age = asOf - training.day[sale];
          if (
            training.type[sale] !== target.type ||
            training.parcel[sale] === target.parcel
          ) continue;
          if (
            distance > ring.radius ||
            age > Math.round(ring.months * DAYS_A_MONTH)
          ) continue;
          const parts = similarity.parts(training.featuresOf(sale), {
            distance,
            age,
            model: target.predicted - fitted[sale],
          });
          const product = Object.values(parts).reduce(
            (all, part) => all * part,
            1,
          );
          if (product >= COMPS.similarity_floor) {
            scan.push({ sale, similarity: product });
          }
        }
        scan.sort((a, b) => b.similarity - a.similarity || a.sale - b.sale);
        assert.equal(found.aboveFloor, scan.length);
        const best = scan.slice(0, MODEL_CONFIG.comps.maxComps);
        assert.equal(found.sales.length, best.length);
        best.forEach((each, i) =>
          assert.ok(Math.abs(each.similarity - found.similarity[i]) < 1e-12)
        );
        assert.deepEqual(
          new Set(found.sales),
          new Set(best.map(({ sale }) => sale)),
        );
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("countBefore() counts the days strictly before", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20 })),
      fc.integer({ min: -1, max: 21 }),
      (days, before) => {
        const sorted = Int32Array.from(days).sort();
        assert.equal(
          countBefore(sorted, before),
          days.filter((day) => day < before).length,
        );
      },
    ),
  );
  assert.equal(countBefore(Int32Array.of(1, 2), Infinity), 2);
});
