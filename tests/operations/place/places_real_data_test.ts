import assert from "node:assert/strict";
import { LIMITS } from "../../../contracts/constants/limits.ts";
import { SCORING } from "../../../contracts/constants/scoring.ts";
import { Strategy } from "../../../contracts/envelope.ts";
import { PulseOutput } from "../../../contracts/pulse.ts";
import { TractOutput } from "../../../contracts/tract.ts";
import { ViewportOutput } from "../../../contracts/viewport.ts";
import { countyScores } from "../../../core/engine/scoring/county_scores.ts";
import { sensitivity } from "../../../core/engine/scoring/sensitivity.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { codeAt } from "../../../core/engine/tables.ts";
import { getTractReport } from "../../../core/operations/place/get_tract_report.ts";
import { marketPulse } from "../../../core/operations/place/market_pulse.ts";
import { riskReport } from "../../../core/operations/property/risk_report.ts";
import { viewportContext } from "../../../core/operations/place/viewport_context.ts";
import { southwestSnapshot } from "../../../harness/southwest.ts";

const TODAY = dayOf("2026-11-20");

Deno.test("places on real data", async (t) => {
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
      assert.ok(size < LIMITS.result_bytes / 2, `${size} bytes`);
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
      SCORING.weights,
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

  await t.step(
    "the pulse's figures follow from the tables by hand",
    async () => {
      const pulse = PulseOutput.parse(
        await marketPulse.run(context, { metro: "chicago", limit: 10 }),
      );
      const { sales, parcels, safmr, assessments } = snapshot.tables;
      const rows = Array.from({ length: sales.rows }, (_, row) => row).filter(
        (row) =>
          codeAt(sales.rejected, row) === "" &&
          ["sfh", "mf2_4"].includes(codeAt(sales.prop_type, row)) &&
          // 730 days before the newest sale, 2022-12-30.
          sales.sale_date[row] >= dayOf("2020-12-30"),
      );
      const middle = (values: number[]) => {
        const sorted = values.toSorted((a, b) => a - b);
        const half = sorted.length >> 1;
        return sorted.length % 2 === 1
          ? sorted[half]
          : (sorted[half - 1] + sorted[half]) / 2;
      };
      assert.ok(pulse.section8_zips.length >= 3);
      for (const zip of pulse.section8_zips) {
        const prices = rows.filter((row) =>
          codeAt(parcels.zip, sales.parcel[row]) === zip.zip
        ).map((row) => sales.sale_price[row]);
        assert.equal(zip.sales, prices.length);
        assert.equal(zip.median_price, Math.round(middle(prices)));
        const hud = Array.from({ length: safmr.rows }, (_, row) => row).find(
          (row) =>
            codeAt(safmr.zip, row) === zip.zip &&
            safmr.fiscal_year[row] === zip.fiscal_year,
        )!;
        assert.equal(zip.two_bedroom, safmr.br2[hud]);
        const share = 12 * zip.two_bedroom / zip.median_price;
        assert.ok(Math.abs(zip.yield - share) < 0.0001);
      }
      assert.deepEqual(pulse.reassessment.map(({ name }) => name), [
        "Palos",
        "Orland",
        "Lemont",
      ]);
      for (
        const { township, ratio, sales: count, shock } of pulse.reassessment
      ) {
        const ratios = rows.flatMap((row) => {
          const parcel = sales.parcel[row];
          if (codeAt(parcels.township, parcel) !== township) return [];
          const at = assessments.parcel.indexOf(parcel);
          if (at < 0) return [];
          const { board, certified, mailed } = assessments;
          const value = [board[at], certified[at], mailed[at]]
            .find((each) => each > 0);
          return value ? [value / sales.sale_price[row]] : [];
        });
        assert.equal(count, ratios.length);
        assert.ok(Math.abs(ratio - middle(ratios)) <= 0.00005);
        assert.ok(Math.abs(shock - (0.1 / middle(ratios) - 1)) <= 0.0001);
      }
    },
  );

  await t.step("tax shock of three sold houses, worked by hand", async () => {
    // Level 10%, equalizer of 2018 (2.9109) with the effective rates of 2018.
    const houses = [
      {
        property_id: "23362180250000",
        price: 380_000,
        // round(42,000 x 2.9109) = 122,258; at 0.0799549 of it
        figures: [8_975.58, 9_775.13, 8_844.13, 9_775.13, 2026],
      },
      {
        property_id: "22311100100000",
        price: 800_000,
        // round(77,000 x 2.9109) = 224,139; at 0.0683983
        figures: [14_646.74, 15_330.72, 15_928.04, 15_928.04, 2026],
      },
      {
        property_id: "27272050380000",
        price: 230_000,
        // round(20,001 x 2.9109) = 58,221; at 0.0870795
        figures: [4_199.06, 5_069.85, 5_830.06, 5_830.06, 2026],
      },
    ];
    for (const { property_id, price, figures } of houses) {
      const { flags } = await riskReport.run(context, { property_id, price });
      const shock = flags.find(({ code }) => code === "tax_shock")!.figures;
      const { assessed_value, equalizer, rate } = shock;
      const bill = (assessed: number, exempt: number) => {
        const eav = Math.round(assessed * Number(equalizer)) - exempt;
        return Math.round(eav * Number(rate) * 100) / 100;
      };
      const av = Number(assessed_value);
      const byHand = [bill(av, 10_000), bill(av, 0), bill(price / 10, 0)];
      assert.deepEqual(byHand, figures.slice(0, 3));
      assert.deepEqual([
        shock.bill_with_exemption,
        shock.bill_without_exemption,
        shock.bill_reassessed_at_price,
        shock.bill_after_purchase,
        shock.reassessment_year,
      ], figures);
    }
  });

  await t.step("a neighborhood's tracts are found by its name", async () => {
    const answer = ViewportOutput.parse(
      await viewportContext.run(context, { area: "bridgeport", limit: 200 }),
    );
    assert.equal(answer.area?.kind, "community_area");
    assert.equal(answer.tracts_in_view, 10);
    assert.deepEqual(answer.community_areas, ["Bridgeport"]);
    const scores = answer.tracts.map(({ percentile }) => percentile ?? -1);
    assert.deepEqual(scores, scores.toSorted((a, b) => b - a));
  });
});
