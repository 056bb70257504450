import assert from "node:assert/strict";
import { CONSTANTS } from "../../contracts/constants.ts";
import { Strategy } from "../../contracts/envelope.ts";
import { TractOutput } from "../../contracts/tract.ts";
import { countyScores } from "../../core/engine/scoring/county_scores.ts";
import { sensitivity } from "../../core/engine/scoring/sensitivity.ts";
import { dayOf } from "../../core/engine/snapshot.ts";
import { codeAt } from "../../core/engine/tables.ts";
import { getTractReport } from "../../core/operations/get_tract_report.ts";
import { southwestSnapshot } from "../support/southwest.ts";

const TODAY = dayOf("2026-11-20");

Deno.test("tract reports on real data", async (t) => {
  const snapshot = await southwestSnapshot();
  if (!snapshot) return;
  const { tracts } = snapshot.tables;
  const context = { snapshot, today: TODAY };
  const all = await Promise.all(
    Array.from(
      { length: tracts.rows },
      (_, row) =>
        getTractReport.run(context, { geoid: codeAt(tracts.geoid, row) }),
    ),
  );

  await t.step("there is one for each of the 1,472 tracts", () => {
    assert.equal(all.length, 1472);
    for (const answer of all) {
      TractOutput.parse(answer);
      const size = JSON.stringify(answer).length;
      assert.ok(size < CONSTANTS.limits.result_bytes / 2, `${size} bytes`);
    }
  });

  await t.step("percentiles: the best 99-100, the median 48-52", () => {
    for (const strategy of Strategy.options) {
      const ranked = all.map(({ strategy_scores }) =>
        strategy_scores[strategy].percentile
      ).filter((percentile) => percentile !== null).sort((a, b) => a - b);
      assert.ok(ranked.length >= 30, `${strategy}: ${ranked.length}`);
      const best = ranked[ranked.length - 1];
      const middle = ranked[ranked.length >> 1];
      assert.ok(best >= 99 && best <= 100, `${strategy} best ${best}`);
      assert.ok(middle >= 48 && middle <= 52, `${strategy} median ${middle}`);
    }
  });

  await t.step("Lake County answers as context with its reason", () => {
    const lake = all.filter(({ county }) => county === "lake");
    assert.equal(lake.length, 156);
    for (const { refusal, strategy_scores, read, confidence } of lake) {
      assert.equal(refusal?.code, "lake_county");
      assert.equal(read.verdict, "no_read");
      assert.equal(confidence, null);
      for (const score of Object.values(strategy_scores)) {
        assert.equal(score.percentile, null);
      }
    }
  });

  await t.step("missing factors are named and cost confidence", () => {
    for (const { strategy_scores, factors } of all) {
      for (const strategy of Strategy.options) {
        const { percentile, confidence, missing } = strategy_scores[strategy];
        if (percentile === null) continue;
        const known = factors.filter(({ factor }) => !missing.includes(factor))
          .reduce((sum, { weights }) => sum + weights[strategy], 0);
        assert.ok(confidence! <= 100 * known + 0.5);
        for (const name of missing) {
          const factor = factors.find(({ factor }) => factor === name)!;
          assert.equal(factor.value, null);
          assert.ok(factor.missing);
        }
      }
    }
  });

  await t.step("ranks move little when one weight moves by a fifth", () => {
    const moved = sensitivity(
      snapshot,
      TODAY,
      CONSTANTS.scoring.weights,
      [0.8, 1.2],
    );
    for (const { strategy, factor, times, rankCorrelation } of moved) {
      assert.ok(
        rankCorrelation > 0.93,
        `${strategy} ${factor} x${times}: ${rankCorrelation.toFixed(3)}`,
      );
    }
  });

  await t.step("scores are computed once", () => {
    assert.equal(countyScores(snapshot, TODAY), countyScores(snapshot, TODAY));
  });
});
