import assert from "node:assert/strict";
import { countyScores } from "../../../core/engine/scoring/county_scores.ts";
import { dayOf } from "../../../core/engine/snapshot.ts";
import { memorySnapshot } from "../../../core/snapshot/memory.ts";
import { square } from "../places/places.ts";

const TODAY = dayOf("2026-11-01");
const geoid = (n: number) => `1703100010${n}`;

/** Three tracts of one township: equal, but that rents rise with the number. */
function county(changes: Record<string, number | string> = {}) {
  const tracts = [1, 2, 3].map((n) => ({
    geoid: geoid(n),
    county: "cook",
    lat: 41.85,
    lon: -87.65,
    median_rent: 1000 + 100 * n,
    median_house_value: 200_000,
    vacancy_rate: 5,
    ...(n === 3 && changes),
  }));
  return memorySnapshot({
    tracts,
    townships: [{ code: "70", name: "Hyde Park", triad: "City" }],
    boundaries: square("township", "70", -87.7, 41.8, 0.1),
    stations: [{ name: "Stop", system: "cta", lat: 41.85, lon: -87.65 }],
  });
}

Deno.test("countyScores() ranks by what differs, from 0 to 100", () => {
  const scores = countyScores(county(), TODAY);
  assert.deepEqual(
    scores.map(({ strategies }) => strategies.hold.percentile),
    [0, 50, 100],
  );
  const { rent_yield, vacancy } = scores[2].factors;
  assert.equal(rent_yield.percentile, 100);
  assert.equal(vacancy.percentile, 50, "equal values share the middle");
});

Deno.test("countyScores() has no score without the heaviest factor, and says what is missing", () => {
  const [, , third] = countyScores(county({ median_rent: NaN }), TODAY);
  assert.equal(third.unscored, null);
  assert.equal(third.strategies.hold.percentile, null);
  assert.deepEqual(third.strategies.hold.missing, ["rent_yield", "growth"]);
  const { raw } = third.factors.rent_yield;
  assert.ok("missing" in raw && /median rent/.test(raw.missing));
  assert.equal(third.strategies.section8.percentile, null, "no ZIP");
});

Deno.test("countyScores() leaves out a tract without a price and all of Lake County", () => {
  const bare = countyScores(county({ median_house_value: NaN }), TODAY)[2];
  assert.equal(bare.unscored, "no_price");
  const lake = countyScores(county({ county: "lake" }), TODAY);
  assert.equal(lake[2].unscored, "lake_county");
  assert.equal(lake[2].factors.rent_yield.percentile, null);
  assert.deepEqual(
    lake.map(({ strategies }) => strategies.hold.percentile),
    [0, 100, null],
  );
});

Deno.test("countyScores() trusts a missing factor with nothing and old facts with less", () => {
  const [first] = countyScores(county(), TODAY);
  const { hold } = first.strategies;
  assert.deepEqual(hold.missing, ["growth"]);
  // Rent and vacancy are of 2022, four years old: two years beyond full trust.
  assert.equal(first.factors.vacancy.reliability, 0.8);
  assert.ok(hold.confidence < 90 && hold.confidence > 40);
  const later = countyScores(county(), dayOf("2036-11-01"))[0];
  assert.equal(later.factors.vacancy.reliability, 0.4);
  assert.ok(later.strategies.hold.confidence < hold.confidence);
});
